// Geometry: plans, diagrams, boxes, and what lies under a pixel.
import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { besides, isDark, linesOf } from '../web/diagram-marks.js';
import { ancestors, boxIn, flatten, graph } from '../web/entities.js';
import { depthColor, falseColor, flowColor, idColor, mask, range, reach } from '../web/overlay.js';
import { area, boxOf, clamp, frameOf, order, squareOf } from '../web/plan-frame.js';
import { markOf, placeMarks } from '../web/plan-marks.js';
import { away, choose, under } from '../web/under.js';

const box = (x0, y0, x1, y1) => ({x0, y0, x1, y1});
const page = {entities: [{key: 'object 1', name: 'chair', kind: 'object', channel: 'object', id: 1, boxes: [box(0, 0, 4, 4)], entities: [
	{key: 'part 1', name: 'leg', kind: 'part', channel: 'part', id: 1, boxes: [box(1, 1, 3, 3)]}]},
{key: 'object 2', name: 'shelf', kind: 'object', channel: 'object', id: 2}]};

test('optical flow', () => {
	deepEqual([flowColor(0, 0, 4), flowColor(4, 0, 4), flowColor(-8, 0, 4)], [[255, 255, 255], [255, 0, 0], [0, 255, 255]]);
	deepEqual([flowColor(0, 4, 4), flowColor(0, -2, 4)], [[128, 255, 0], [191, 128, 255]]); // down is green, up violet, half as far paler
	deepEqual([[0, 0, 0], [3, 4, 0], [0, 4, 1]].map((data) => reach({data})), [1, 8, 4]);
});

test('plans', () => {
	deepEqual(frameOf({dir_x: 0.1, dir_y: 0.9}), {toward: [0, -1], right: [1, 0]});
	deepEqual(frameOf({dir_x: -1, dir_y: 0}).toward, [1, 0]);
	deepEqual(boxOf([[0, 1], [2, -1]], (p) => p[0], (p) => p[1]), [0, -1, 2, 1]);
	equal(area([[0, 0], [2, 0], [2, 3], [0, 3]]), 6);
	equal(squareOf(6), 1);
	equal(squareOf(0.01), 0.01);
	equal(clamp(5, 0, 3), 3);
	deepEqual(['B', '10', '9', 'A'].sort((a, b) => order(a) - order(b)), ['9', '10', 'A', 'B']);
	deepEqual(markOf({name: '3: red cube', key: 'object 3'}), {mark: '3', name: 'red cube'});
	equal(markOf({name: 'red square', key: 'plane 2', kind: 'plane'}).mark, 'B');
	const marks = placeMarks([{key: 'a', at: [5, 5], box: [4, 4, 6, 6]}, {key: 'b', at: [5, 5], box: [4, 4, 6, 6]}], 1, [0, 0, 10, 10]);
	ok(Math.hypot(marks.a[0] - marks.b[0], marks.a[1] - marks.b[1]) >= 2, 'marks do not cover each other');
});

test('diagrams', () => {
	equal(linesOf(box(-10, -10, 10, 10), 10).length, 6);
	equal(besides({at: [0, 0], radius: 3}, box(-20, -20, 20, 20)), -4.6);
	equal(besides({at: [0, -18], radius: 3}, box(-20, -20, 20, 20)), -13.4);
	equal(isDark('#000000'), true);
	equal(isDark('#ffff00'), false);
});

test('the scene graph and pixels', () => {
	const g = graph(page);
	deepEqual(flatten(page.entities).map((e) => e.key), ['object 1', 'part 1', 'object 2']);
	deepEqual(ancestors(g, 'part 1'), ['object 1']);
	equal(boxIn(page.entities[0], 0).x1, 4);
	const label = (data) => ({width: 2, height: 1, channels: 1, data: Uint16Array.from(data)});
	const ids = {object: label([0, 1]), part: label([0, 1]), region: null};
	deepEqual(under(g, ids, 0, 1, 0, 5).map((e) => e.key), ['object 1', 'part 1']);
	deepEqual(under(g, ids, 0, 0, 0, 5), []);
	const [chair, leg] = under(g, ids, 0, 1, 0, 5);
	equal(choose(g, [chair, leg], '', null), chair);
	equal(choose(g, [chair, leg], 'part', null), leg);
	equal(choose(g, [chair, leg], '', 'object 1'), leg);
	equal(away(0, 1, [-1, 0], [1, 0]), 1);
	equal(away(3, 0, [0, 0], [0, 0]), 3);
	deepEqual([...mask(ids, [chair])], [0, 1]);
	deepEqual(range({data: Float32Array.from([0, 2, 5])}), {near: 2, far: 5});
	deepEqual([2, 5].map((z) => depthColor(z, {near: 2, far: 5})), [[253, 231, 37], [68, 1, 84]]);
	equal(range({data: Float32Array.from([0])}), null);
	deepEqual(falseColor(0), [68, 1, 84]);
	notDeepEqual(idColor(1), idColor(2));
});
