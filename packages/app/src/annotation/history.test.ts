import { describe, expect, it } from 'vitest';
import { historyFrom, perform, redo, undo } from './history.js';
import { type Edit, type LabelMap, labelMapOf, withEdits } from './labels.js';

const start = labelMapOf([{ node: 4, label: 'noise', scope: 'subtree' }]);
const shown = (labelMap: LabelMap) =>
  [...labelMap.values()].sort((a, b) => a.node - b.node || (a.start ?? -1) - (b.start ?? -1));

describe('history', () => {
  it('performs, undoes and redoes, with edits for the server', () => {
    const done = perform(historyFrom(start), 'main content', [
      { node: 4, label: null },
      { node: 7, label: 'main content', scope: 'subtree' },
    ]);
    expect(shown(done.history.labels)).toEqual([{ node: 7, label: 'main content', scope: 'subtree' }]);
    const back = undo(done.history);
    expect(back.history.labels).toEqual(start);
    expect(back.edits).toEqual([
      { node: 4, label: 'noise', scope: 'subtree' },
      { node: 7, label: null },
    ]);
    const again = redo(back.history);
    expect(again.history.labels).toEqual(done.history.labels);
    expect(redo(again.history).edits).toEqual([]);
    expect(undo(back.history).step).toBeUndefined();
  });

  it('discards undone steps on a new action', () => {
    const one = perform(historyFrom(start), 'a', [{ node: 1, label: 'a', scope: 'node' }]);
    const other = perform(undo(one.history).history, 'b', [{ node: 2, label: 'b', scope: 'node' }]);
    expect(other.history.future).toEqual([]);
    expect(redo(other.history).step).toBeUndefined();
  });

  it('adds no step if nothing changes', () => {
    const same = perform(historyFrom(start), 'noise', [{ node: 4, label: 'noise', scope: 'subtree' }]);
    expect(same.edits).toEqual([]);
    expect(same.history.past).toEqual([]);
  });

  it('keeps the same labels as a server that applies the edits, in a long session', () => {
    let random = 7;
    const next = (below: number) => {
      random = (random * 48271) % 2147483647;
      return random % below;
    };
    let history = historyFrom(start);
    let server: LabelMap = start;
    for (let i = 0; i < 400; i++) {
      const edit: Edit =
        next(3) === 0
          ? { node: next(9), label: null }
          : { node: next(9), label: 'abc'[next(3)]!, scope: 'node' };
      const ranged: Edit = { node: 20, start: next(3), end: 5, label: next(2) ? 'r' : null, scope: 'node' };
      const moved = [() => perform(history, 'x', [edit, ranged]), () => undo(history), () => redo(history)][
        next(3)
      ]!();
      history = moved.history;
      server = withEdits(server, moved.edits);
      expect(shown(server)).toEqual(shown(history.labels));
    }
    while (history.past.length > 0) history = undo(history).history;
    expect(history.labels).toEqual(start);
  });
});
