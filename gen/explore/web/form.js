// What the answer to a task is made of: rows with a value for each field of a form.

// valuesOf are the values that a field can have in a row.
export function valuesOf(field, row) {
	return field.of ? field.by[row[field.of]] || [] : field.values;
}

// withValue is a row with another value of a field. Fields whose values follow from that one have the first of theirs then.
export function withValue(form, row, field, value) {
	const out = {...row, [field.key]: value};
	for (const f of form.fields) {
		if (f.of === field.key) [out[f.key]] = valuesOf(f, out);
	}
	return out;
}

// moved is a list with an entry at another place, null where that is none or the same.
export function moved(list, from, to) {
	if (to < 0 || to >= list.length || to === from) return null;
	const out = list.slice();
	out.splice(to, 0, ...out.splice(from, 1));
	return out;
}
