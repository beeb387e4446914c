import * as actions from '../../annotation/actions.js';
import type { Action, Session } from '../../annotation/session.js';
import { leaveTextMode, moveInText, type Stride, toggleTextMode } from '../../annotation/text-selection.js';
import type { Shortcut } from '../../shell/shortcuts.js';

interface WorkspaceCommands {
  act(action: Action): void;
  session(): Session | undefined;
  findLabel(): void;
  done(): void;
  goNext(): void;
  goPrevious(): void;
  focusPage(): void;
}

const ARROWS = {
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  ArrowUp: 'previous',
  ArrowDown: 'next',
} as const;
type Arrow = keyof typeof ARROWS;

/** With Shift, up and down go to unlabelled leaves, left and right to labelled ones. */
const LEAVES: Record<Arrow, Action> = {
  ArrowUp: actions.stepToLeaf(-1, 'unlabelled'),
  ArrowDown: actions.stepToLeaf(1, 'unlabelled'),
  ArrowLeft: actions.stepToLeaf(-1, 'labelled'),
  ArrowRight: actions.stepToLeaf(1, 'labelled'),
};

export function arrowAction(session: Session | undefined, key: Arrow, event: KeyboardEvent): Action {
  if (!session?.cursor) return event.shiftKey ? LEAVES[key] : actions.step(ARROWS[key]);
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1;
  const byWord = event.ctrlKey || event.altKey || key === 'ArrowUp' || key === 'ArrowDown';
  return moveInText(step, byWord ? 'word' : 'character', event.shiftKey);
}

export function workspaceKeys(commands: WorkspaceCommands): Shortcut[] {
  const run = (action: Action) => () => commands.act(action);
  const arrows = (prefix: string, name: (title: string) => string): Shortcut[] =>
    (Object.keys(ARROWS) as Arrow[]).map(key => ({
      keys: `${prefix}${key}`,
      title: name(actions.DIRECTION_TITLES[ARROWS[key]]),
      run: event => commands.act(arrowAction(commands.session(), key, event)),
    }));
  const edge = (keys: string, step: 1 | -1): Shortcut => ({
    keys,
    title: step === 1 ? 'Text: go to the end' : 'Text: go to the start',
    run: event => commands.act(moveInText(step, 'end' satisfies Stride, event.shiftKey)),
  });
  return [
    ...arrows('', title => title),
    // For the help dialog only: keys are matched without Shift, so the arrow shortcuts above handle these.
    { keys: 'Shift+ArrowDown', title: 'Next leaf without a label', run: () => {} },
    { keys: 'Shift+ArrowUp', title: 'Previous leaf without a label', run: () => {} },
    { keys: 'Shift+ArrowRight', title: 'Next leaf with a label', run: () => {} },
    { keys: 'Shift+ArrowLeft', title: 'Previous leaf with a label', run: () => {} },
    { keys: 'C', title: 'Next paragraph labelled or suggested as content', run: run(actions.stepToContent) },
    { keys: 'X', title: 'Next change of label between texts', run: run(actions.stepToChange) },
    { keys: 'Q', title: 'Least certain suggestion', run: run(actions.stepToUncertain) },
    { keys: 'W', title: 'Select the whole part around the selection', run: run(actions.selectPart) },
    { keys: '/', title: 'Find a label by name', run: commands.findLabel },
    { keys: 'Delete', title: 'Remove the label', run: run(actions.clear) },
    { keys: 'Backspace', title: 'Remove the label', run: run(actions.clear) },
    { keys: 'S', title: 'Whole subtree, or this node only', run: run(actions.toggleScope) },
    { keys: 'M', title: 'Turn auto-advance on or off', run: run(actions.toggleAutoAdvance) },
    { keys: 'T', title: 'Select text with Shift and the arrow keys', run: run(toggleTextMode) },
    ...arrows(
      'Control+',
      title => `Text: ${title === 'Parent' || title === 'Previous sibling' ? 'back' : 'forward'} one word`,
    ),
    edge('Home', -1),
    edge('End', 1),
    {
      keys: 'Escape',
      title: 'Back to the page',
      run: () => {
        commands.act(leaveTextMode);
        commands.focusPage();
      },
    },
    { keys: 'Y', title: 'Accept the suggestions in the selection', run: run(actions.acceptInSelection) },
    { keys: 'L', title: 'Accept all suggestions of this label', run: run(actions.acceptSameLabel) },
    { keys: 'A', title: 'Accept all suggestions', run: run(actions.acceptAll()) },
    { keys: 'U', title: 'Undo', run: run(actions.undo) },
    { keys: 'R', title: 'Redo', run: run(actions.redo) },
    { keys: 'Control+z', title: 'Undo', run: run(actions.undo) },
    { keys: 'Control+y', title: 'Redo', run: run(actions.redo) },
    { keys: 'Control+Z', title: 'Redo', run: run(actions.redo) },
    { keys: 'D', title: 'Mark the page as done and go to the next', run: commands.done },
    { keys: 'N', title: 'Next page', run: commands.goNext },
    { keys: 'P', title: 'Previous page', run: commands.goPrevious },
  ];
}

/** Shortcuts for the first and second keys of all labels. */
export function labelShortcuts(session: Session | undefined, act: (action: Action) => void): Shortcut[] {
  if (!session) return [];
  const letters = [...new Set([...session.keys.values()].join(''))].sort();
  return letters.map(letter => ({
    keys: letter,
    title: labelTitles(session, letter),
    run: () => act(actions.typeKey(letter)),
  }));
}

function labelTitles({ keys, labelSet }: Session, letter: string): string {
  const titles = new Map(labelSet.labels.map(({ name, title }) => [name, title || name]));
  const begun = [...keys].filter(([, key]) => key.startsWith(letter));
  const names = begun.length > 0 ? begun : [...keys].filter(([, key]) => key.endsWith(letter));
  return names
    .map(([name, key]) => (key.length > 1 ? `${key}: ${titles.get(name)}` : titles.get(name)))
    .join(', ');
}
