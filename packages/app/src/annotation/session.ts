import { counted } from '../ui/words.js';
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

export interface LabelSet {
  readonly name: string;
  readonly title?: string | undefined;
  /** Label that unlabelled leaves get when the page is done. */
  readonly rest?: string | undefined;
  /** True if labels classify elements rather than their text. */
  readonly onElements?: boolean | undefined;
  readonly labels: readonly LabelChoice[];
}

export interface Session {
  readonly outline: Outline;
  readonly labelSet: LabelSet;
  readonly keys: ReadonlyMap<string, string>;
  readonly history: History;
  readonly selected: number;
  readonly scope: Scope | undefined;
  readonly autoAdvance: boolean;
  readonly suggestions: Suggestions;
  readonly cursor: TextCursor | undefined;
  /** Selected text. If there is any, labels apply to it instead of the node. */
  readonly ranges: readonly TextRange[];
  readonly lastUncertain?: number | undefined;
  /** First key of a two-key label, until the second is pressed. */
  readonly typed: string;
}

interface SessionView {
  readonly effective: readonly (Effective | undefined)[];
  readonly ranges: ReadonlyMap<number, readonly PageLabel[]>;
  readonly open: readonly Suggestion[];
  readonly coverage: { readonly labelled: number; readonly leaves: number };
}

export interface Outcome {
  readonly session: Session;
  readonly edits?: readonly Edit[];
  readonly message?: string;
}

export type Action = (session: Session) => Outcome;

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

export function scopeNow({ scope, outline, selected, labelSet }: Session): Scope {
  return scope ?? defaultScope(labelSet.onElements ?? false, outline.nodes[selected]!);
}

export function titleOf({ labelSet }: Session, label: string): string {
  return labelSet.labels.find(({ name }) => name === label)?.title || label;
}

export function beginning(text: string, longest = 60): string {
  const plain = text
    .slice(0, longest * 20)
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest).trimEnd()}…` : plain;
}

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

export function describeLabelling(session: Session, label: string): string {
  const { ranges, outline, selected } = session;
  const { tag } = outline.nodes[selected]!;
  const target =
    ranges.length > 0
      ? 'the selected text'
      : scopeNow(session) === 'subtree'
        ? `${tag} and all in it`
        : tag === '#text'
          ? 'this text'
          : tag;
  return `${titleOf(session, label)}: ${target}`;
}
