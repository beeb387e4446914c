import { type History, historyFrom } from './history.js';
import { type LabelChoice, labelKeys } from './label-set.js';
import {
  coverage,
  defaultScope,
  type Edit,
  type Effective,
  effectiveLabels,
  type LabelMap,
  openSuggestions,
  type PageLabel,
  rangesByNode,
  type Scope,
  type Suggestion,
  type Suggestions,
  type TextRange,
} from './labels.js';
import type { Outline } from './outline.js';
import type { TextCursor } from './text-selection.js';

/** The labels to choose from. */
export interface LabelSet {
  readonly name: string;
  readonly title?: string | undefined;
  /** What leaves without a label are on a page that is done. */
  readonly rest?: string | undefined;
  /** Whether labels judge elements rather than the text in them. */
  readonly onElements?: boolean | undefined;
  readonly labels: readonly LabelChoice[];
}

/** Everything about labelling one page, as it stands. */
export interface Session {
  readonly outline: Outline;
  readonly labelSet: LabelSet;
  readonly keys: ReadonlyMap<string, string>;
  readonly history: History;
  /** Index of the selected node in the outline. */
  readonly selected: number;
  /** Undefined leaves it to the label set and the node. */
  readonly scope: Scope | undefined;
  /** Whether a label leads on to the next leaf without one. */
  readonly autoAdvance: boolean;
  readonly suggestions: Suggestions;
  /** There while text is selected by key. */
  readonly cursor: TextCursor | undefined;
  /** Text selected by mouse or key; a label goes to it rather than to the node. */
  readonly ranges: readonly TextRange[];
  /** The node that was selected last because its suggestion is in doubt. */
  readonly lastUncertain?: number | undefined;
  /** The first key of a label that has two. */
  readonly typed: string;
}

/** What follows from the session's state. */
interface SessionView {
  readonly effective: readonly (Effective | undefined)[];
  readonly ranges: ReadonlyMap<number, readonly PageLabel[]>;
  readonly open: readonly Suggestion[];
  readonly coverage: { readonly labelled: number; readonly leaves: number };
}

/** What an action leads to: another state, what the server must be told, what is said aloud. */
export interface Outcome {
  readonly session: Session;
  readonly edits?: readonly Edit[];
  readonly message?: string;
}

/** Something the annotator does. */
export type Action = (session: Session) => Outcome;

/** A session at its beginning: the first shown leaf's block is selected. */
export function beginSession(outline: Outline, labels: LabelMap, labelSet: LabelSet): Session {
  return {
    outline,
    labelSet,
    keys: labelKeys(labelSet.labels),
    history: historyFrom(labels),
    selected: outline.leaves[0] ?? 0,
    scope: undefined,
    autoAdvance: false,
    suggestions: new Map(),
    cursor: undefined,
    ranges: [],
    typed: '',
  };
}

const views = new WeakMap<LabelMap, { outline: Outline; suggestions: Suggestions; view: SessionView }>();

/** What follows from the state; computed once for the same labels and suggestions. */
export function viewOf({ outline, history, suggestions }: Session): SessionView {
  const { labels } = history;
  const cached = views.get(labels);
  if (cached?.outline === outline && cached.suggestions === suggestions) return cached.view;
  const effective = effectiveLabels(outline, labels);
  const ranges = rangesByNode(labels);
  const view = {
    effective,
    ranges,
    open: openSuggestions(outline, suggestions, effective),
    coverage: coverage(outline, effective, ranges),
  };
  views.set(labels, { outline, suggestions, view });
  return view;
}

/** How far the next label would reach. */
export function scopeNow({ scope, outline, selected, labelSet }: Session): Scope {
  return scope ?? defaultScope(labelSet.onElements ?? false, outline.nodes[selected]!);
}

/** A label as it is called. */
export function titleOf({ labelSet }: Session, label: string): string {
  return labelSet.labels.find(({ name }) => name === label)?.title || label;
}

const LONGEST = 60;

/** A count with its noun, for speech and status lines. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The beginning of a text, with single spaces. */
export function beginning(text: string, longest = LONGEST): string {
  const plain = text
    .slice(0, longest * 20)
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest).trimEnd()}…` : plain;
}

/** What is selected, for those who listen: what it is, what it says, what label it has. */
export function describeSelection(session: Session): string {
  const { outline, selected } = session;
  const node = outline.nodes[selected];
  if (!node) return 'Nothing is selected.';
  const view = viewOf(session);
  const effective = view.effective[selected];
  const ranged = view.ranges.get(node.node)?.length ?? 0;
  const suggested = effective ? undefined : view.open.find(each => each.node === node.node);
  const parts = [
    node.kind === 'text' ? 'text' : node.tag,
    beginning(node.element.textContent ?? ''),
    effective
      ? `label ${titleOf(session, effective.label)}${effective.isOwn ? '' : ', inherited'}`
      : 'no label',
    ranged > 0 ? counted(ranged, 'labelled range') : '',
    suggested ? `suggested ${titleOf(session, suggested.label)}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** What a label was put on. */
export function describeLabelling(session: Session, label: string): string {
  const { ranges, outline, selected } = session;
  const { tag } = outline.nodes[selected]!;
  const target =
    ranges.length > 0
      ? 'the selected text'
      : scopeNow(session) === 'subtree'
        ? `${tag} and all in it`
        : `${tag === '#text' ? 'this text' : tag}`;
  return `${titleOf(session, label)}: ${target}`;
}
