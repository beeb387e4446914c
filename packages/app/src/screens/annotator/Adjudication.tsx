import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Decisions, type Disagreement, decisionKey, nextOpen } from '../../annotation/comparison.js';
import { labelKeys, matchKeys } from '../../annotation/label-keys.js';
import { type Mark, marksOf } from '../../annotation/marks.js';
import { beginning } from '../../annotation/say.js';
import type { LabelSet } from '../../annotation/session.js';
import { PageFrame } from '../../frame/PageFrame.js';
import type { PageDocument } from '../../frame/page-document.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { VirtualList } from '../../ui/VirtualList.js';
import { Choice, DisagreementRow } from './DisagreementParts.js';
import { LabelChip } from './LabelChip.js';
import { frameLooks, markName, OTHER, SELECTED } from './looks.js';
import { handIn } from './saving-desk.js';
import { ADJUDICATED, type StoredPage } from './server.js';
import { useDecisions } from './use-decisions.js';

interface Props {
  readonly list: readonly Disagreement[];
  readonly one: string;
  readonly other: string;
  readonly set: LabelSet;
  readonly pages: readonly StoredPage[];
}

const ROW = 44;

/** The nodes on which two differ, one by one: what is decided becomes the label of nobody but the adjudication. */
export function Adjudication({ list, one, other, set, pages }: Props) {
  const [at, setAt] = useState(0);
  const [decisions, setDecisions] = useDecisions(list);
  const [view, setView] = useState<{ page: string; document: PageDocument }>();
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const marks = useMemo(() => marksOf(set.labels), [set]);
  const keys = useMemo(() => labelKeys(set.labels), [set]);
  const current = list[at]!;
  const held = useRef({ at, typed });
  held.current = { at, typed };
  const title = (label: string | null) =>
    label === null ? 'no label' : (set.labels.find(({ name }) => name === label)?.title ?? label);

  const decide = (label: string | null) => {
    const disagreement = list[held.current.at]!;
    const { page, node } = disagreement;
    const decided = new Map(decisions).set(decisionKey(disagreement), label);
    const isDone = list.every(each => each.page !== page || decided.has(decisionKey(each)));
    const wish = label === null ? { node, label } : { node, label, scope: 'node' as const };
    handIn(page, ADJUDICATED, [wish], isDone ? true : undefined);
    setDecisions(decided);
    setTyped('');
    const next = nextOpen(list, decided, held.current.at);
    setSaid(
      `${title(label)}. ${next === undefined ? 'All are decided.' : `${list.length - decided.size} left.`}`,
    );
    if (next !== undefined) setAt(next);
  };
  const type = (letter: string) => {
    const match = matchKeys(keys, held.current.typed + letter);
    held.current.typed = match.isBegun ? held.current.typed + letter : '';
    setTyped(held.current.typed);
    if (match.label !== undefined) decide(match.label);
  };
  useShortcuts('Adjudication', [
    { keys: '1', title: `As ${one} says`, run: () => decide(list[held.current.at]!.one) },
    { keys: '2', title: `As ${other} says`, run: () => decide(list[held.current.at]!.other) },
    { keys: '0', title: 'No label', run: () => decide(null) },
    { keys: 'ArrowDown', title: 'Next', run: () => setAt(now => Math.min(now + 1, list.length - 1)) },
    { keys: 'ArrowUp', title: 'Previous', run: () => setAt(now => Math.max(now - 1, 0)) },
    ...[...new Set([...keys.values()].join(''))].map(letter => ({
      keys: letter,
      title: 'Another label by its key',
      run: () => type(letter),
    })),
  ]);
  useEffect(() => {
    if (view?.page !== current.page) return;
    view.document.markOne('selected', current.node);
    view.document.scrollTo(current.node);
  }, [view, current]);
  useEffect(() => {
    if (view) showDecisions(view.document, view.page, list, decisions, marks);
  }, [view, decisions]);

  const text = view?.page === current.page ? view.document.element(current.node)?.textContent : undefined;
  return (
    <div class="adjudication">
      <p class="unseen" role="status" aria-live="polite">
        {said}
      </p>
      <section class="panel" aria-label="Disagreements">
        <h2 class="panel-title">
          {decisions.size} of {list.length} decided
        </h2>
        <VirtualList
          label="Disagreements"
          count={list.length}
          rowHeight={ROW}
          current={at}
          onCurrent={setAt}
          row={row => (
            <DisagreementRow
              disagreement={list[row]!}
              number={pages.findIndex(({ id }) => id === list[row]!.page) + 1}
              decided={decisions.get(decisionKey(list[row]!))}
              marks={marks}
              title={title}
            />
          )}
        />
      </section>
      <div class="stage">
        <PageFrame
          key={current.page}
          src={`/frame/pages/${encodeURIComponent(current.page)}`}
          title="The page in question"
          onReady={document => {
            document.look('framed', frameLooks(marks.values()));
            document.look('selected', { on: SELECTED });
            setView({ page: current.page, document });
          }}
          onPick={node => {
            const found = list.findIndex(each => each.page === current.page && each.node === node);
            if (found >= 0) setAt(found);
          }}
        />
      </div>
      <section class="panel decision" aria-label="Decision">
        <p class="decision-text">{text ? beginning(text, 240) : `Node ${current.node}`}</p>
        <Choice keys="1" who={one} label={current.one} marks={marks} title={title} onTake={decide} />
        <Choice keys="2" who={other} label={current.other} marks={marks} title={title} onTake={decide} />
        <details class="others" open={typed !== ''}>
          <summary>Another label</summary>
          <ul class={set.labels.length > 8 ? 'palette many' : 'palette'}>
            {set.labels
              .filter(({ name }) => keys.get(name)?.startsWith(typed))
              .map(({ name }) => (
                <li key={name}>
                  <button type="button" class="palette-label" onClick={() => decide(name)}>
                    <LabelChip mark={marks.get(name)} />
                    <span class="palette-name">{title(name)}</span>
                    <kbd>{keys.get(name)}</kbd>
                  </button>
                </li>
              ))}
            <li>
              <button type="button" class="palette-label" onClick={() => decide(null)}>
                <span class="palette-name">No label</span>
                <kbd>0</kbd>
              </button>
            </li>
          </ul>
        </details>
      </section>
    </div>
  );
}

function showDecisions(
  document: PageDocument,
  page: string,
  list: readonly Disagreement[],
  decisions: Decisions,
  marks: ReadonlyMap<string, Mark>,
): void {
  const framed = new Map<number, string>();
  for (const each of list) {
    const label = each.page === page ? decisions.get(decisionKey(each)) : undefined;
    if (label !== undefined && label !== null) framed.set(each.node, markName(marks.get(label) ?? OTHER));
  }
  document.mark('framed', framed);
}
