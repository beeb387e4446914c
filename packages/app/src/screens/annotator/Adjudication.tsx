import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Decisions, type Disagreement, decisionKey } from '../../annotation/comparison.js';
import { type Mark, marksOf } from '../../annotation/marks.js';
import { beginning } from '../../annotation/say.js';
import type { LabelSet } from '../../annotation/session.js';
import { PageFrame } from '../../frame/PageFrame.js';
import type { PageDocument } from '../../frame/page-document.js';
import { VirtualList } from '../../ui/VirtualList.js';
import { Choice, DisagreementRow } from './DisagreementParts.js';
import { frameStyles, markName, OTHER, SELECTED } from './label-styles.js';
import { OtherLabels } from './OtherLabels.js';
import type { StoredPage } from './server.js';
import { useAdjudication } from './use-adjudication.js';

interface AdjudicationProps {
  readonly list: readonly Disagreement[];
  readonly one: string;
  readonly other: string;
  readonly set: LabelSet;
  readonly pages: readonly StoredPage[];
}

const ROW = 44;

/** The nodes on which two differ, one by one: what is decided becomes the label of nobody but the adjudication. */
export function Adjudication({ list, one, other, set, pages }: AdjudicationProps) {
  const [view, setView] = useState<{ page: string; document: PageDocument }>();
  const marks = useMemo(() => marksOf(set.labels), [set]);
  const { at, setAt, decisions, typed, message, keys, title, decide } = useAdjudication({
    list,
    one,
    other,
    set,
  });
  const current = list[at]!;
  useEffect(() => {
    if (view?.page !== current.page) return;
    view.document.markOne('selected', current.node);
    view.document.scrollTo(current.node);
  }, [view, current]);
  useEffect(() => {
    if (view) showDecisions(view.document, view.page, list, decisions, marks);
  }, [view, decisions]);

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
          title="The page in question"
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
        <OtherLabels set={set} keys={keys} typed={typed} marks={marks} title={title} onChoose={decide} />
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
