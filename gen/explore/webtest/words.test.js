// Words, numbers and places in addresses.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { filtersOf, galleryURL, placeOf, sampleURL, withLook } from '../web/place.js';
import { figureText, fixed, lengthText, meters, percent } from '../web/units.js';
import { byValue, capital, short, summary } from '../web/words.js';

test('numbers', () => {
	equal(fixed(-0.001, 2), '0.00');
	equal(fixed(-1.005, 1), '-1.0');
	equal(meters({}, 2), 2);
	equal(lengthText({unit: 0.1}, 12.5, 2), '1.25 m');
	equal(percent(2 / 3), '67 %');
	equal(figureText({value: 2 / 3, share: true}), '66.7 %');
	equal(figureText({value: 1.25, share: false}), '1.25');
});

test('words', () => {
	equal(capital('last picture'), 'Last picture');
	equal(short('train/12'), 'train/12');
	equal(short('a-very-long-name-of-a-split/12'), 'a-very-…-split/12');
	equal(summary(['objects', 'color', 'size'], {objects: ['3'], size: ['large', 'small']}), 'objects 3 · large, small');
	deepEqual(['red', '10', '9', 'blue'].sort(byValue), ['9', '10', 'blue', 'red']);
});

test('places in addresses', () => {
	const url = new URL('http://localhost/sample/train/3?tab=questions&question=2&call=x&f.color=red&from=60');
	const place = placeOf(url.searchParams);
	deepEqual([place.frame, placeOf(new URL(withLook(url, {frame: 12}), url).searchParams).frame], [-1, 12]);
	deepEqual([place.tab, place.question, place.call, place.selected, place.program], ['questions', 2, -1, null, null]);
	equal(withLook(url, {question: -1, call: 4}), '/sample/train/3?tab=questions&call=4&f.color=red&from=60');
	equal(withLook(url, (now) => ({tab: 'scene', question: now.question + 1})), '/sample/train/3?question=3&call=x&f.color=red&from=60');
	deepEqual(filtersOf(url.searchParams), [['f.color', 'red']]);
	equal(sampleURL('train', 4, url.searchParams), '/sample/train/4?tab=questions&f.color=red&from=60');
	equal(galleryURL('train', url.searchParams), '/?split=train&f.color=red&from=60');
	const program = [{function: 'count', inputs: [], side: ['a b']}];
	deepEqual(placeOf(new URL(withLook(url, {question: 'own', program}), url).searchParams).program, program);
});
