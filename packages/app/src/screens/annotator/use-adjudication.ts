import { useMemo, useRef, useState } from 'preact/hooks';
import { type Disagreement, decisionKey, nextUndecided } from '../../annotation/comparison.js';
import { labelKeys, matchKeys } from '../../annotation/label-keys.js';
import type { LabelSet } from '../../annotation/session.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { queueEdits } from './save-queues.js';
import { ADJUDICATED } from './server.js';
import { useDecisions } from './use-decisions.js';

interface AdjudicationInput {
  readonly list: readonly Disagreement[];
  readonly one: string;
  readonly other: string;
  readonly set: LabelSet;
}

/** Goes through disagreements one by one, by key or by button; what is decided is handed in for saving. */
export function useAdjudication({ list, one, other, set }: AdjudicationInput) {
  const [at, setAt] = useState(0);
  const [decisions, setDecisions] = useDecisions(list);
  const [typed, setTyped] = useState('');
  const [message, setMessage] = useState('');
  const keys = useMemo(() => labelKeys(set.labels), [set]);
  const latest = useRef({ at, typed });
  latest.current = { at, typed };
  const title = (label: string | null) =>
    label === null ? 'no label' : (set.labels.find(({ name }) => name === label)?.title ?? label);

  const decide = (label: string | null) => {
    const disagreement = list[latest.current.at]!;
    const { page, node } = disagreement;
    const decided = new Map(decisions).set(decisionKey(disagreement), label);
    const isDone = list.every(each => each.page !== page || decided.has(decisionKey(each)));
    const edit = label === null ? { node, label } : { node, label, scope: 'node' as const };
    queueEdits(page, ADJUDICATED, [edit], isDone ? true : undefined);
    setDecisions(decided);
    setTyped('');
    const next = nextUndecided(list, decided, latest.current.at);
    setMessage(
      `${title(label)}. ${next === undefined ? 'All are decided.' : `${list.length - decided.size} left.`}`,
    );
    if (next !== undefined) setAt(next);
  };
  const type = (letter: string) => {
    const match = matchKeys(keys, latest.current.typed + letter);
    latest.current.typed = match.isBegun ? latest.current.typed + letter : '';
    setTyped(latest.current.typed);
    if (match.label !== undefined) decide(match.label);
  };
  useShortcuts('Adjudication', [
    { keys: '1', title: `As ${one} says`, run: () => decide(list[latest.current.at]!.one) },
    { keys: '2', title: `As ${other} says`, run: () => decide(list[latest.current.at]!.other) },
    { keys: '0', title: 'No label', run: () => decide(null) },
    { keys: 'ArrowDown', title: 'Next', run: () => setAt(now => Math.min(now + 1, list.length - 1)) },
    { keys: 'ArrowUp', title: 'Previous', run: () => setAt(now => Math.max(now - 1, 0)) },
    ...[...new Set([...keys.values()].join(''))].map(letter => ({
      keys: letter,
      title: 'Another label by its key',
      run: () => type(letter),
    })),
  ]);
  return { at, setAt, decisions, typed, message, keys, title, decide };
}
