import { counted } from '../ui/words.js';
import * as history from './history.js';
import { matchKeys } from './label-set.js';
import {
  accept,
  clearSubtree,
  type Edit,
  labelNode,
  labelRanges,
  type Suggestion,
  type Suggestions,
  suggestionsInside,
} from './labels.js';
import { type Direction, type OutlineNode, walk, walkLeaves } from './outline.js';
import {
  type Action,
  describeLabelling,
  describeSelection,
  type Outcome,
  type Session,
  scopeNow,
  titleOf,
  viewOf,
} from './session.js';

export const select =
  (index: number): Action =>
  session => {
    const next = { ...session, selected: index, cursor: undefined, ranges: [], typed: '', scope: undefined };
    return { session: next, message: describeSelection(next) };
  };

export const step =
  (direction: Direction): Action =>
  session => {
    const index = walk(session.outline, session.selected, direction);
    if (index !== session.selected) return select(index)(session);
    return { session, message: `There is no ${DIRECTION_TITLES[direction].toLowerCase()}.` };
  };

export const DIRECTION_TITLES: Readonly<Record<Direction, string>> = {
  parent: 'Parent',
  child: 'First child',
  previous: 'Previous sibling',
  next: 'Next sibling',
};

export const stepToLeaf =
  (way: 1 | -1, which: 'labelled' | 'unlabelled'): Action =>
  session => {
    const { effective, ranges } = viewOf(session);
    const { nodes } = session.outline;
    const hasLabel = (leaf: number) => effective[leaf] !== undefined || ranges.has(nodes[leaf]!.node);
    return jump(session, `${which} leaf`, leaf => hasLabel(leaf) === (which === 'labelled'), way);
  };

export const typeKey =
  (key: string): Action =>
  session => {
    const match = matchKeys(session.keys, session.typed + key);
    if (match.label !== undefined) return label(match.label)({ ...session, typed: '' });
    if (match.isBegun) return { session: { ...session, typed: session.typed + key }, message: `${key}…` };
    const lost = session.typed;
    return { session: { ...session, typed: '' }, message: `No label has the keys ${lost}${key}.` };
  };

export const label =
  (name: string): Action =>
  session => {
    const { ranges, history, outline, selected } = session;
    const edits =
      ranges.length > 0
        ? labelRanges(history.labels, ranges, name)
        : labelNode(outline, history.labels, selected, name, scopeNow(session));
    const outcome = applyEdits(session, describeLabelling(session, name), edits);
    const next = { ...outcome.session, ranges: [], cursor: undefined };
    if (!next.autoAdvance) return { ...outcome, session: next };
    const moved = stepToLeaf(1, 'unlabelled')(next);
    return { ...outcome, session: moved.session, message: `${outcome.message}. ${moved.message}` };
  };

export const clear: Action = session => {
  const { outline, history, selected, ranges } = session;
  const edits =
    ranges.length > 0
      ? labelRanges(history.labels, ranges, null)
      : clearSubtree(outline, history.labels, selected);
  return applyEdits(session, 'Label removed', edits);
};

function applyEdits(session: Session, title: string, edits: readonly Edit[]): Outcome {
  const moved = history.perform(session.history, title, edits);
  if (!moved.step) return { session, message: `${title}: nothing to change` };
  return { session: { ...session, history: moved.history }, edits: moved.edits, message: title };
}

const move =
  (run: typeof history.undo, verb: string, done: string): Action =>
  session => {
    const moved = run(session.history);
    if (!moved.step) return { session, message: `Nothing to ${verb}.` };
    const next = { ...session, history: moved.history };
    return { session: next, edits: moved.edits, message: `${done}: ${moved.step.title}` };
  };

export const undo = move(history.undo, 'undo', 'Undone');
export const redo = move(history.redo, 'redo', 'Redone');

export const acceptInSelection: Action = session =>
  acceptSuggestions(session, suggestionsInside(session.outline, viewOf(session).open, session.selected));

export const acceptAll =
  (name?: string): Action =>
  session =>
    acceptSuggestions(
      session,
      viewOf(session).open.filter(each => name === undefined || each.label === name),
      name,
    );

export const acceptSameLabel: Action = session => {
  const node = session.outline.nodes[session.selected]!.node;
  const here =
    session.suggestions.get(node) ??
    suggestionsInside(session.outline, viewOf(session).open, session.selected)[0];
  return here ? acceptAll(here.label)(session) : { session, message: 'Nothing is suggested here.' };
};

function acceptSuggestions(session: Session, suggestions: readonly Suggestion[], name?: string): Outcome {
  if (suggestions.length === 0) return { session, message: 'There are no suggestions here.' };
  const of = name === undefined ? '' : ` of ${titleOf(session, name)}`;
  const title = `${counted(suggestions.length, 'suggestion')}${of} accepted`;
  return applyEdits(
    session,
    title,
    accept(session.outline, session.labelSet.onElements ?? false, suggestions),
  );
}

export const setSuggestions =
  (suggestions: Suggestions): Action =>
  session => {
    const next = { ...session, suggestions };
    return {
      session: next,
      message:
        suggestions.size === 0
          ? 'There are no suggestions.'
          : counted(viewOf(next).open.length, 'suggestion'),
    };
  };

export const toggleScope: Action = session => {
  const scope = scopeNow(session) === 'subtree' ? 'node' : 'subtree';
  return {
    session: { ...session, scope },
    message: scope === 'subtree' ? 'Whole subtree' : 'This node only',
  };
};

export const toggleAutoAdvance: Action = session => {
  const autoAdvance = !session.autoAdvance;
  return {
    session: { ...session, autoAdvance },
    message: autoAdvance
      ? 'After a label, the next leaf is selected.'
      : 'After a label, the selection stays.',
  };
};

function labelAt(session: Session, leaf: number): string | undefined {
  const { effective } = viewOf(session);
  const { node } = session.outline.nodes[leaf]!;
  return effective[leaf]?.label ?? session.suggestions.get(node)?.label;
}

export const stepToContent: Action = session => {
  const { nodes, leaves } = session.outline;
  const { rest } = session.labelSet;
  const isContent = (leaf: number) => {
    const label = labelAt(session, leaf);
    return label !== undefined && label !== rest;
  };
  // From a paragraph, the search begins after its last leaf.
  const { end } = nodes[session.selected]!;
  const last = leaves.findLast(leaf => leaf >= session.selected && leaf < end) ?? session.selected;
  const found = jump({ ...session, selected: last }, 'content', isContent);
  let paragraph = found.session.selected;
  if (paragraph === last) return { ...found, session };
  const isOther = (leaf: number) => hasText(nodes[leaf]!) && !isContent(leaf);
  while (!isParagraph(nodes[paragraph]!)) {
    const { parent } = nodes[paragraph]!;
    if (parent < 0 || leaves.some(leaf => leaf >= parent && leaf < nodes[parent]!.end && isOther(leaf)))
      break;
    paragraph = parent;
  }
  if (paragraph === session.selected) return { session, message: 'There is no other content.' };
  return select(paragraph)(session);
};

const PARAGRAPHS = /^(?:p|h[1-6]|li|pre|blockquote|figcaption|caption|td|th|dt|dd|div|section|article|main)$/;
const isParagraph = ({ tag }: OutlineNode) => PARAGRAPHS.test(tag);
const hasText = ({ kind, element }: OutlineNode) =>
  kind === 'text' && /[\p{L}\p{N}]/u.test(element.textContent ?? '');

export const stepToChange: Action = session => {
  const { nodes, leaves } = session.outline;
  const texts = leaves.filter(leaf => hasText(nodes[leaf]!));
  const changes = new Set(
    texts.filter((leaf, i) => i > 0 && labelAt(session, texts[i - 1]!) !== labelAt(session, leaf)),
  );
  return jump(session, 'change', leaf => changes.has(leaf));
};

function jump(session: Session, target: string, passes: (leaf: number) => boolean, way: 1 | -1 = 1): Outcome {
  const index = walkLeaves(session.outline, session.selected, way, passes);
  if (index === session.selected) return { session, message: `There is no other ${target}.` };
  return select(index)(session);
}

/** Selects the least certain suggestion, even if it was accepted; repeated calls go on to the next least certain. */
export const stepToUncertain: Action = session => {
  const open = [...session.suggestions.values()]
    .filter(({ node, probability }) => probability !== undefined && session.outline.at.has(node))
    .sort((a, b) => a.probability! - b.probability! || a.node - b.node);
  if (open.length === 0) return { session, message: 'There are no suggestions.' };
  const here = session.outline.nodes[session.selected]!.node;
  const place = session.lastUncertain === here ? open.findIndex(own => own.node === here) + 1 : 0;
  const { node, label, probability } = open[place % open.length]!;
  const { session: selected, message } = select(session.outline.at.get(node)!)(session);
  return {
    session: { ...selected, lastUncertain: node },
    message: `${message}: ${titleOf(session, label)}, ${Math.round(probability! * 100)} %`,
  };
};

const MOST_OF_PAGE = 0.75;

/**
 * Selects the largest element around the selection with at most MOST_OF_PAGE of the leaves; if it is selected already,
 * its parent.
 */
export const selectPart: Action = session => {
  const { nodes, leaves } = session.outline;
  const size = (index: number) => leaves.filter(leaf => leaf >= index && leaf < nodes[index]!.end).length;
  const most = MOST_OF_PAGE * leaves.length;
  let part = session.selected;
  for (let up = nodes[part]!.parent; up >= 0 && size(up) <= most; up = nodes[up]!.parent) part = up;
  if (part === session.selected) part = nodes[part]!.parent;
  if (part < 0) return { session, message: 'The selection has no parent.' };
  return select(part)(session);
};
