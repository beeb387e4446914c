import type { RefObject } from 'preact';
import type { Decision, FactDecision } from '../../client/extract.js';
import { Segments } from '../../ui/Segments.js';
import { Tabs } from '../../ui/Tabs.js';
import { BlockDetails } from './BlockDetails.js';
import { BlockList } from './BlockList.js';
import { type BlockPlaces, labelsOf } from './blocks.js';
import type { Filter } from './choice.js';
import { FieldList } from './FactList.js';
import { TreeList } from './TreeList.js';

/** What is shown beside the page. */
export type SideTab = 'blocks' | 'tree' | 'facts';

interface SideProps {
  readonly decisions: readonly Decision[];
  /** What a method that labels nodes said of them. */
  readonly labels: ReadonlyMap<number, string>;
  readonly others: readonly Decision[] | undefined;
  /** Absent where the method chooses none. */
  readonly facts: readonly FactDecision[] | undefined;
  readonly tab: SideTab;
  readonly onTab: (tab: SideTab) => void;
  readonly names: readonly [string, string] | undefined;
  readonly places: BlockPlaces | undefined;
  readonly different: ReadonlySet<number>;
  readonly listed: readonly number[];
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly current: number;
  readonly onCurrent: (block: number) => void;
  readonly onPointNode: (node: number) => void;
  /** The block under the pointer, here or on the page. */
  readonly pointed: number;
  readonly onPoint: (block: number) => void;
  readonly onToggle: ((block: number) => void) | undefined;
}

/** Beside the page: its blocks, its tree or its facts, and why the one that is looked at was kept or dropped. */
export function Side(props: SideProps) {
  const { decisions, labels, others, names, places, different, listed, current, onCurrent } = props;
  const { facts, tab } = props;
  const tabs = [
    { name: 'blocks', title: 'Blocks', count: listed.length },
    { name: 'tree', title: 'Tree' },
    ...(facts === undefined ? [] : [{ name: 'facts', title: 'Facts' }]),
  ];
  return (
    <div class="fill inspector-side">
      <div class="column side-filter">
        <Segments<Filter>
          label="Blocks to list"
          value={props.filter}
          choices={filterChoices(decisions, different, others !== undefined || different.size > 0)}
          onValue={props.onFilter}
        />
        <input
          ref={props.searchField}
          type="search"
          aria-label="Search blocks"
          placeholder="Search text, reason, path"
          value={props.search}
          onInput={event => props.onSearch(event.currentTarget.value)}
        />
      </div>
      <Tabs label="Beside the page" tabs={tabs} chosen={tab} onChoose={name => props.onTab(name as SideTab)}>
        {tab === 'facts' && facts !== undefined ? (
          <FieldList facts={facts} current={current} onCurrent={onCurrent} />
        ) : tab === 'tree' && places !== undefined ? (
          <TreeList
            places={places}
            decisions={decisions}
            labels={labels}
            current={current}
            onCurrent={onCurrent}
            onPoint={props.onPointNode}
          />
        ) : (
          <BlockList
            decisions={decisions}
            listed={listed}
            different={different}
            current={current}
            onCurrent={onCurrent}
            pointed={props.pointed}
            onPoint={props.onPoint}
          />
        )}
      </Tabs>
      <section class="side-details" aria-label="Decision" aria-live="polite">
        <BlockDetails
          decision={decisions[current]}
          labels={places === undefined ? [] : labelsOf(decisions[current], labels, places.outline)}
          other={others?.[current]}
          names={names}
          onToggle={props.onToggle && (() => props.onToggle!(current))}
        />
      </section>
    </div>
  );
}

function filterChoices(decisions: readonly Decision[], different: ReadonlySet<number>, compares: boolean) {
  const kept = decisions.filter(decision => decision.kept).length;
  const choices: { value: Filter; title: string }[] = [
    { value: 'all', title: `All ${decisions.length}` },
    { value: 'kept', title: `Kept ${kept}` },
    { value: 'dropped', title: `Dropped ${decisions.length - kept}` },
  ];
  return compares
    ? [...choices, { value: 'different' as const, title: `Different ${different.size}` }]
    : choices;
}
