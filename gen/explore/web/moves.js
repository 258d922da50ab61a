// Moves {name, object, direction, distance, outcome} that can be tried: which there are, and how they lie in a grid.
import { meters } from './units.js';

const directions = [['left', '← left'], ['right', 'right →'], ['front', '↓ front'], ['behind', '↑ back']];

// count is how many moves have an outcome.
export function count(moves, outcome) {
	return moves.filter((w) => w.outcome === outcome).length;
}

// spread puts moves into rows by distance, the nearest first, and columns by direction.
export function spread(moves) {
	const columns = directions.filter(([d]) => moves.some((w) => w.direction === d));
	const distances = [...new Set(moves.map((w) => w.distance))].sort((a, b) => a - b);
	const rows = distances.map((distance) => columns.map(([d]) => moves.find((w) => w.distance === distance && w.direction === d)));
	return {columns, distances, rows};
}

// movesOf are the moves to choose from. With changes they are letting go, and moves of what is still there, of which nothing is known.
export function movesOf(whatifs, objects, changed) {
	if (!changed) return whatifs;
	return whatifs.filter((w, n) => n === 0 || objects.has(w.object)).map((w) => ({...w, outcome: ''}));
}

// usualDistance is how far things of the dataset are moved, meters.
export function usualDistance(whatifs, page) {
	const move = whatifs.find((w) => w.distance > 0);
	return move ? move.distance : meters(page, 0.5);
}
