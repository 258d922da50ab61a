package shopvrb

// TemplateFiles are the built-in templates, for tests from outside.
var TemplateFiles = templateFiles
