// Runs before the page is drawn, so that a dark page does not flash white first.
{
	const chosen = localStorage.getItem('theme');
	if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
