import { useEffect, useState } from 'preact/hooks';
import { ABOUT } from 'webpith/stages';
import type { Decision, FactDecision } from '../../client/api.js';
import { HEAT_STEPS, heatColour } from '../../frame/mark-styles.js';
import { OutlineTree } from '../../frame/OutlineTree.js';
import { Segments } from '../../ui/controls.js';
import { Tabs } from '../../ui/layout.js';
import { VirtualList } from '../../ui/VirtualList.js';
import { BlockDetails, reasonOf } from './BlockDetails.js';
import { type BlockPlaces, type Filter, labelsOf, nextBlock } from './blocks.js';
import type { Bench } from './Workbench.js';

export type SideTab = 'blocks' | 'tree' | 'metadata';

export function Side(props: Bench) {
  const { decisions, labelOf, others, names, places, different, listed, current, fields, tab } = props;
  const tabs = [
    { name: 'blocks', title: 'Blocks', count: listed.length },
    { name: 'tree', title: 'Tree' },
    ...(fields === undefined ? [] : [{ name: 'metadata', title: 'Metadata' }]),
  ];
  return (
    <div class="fill inspector-side">
      <div class="row side-filter">
        <Segments<Filter>
          label="Blocks to list"
          value={props.filter}
          choices={filterChoices(decisions, different, others !== undefined || different.size > 0)}
          onValue={props.setFilter}
        />
        <input
          ref={props.searchField}
          type="search"
          aria-label="Search blocks"
          placeholder="Search"
          value={props.search}
          onInput={event => props.setSearch(event.currentTarget.value)}
        />
      </div>
      <Tabs label="Beside the page" tabs={tabs} chosen={tab} onChoose={name => props.setTab(name as SideTab)}>
        {tab === 'metadata' && fields !== undefined ? (
          <FieldList {...props} />
        ) : tab === 'tree' && places !== undefined ? (
          <TreeList {...props} places={places} />
        ) : (
          <BlockList {...props} />
        )}
      </Tabs>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <section class="side-details" aria-label="Decision" aria-live="polite" tabIndex={0}>
        <BlockDetails
          decision={decisions[current]}
          labels={places === undefined ? [] : labelsOf(decisions[current], labelOf, places.outline)}
          page={props.page}
          notes={props.notes}
          other={others?.[current]}
          names={names}
          onToggle={props.onToggle && (() => props.toggleBlock(current))}
        />
      </section>
    </div>
  );
}

function filterChoices(decisions: readonly Decision[], different: ReadonlySet<number>, compares: boolean) {
  const kept = decisions.filter(decision => decision.kept).length;
  return [
    { value: 'all' as const, title: `All ${decisions.length}` },
    { value: 'kept' as const, title: `Kept ${kept}` },
    { value: 'dropped' as const, title: `Dropped ${decisions.length - kept}` },
    ...(compares ? [{ value: 'different' as const, title: `Different ${different.size}` }] : []),
  ];
}

const ROW = 44;

function BlockList({ decisions, listed, different, current, setCurrent, pointer, pointAt }: Bench) {
  return (
    <VirtualList
      label="Blocks"
      count={listed.length}
      rowHeight={ROW}
      current={listed.indexOf(current)}
      onCurrent={at => setCurrent(listed[at]!)}
      rowClass={at =>
        [
          'block-row',
          different.has(listed[at]!) ? 'differs' : '',
          listed[at] === pointer.block ? 'pointed' : '',
        ].join(' ')
      }
      onPoint={at => pointAt(at < 0 ? -1 : listed[at]!)}
      row={at => <BlockRow decision={decisions[listed[at]!]!} />}
      empty="No blocks match the filter."
    />
  );
}

function BlockRow({ decision }: { decision: Decision }) {
  const { kept, score, text } = decision;
  return (
    <>
      <span class={kept ? 'dot kept' : 'dot dropped'} aria-hidden="true" />
      <span class="column block-text">
        <span class="ellipsis block-words">
          <bdi>{text.trim().slice(0, 160)}</bdi>
        </span>
        <span class="ellipsis block-reason">
          <span class="unseen">{kept ? 'Kept: ' : 'Dropped: '}</span>
          {reasonOf(decision)}
        </span>
      </span>
      <span class="heat" style={{ background: heatColour(Math.round(score * HEAT_STEPS)) }}>
        {Math.round(score * 100)}
      </span>
    </>
  );
}

function TreeList(props: Bench & { readonly places: BlockPlaces }) {
  const { places, decisions, labelOf, current, setCurrent } = props;
  const { outline, blockOf, nodes } = places;
  const [index, setIndex] = useState(-1);
  useEffect(() => {
    const at = outline.at.get(nodes[current]?.[0] ?? -1);
    if (at === undefined || blockOf.get(outline.nodes[index]?.node ?? -1) === current) return;
    setIndex(at);
  }, [current, outline]);
  return (
    <OutlineTree
      label="Tree of the page"
      outline={outline}
      current={index}
      onCurrent={at => {
        const { node } = outline.nodes[at]!;
        setIndex(at);
        props.scrollTo(node);
        const block = blockOf.get(node);
        if (block !== undefined) setCurrent(block);
      }}
      before={({ node }) => {
        const decision = decisions[blockOf.get(node) ?? -1];
        const label = labelOf.get(node);
        return (
          <>
            {decision !== undefined && (
              <span class={decision.kept ? 'dot kept' : 'dot dropped'}>
                <span class="unseen">{decision.kept ? 'kept' : 'dropped'}</span>
              </span>
            )}
            {label !== undefined && <span class="label-chip">{label}</span>}
          </>
        );
      }}
    />
  );
}

const titleOf = (fact: string) =>
  (ABOUT as Readonly<Record<string, { label?: string }>>)[fact]?.label ?? fact;

function FieldList({ fields = [], current, setCurrent }: Bench) {
  return (
    <div class="fill fact-list">
      <p class="soft small">
        On the page, chosen values have a solid outline, other candidates a dotted one.
      </p>
      {fields.map(({ fact, value, confidence, candidates }) => (
        <section key={fact} aria-label={titleOf(fact)}>
          <div class="spread">
            <h2>{titleOf(fact)}</h2>
            <span class="figure soft">
              {value === undefined && 'not found'}
              {confidence !== undefined && `${Math.round(confidence * 100)} % confidence`}
            </span>
          </div>
          {candidates.length === 0 && <p class="soft small">The page has no candidates.</p>}
          <ul class="plain-list">
            {candidates.map(candidate => (
              <li key={candidate.value}>
                <FieldRow candidate={candidate} current={current} setCurrent={setCurrent} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface FieldRowProps extends Pick<Bench, 'current' | 'setCurrent'> {
  readonly candidate: FactDecision['candidates'][number];
}

function FieldRow({ candidate, current, setCurrent }: FieldRowProps) {
  const { value, places, blocks, score, chosen } = candidate;
  const isHere = blocks.includes(current);
  return (
    <button
      type="button"
      class={chosen ? 'fact-row chosen' : 'fact-row'}
      disabled={blocks.length === 0}
      aria-current={isHere ? 'true' : undefined}
      onClick={() => setCurrent(nextBlock(blocks, current))}
    >
      <span class="column block-text">
        <span class="ellipsis block-words">
          {chosen && <span class="unseen">Chosen: </span>}
          <bdi>{value}</bdi>
        </span>
        <span class="ellipsis block-reason">
          {places.join(', ')}
          {blocks.length === 0 && ' · not shown on the page'}
        </span>
      </span>
      {score !== undefined && <span class="figure soft">{score.toFixed(1).replace('-', '−')}</span>}
    </button>
  );
}
