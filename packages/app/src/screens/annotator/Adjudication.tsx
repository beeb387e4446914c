import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { labelKeys, type Mark, marksOf, matchKeys } from '../../annotation/label-set.js';
import { beginning, type LabelSet } from '../../annotation/session.js';
import { ADJUDICATED, type StoredPage, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { type PageDocument, PageFrame } from '../../frame/PageFrame.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { VirtualList } from '../../ui/VirtualList.js';
import { LabelChip, LabelList } from './LabelPalette.js';
import { frameStyles, markName, OTHER, SELECTED } from './page-marks.js';
import { saveEdits } from './saving.js';

export interface AdjudicationProps {
  readonly list: readonly Disagreement[];
  readonly one: string;
  readonly other: string;
  readonly set: LabelSet;
  readonly pages: readonly StoredPage[];
}

const ROW = 44;

/** Lists the disagreements of two annotators. Decisions are saved as labels of the adjudicator. */
export function Adjudication(props: AdjudicationProps) {
  const { list, one, other, set, pages } = props;
  const [view, setView] = useState<{ page: string; document: PageDocument }>();
  const marks = useMemo(() => marksOf(set.labels), [set]);
  const { at, setAt, decisions, made, stored, typed, message, keys, title, decide } = useAdjudication(props);
  const current = list[at]!;
  useEffect(() => {
    if (view?.page !== current.page) return;
    view.document.markOne('selected', current.node);
    view.document.scrollTo(current.node);
  }, [view, current]);
  useEffect(() => {
    if (view) showDecisions(view.document, view.page, list, decisions, marks);
  }, [view, made, stored]);

  const textOf = ({ page, node }: Disagreement) =>
    (view?.page === page ? view.document.element(node)?.textContent : undefined) ?? undefined;
  const text = textOf(current);
  return (
    <div class="adjudication">
      <p class="unseen" role="status" aria-live="polite">
        {message}
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
              text={textOf(list[row]!)}
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
          title="The page with the disagreement"
          onReady={document => {
            document.style('framed', frameStyles(marks.values()));
            document.style('selected', { on: SELECTED });
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
        <Choice keys="1" who={one} label={current.one} marks={marks} title={title} onChoose={decide} />
        <Choice keys="2" who={other} label={current.other} marks={marks} title={title} onChoose={decide} />
        <details class="others" open={typed !== ''}>
          <summary>Another label</summary>
          <LabelList
            labels={set.labels.filter(({ name }) => keys.get(name)?.startsWith(typed))}
            keys={keys}
            marks={marks}
            onChoose={decide}
          />
          <Choice keys="0" label={null} marks={marks} title={() => 'No label'} onChoose={decide} />
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

interface Words {
  readonly marks: ReadonlyMap<string, Mark>;
  readonly title: (label: string | null) => string;
}

interface ChoiceProps extends Words {
  readonly keys: string;
  readonly who?: string;
  readonly label: string | null;
  readonly onChoose: (label: string | null) => void;
}

function Choice({ keys, who, label, marks, title, onChoose }: ChoiceProps) {
  return (
    <button type="button" class="palette-label choice" onClick={() => onChoose(label)}>
      {label !== null && <LabelChip mark={marks.get(label)} />}
      <span class="palette-name">
        {who !== undefined && <span class="soft small">{who}</span>} {title(label)}
      </span>
      <kbd>{keys}</kbd>
    </button>
  );
}

interface RowProps extends Words {
  readonly disagreement: Disagreement;
  readonly number: number;
  readonly text: string | undefined;
  readonly decided: string | null | undefined;
}

function DisagreementRow({ disagreement: { one, other }, number, text, decided, marks, title }: RowProps) {
  return (
    <span class="column disagreement">
      <span class="soft small figure">{text ? beginning(text, 60) : `page ${number}`}</span>
      <span>
        {title(one)} <span aria-hidden="true">≠</span>
        <span class="unseen">or</span> {title(other)}
        {decided !== undefined && (
          <strong>
            {' '}
            → {decided !== null && <LabelChip mark={marks.get(decided)} />} {title(decided)}
          </strong>
        )}
      </span>
    </span>
  );
}

function useAdjudication({ list, one, other, set }: AdjudicationProps) {
  const [at, setAt] = useState(0);
  const stored = useLoaded(() => readDecisions(list), [list]);
  const [made, setMade] = useState<Decisions>(new Map());
  const decisions: Decisions = new Map([...(stored.data ?? []), ...made]);
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
    setMade(new Map(made).set(decisionKey(disagreement), label));
    const isDone = list.every(each => each.page !== page || decided.has(decisionKey(each)));
    const edit = label === null ? { node, label } : { node, label, scope: 'node' as const };
    saveEdits(page, ADJUDICATED, [edit], isDone ? true : undefined);
    setTyped('');
    const next = nextUndecided(list, decided, latest.current.at);
    setMessage(
      `${title(label)}. ${next === undefined ? 'All disagreements are decided.' : `${list.length - decided.size} left.`}`,
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
    { keys: '1', title: `Label of ${one}`, run: () => decide(list[latest.current.at]!.one) },
    { keys: '2', title: `Label of ${other}`, run: () => decide(list[latest.current.at]!.other) },
    { keys: '0', title: 'No label', run: () => decide(null) },
    { keys: 'ArrowDown', title: 'Next', run: () => setAt(now => Math.min(now + 1, list.length - 1)) },
    { keys: 'ArrowUp', title: 'Previous', run: () => setAt(now => Math.max(now - 1, 0)) },
    ...[...new Set([...keys.values()].join(''))].map(letter => ({
      keys: letter,
      title: 'Another label',
      run: () => type(letter),
    })),
  ]);
  return { at, setAt, decisions, made, stored: stored.data, typed, message, keys, title, decide };
}

async function readDecisions(list: readonly Disagreement[]): Promise<Decisions> {
  const wanted = new Set(list.map(decisionKey));
  const pages = [...new Set(list.map(({ page }) => page))];
  const labels = await Promise.all(pages.map(page => server.labels(page, ADJUDICATED)));
  const stored = labels.flatMap(({ page, labels }) =>
    labels.map(({ node, label }) => [decisionKey({ page, node }), label] as const),
  );
  return new Map(stored.filter(([key]) => wanted.has(key)));
}

/** A node that two annotators labelled differently; null for no label. */
export interface Disagreement {
  readonly page: string;
  readonly node: number;
  readonly one: string | null;
  readonly other: string | null;
}

export type Decisions = ReadonlyMap<string, string | null>;

export const decisionKey = ({ page, node }: Pick<Disagreement, 'page' | 'node'>) => `${page} ${node}`;

export function nextUndecided(
  list: readonly Disagreement[],
  decisions: Decisions,
  from: number,
): number | undefined {
  for (let step = 1; step <= list.length; step++) {
    const at = (from + step) % list.length;
    if (!decisions.has(decisionKey(list[at]!))) return at;
  }
  return undefined;
}

/** Interpretation of Cohen's κ by Landis and Koch (1977). */
export function describeKappa(kappa: number): string {
  return KAPPA_WORDS.find(([least]) => kappa >= least)![1];
}

const KAPPA_WORDS: readonly (readonly [number, string])[] = [
  [0.81, 'almost perfect'],
  [0.61, 'substantial'],
  [0.41, 'moderate'],
  [0.21, 'fair'],
  [0, 'slight'],
  [Number.NEGATIVE_INFINITY, 'poor'],
];
