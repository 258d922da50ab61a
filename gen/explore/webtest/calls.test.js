// Programs, moves, and the answers to tasks.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, callNamed, changedWords, complete, inputsFor, missing, plain, programIn, readProgram, same, signature, withSide } from '../web/calls.js';
import { moved, valuesOf, withValue } from '../web/form.js';
import { count, movesOf, spread, usualDistance } from '../web/moves.js';

const program = [{function: 'scene', inputs: [], side: []}, {function: 'filter_color', inputs: [0], side: ['red']}];

test('programs', () => {
	deepEqual(readProgram(JSON.stringify(program), 0), program);
	deepEqual(readProgram('[{"function": "scene"}]', 0), [{function: 'scene', inputs: [], side: []}]);
	throws(() => readProgram('[{"function": "count", "inputs": [0]}]', 0), /Call 0 \(count\): "inputs" is \[0\], want numbers of calls before it\./);
	throws(() => readProgram('[{}]', 0), /Call 0 has no "function"\./);
	throws(() => readProgram('{', 0), /This is not JSON/);
	throws(() => readProgram('[{"function": "f", "side": [1]}]', 0), /"side" is \[1\], want a list of texts/);
	equal(programIn('nonsense'), null);
	equal(programIn(null), null);
	equal(complete(program), true);
	equal(complete([{inputs: [-1]}]), false);
	equal(complete([]), false);
	equal(withSide(program, 1, 0, 'blue')[1].side[0], 'blue');
	equal(same(withSide(program, 1, 0, 'red'), program), true);
	equal(callNamed('program: node 12 (count): it fails'), 12);
	equal(callNamed('nobody recalls 3'), -1);
	equal(signature({name: 'count', in: ['Set'], out: 'Integer'}), 'count(Set) → Integer');
	equal(missing({in: ['Set', 'Color']}, {inputs: [-1, 2]}), 'Set');
	deepEqual(inputsFor({in: ['Set']}, 0, () => [1, 2], 3, 0), [0, 1, 2]);
	deepEqual(plain([{kind: 'turn', entity: 'object 1', turn: 1, joined: true}]).map((e) => Object.keys(e).includes('joined')), [false]);
});

test('what a program says', () => {
	equal(answerOf({answer: 'yes', results: []}), 'yes');
	equal(answerOf({answer: '', fault: 'Why.', results: []}), 'no answer');
	equal(answerOf({answer: '', results: [{text: '2 objects'}]}), '2 objects');
	deepEqual(changedWords('a red cube here', 'a blue cube is here').filter((w) => w.fresh).map((w) => w.word), ['blue', 'is']);
});

test('moves', () => {
	const moves = [{object: -1, distance: 0, direction: ''}, {object: 0, direction: 'left', distance: 0.5, outcome: 'stable'},
		{object: 0, direction: 'behind', distance: 0.25, outcome: 'blocked'}];
	const {columns, distances, rows} = spread(moves.slice(1));
	deepEqual(columns.map(([d]) => d), ['left', 'behind']);
	deepEqual(distances, [0.25, 0.5]);
	deepEqual(rows.map((row) => row.map((w) => w && w.outcome)), [[undefined, 'blocked'], ['stable', undefined]]);
	equal(count(moves, 'stable'), 1);
	equal(usualDistance(moves, {}), 0.5);
	equal(usualDistance([], {unit: 0.1}), 0.05);
	deepEqual(movesOf(moves, new Map(), true), [{...moves[0], outcome: ''}]);
});

test('forms', () => {
	const form = {fields: [{key: 'attr', values: ['color', 'size']}, {key: 'pair', of: 'attr', by: {color: ['red', 'blue'], size: ['small']}}]};
	const row = {attr: 'color', pair: 'blue'};
	deepEqual(valuesOf(form.fields[1], row), ['red', 'blue']);
	deepEqual(withValue(form, row, form.fields[0], 'size'), {attr: 'size', pair: 'small'});
	deepEqual(withValue(form, row, form.fields[1], 'red'), {attr: 'color', pair: 'red'});
	deepEqual(moved([1, 2, 3], 0, 2), [2, 3, 1]);
	equal(moved([1, 2, 3], 0, 3), null);
	equal(moved([1, 2, 3], 1, 1), null);
});
