import { describe, expect, it } from 'vitest';
import * as actions from './actions.js';
import { type LabelMap, labelMapOf, suggestionsOf, withEdits } from './labels.js';
import { type Action, beginSession, type Session, scopeNow, viewOf } from './session.js';
import { at, sampleOutline } from './testing/sample.js';
import { leaveTextMode, moveInText, selectText, toggleTextMode } from './text-selection.js';

const outline = sampleOutline();
const CONTENT = {
  name: 'content',
  labels: [
    { name: 'content', title: 'Main content', key: 'c', colour: '#1d4ed8' },
    { name: 'noise', title: 'Noise', key: 'n', colour: '#1d4ed8' },
  ],
};
const LEAVES = {
  name: 'leaves',
  labels: [
    { name: 'title', title: 'Title', key: 'ti', colour: '#1d4ed8' },
    { name: 'tags', title: 'Tags', key: 'ta', colour: '#1d4ed8' },
  ],
};

/** Performs actions in turn; returns the last state, the messages, and the labels of a server that applied the edits. */
function run(session: Session, ...list: Action[]) {
  let now = session;
  let server: LabelMap = session.history.labels;
  const messages: string[] = [];
  for (const action of list) {
    const outcome = action(now);
    now = outcome.session;
    server = withEdits(server, outcome.edits ?? []);
    messages.push(outcome.message ?? '');
  }
  return { session: now, server, messages, node: outline.nodes[now.selected]!.node };
}
const begin = (set = CONTENT) => beginSession(outline, labelMapOf([]), set);
const on = (node: number) => actions.select(at(outline, node));

describe('labelling by key', () => {
  it('labels the subtree, sends the edit and shows a message', () => {
    const { session, server, messages } = run(begin(), on(7), actions.typeKey('c'));
    expect([...server.values()]).toEqual([{ node: 7, label: 'content', scope: 'subtree' }]);
    expect(server).toEqual(session.history.labels);
    expect(messages.at(-1)).toBe('Main content: main and all in it');
    expect(viewOf(session).coverage).toEqual({ labelled: 4, leaves: 6 });
  });

  it('waits for the second key of a label with two keys', () => {
    const begun = run(begin(LEAVES), on(11), actions.typeKey('t'));
    expect(begun.session.typed).toBe('t');
    const done = run(begun.session, actions.typeKey('i'));
    expect([...done.server.values()]).toEqual([{ node: 11, label: 'title', scope: 'node' }]);
    const lost = run(begun.session, actions.typeKey('x'));
    expect(lost.session.typed).toBe('');
    expect(lost.server.size).toBe(0);
  });

  it('labels a single node after the scope was toggled, for that node only', () => {
    const { session, server } = run(begin(), on(7), actions.toggleScope, actions.typeKey('n'));
    expect([...server.values()]).toEqual([{ node: 7, label: 'noise', scope: 'node' }]);
    expect(scopeNow(run(session, on(12)).session)).toBe('subtree');
  });

  it('undoes and redoes, with edits for the server', () => {
    const labelled = run(begin(), on(11), actions.typeKey('c'), on(7), actions.typeKey('n'));
    expect([...labelled.server.keys()]).toEqual(['7']);
    const back = run(labelled.session, actions.undo);
    expect([...back.server.keys()]).toEqual(['11']);
    const again = run(back.session, actions.undo, actions.undo, actions.redo, actions.redo);
    expect(again.server).toEqual(labelled.server);
    expect(again.messages).toEqual([
      'Undone: Main content: this text',
      'Nothing to undo.',
      'Redone: Main content: this text',
      'Redone: Noise: main and all in it',
    ]);
  });

  it('removes labels, and moves on if requested', () => {
    const { session, node } = run(
      begin(),
      actions.toggleAutoAdvance,
      on(6),
      actions.typeKey('n'),
      actions.typeKey('c'),
    );
    expect(node).toBe(13);
    const cleared = run(session, on(1), actions.clear);
    expect(cleared.server.size).toBe(0);
  });
});

describe('navigation', () => {
  it('follows the arrow keys and announces the node', () => {
    const { node, messages } = run(
      begin(),
      on(12),
      actions.step('child'),
      actions.step('parent'),
      actions.step('next'),
    );
    expect(node).toBe(16);
    expect(messages[1]).toBe('text, High at, no label');
    expect(run(begin(), on(1), actions.step('parent')).messages[1]).toBe('There is no parent.');
  });

  it('finds labelled and unlabelled leaves', () => {
    const { session } = run(begin(), on(7), actions.typeKey('c'));
    expect(run(session, on(6), actions.stepToLeaf(1, 'unlabelled')).node).toBe(19);
    expect(run(session, on(6), actions.stepToLeaf(1, 'labelled')).node).toBe(11);
    expect(run(session, on(19), actions.stepToLeaf(-1, 'labelled')).node).toBe(17);
  });
});

describe('suggestions', () => {
  const suggestions = suggestionsOf([
    { node: 6, label: 'noise' },
    { node: 11, label: 'content' },
    { node: 13, label: 'content' },
    { node: 19, label: 'noise' },
  ]);
  const suggested = run(begin(), actions.setSuggestions(suggestions)).session;

  it('are accepted singly, by label or all at once, and undone together', () => {
    expect(run(suggested, on(12), actions.acceptInSelection).server.size).toBe(1);
    expect([...run(suggested, on(6), actions.acceptSameLabel).server.keys()]).toEqual(['6', '19']);
    const all = run(suggested, actions.acceptAll());
    expect(all.server.size).toBe(4);
    expect(all.messages).toEqual(['4 suggestions accepted']);
    expect(run(all.session, actions.undo).session.history.labels.size).toBe(0);
    expect(run(all.session, actions.acceptInSelection).messages).toEqual(['There are no suggestions here.']);
  });

  it('are overridden by another label', () => {
    const { session, server } = run(suggested, on(11), actions.typeKey('n'), actions.acceptAll());
    expect(server.get('11')!.label).toBe('noise');
    expect(viewOf(session).open).toEqual([]);
  });
});

describe('steps through a labelled page', () => {
  const suggested = run(
    begin({ ...CONTENT, rest: 'noise' } as typeof CONTENT),
    actions.setSuggestions(
      suggestionsOf([
        { node: 6, label: 'noise', probability: 0.9 },
        { node: 11, label: 'noise', probability: 0.8 },
        { node: 13, label: 'content', probability: 0.7 },
        { node: 15, label: 'content', probability: 0.6 },
        { node: 19, label: 'noise', probability: 0.95 },
      ]),
    ),
  ).session;

  it('select whole paragraphs of content', () => {
    expect(run(suggested, actions.stepToContent).node).toBe(12);
    expect(run(suggested, actions.stepToContent, actions.stepToContent).messages.at(-1)).toBe(
      'There is no other content.',
    );
  });

  it('skip what has no text on the way to the next change', () => {
    expect(run(suggested, on(15), actions.stepToChange).node).toBe(19);
    expect(run(suggested, on(6), actions.stepToChange).node).toBe(13);
  });

  it('return to the least certain suggestions after all were accepted', () => {
    const accepted = run(suggested, actions.acceptAll()).session;
    expect(run(accepted, actions.stepToUncertain).node).toBe(15);
    expect(run(accepted, actions.stepToUncertain, actions.stepToUncertain).node).toBe(13);
  });
});

describe('text', () => {
  it('is selected by key and labelled', () => {
    const { session, server, messages } = run(
      begin(),
      on(12),
      toggleTextMode,
      moveInText(1, 'word', true),
      actions.typeKey('c'),
    );
    expect([...server.values()]).toEqual([{ node: 13, label: 'content', scope: 'node', start: 0, end: 4 }]);
    expect(messages.slice(2)).toEqual(['High', 'Main content: the selected text']);
    expect(session.cursor).toBeUndefined();
  });

  it('is selected by mouse across several nodes, labelled and cleared', () => {
    const ranges = [
      { node: 13, start: 5, end: 8 },
      { node: 15, start: 0, end: 2 },
    ];
    const labelled = run(begin(), selectText(ranges), actions.typeKey('n'));
    expect([...labelled.server.keys()]).toEqual(['13:5-8', '15:0-2']);
    expect(run(labelled.session, selectText(ranges), actions.clear).session.history.labels.size).toBe(0);
    expect(run(labelled.session, selectText(ranges), leaveTextMode).session.ranges).toEqual([]);
  });

  it('keeps its state if the browser reports the same selection again', () => {
    const ranges = [{ node: 13, start: 5, end: 8 }];
    const { session } = run(begin(LEAVES), selectText(ranges), actions.typeKey('t'), selectText([...ranges]));
    expect(session.typed).toBe('t');
  });

  it('cannot be selected in a node without text', () => {
    expect(run(begin(), on(16), toggleTextMode).messages.at(-1)).toBe('There is no text here.');
  });
});
