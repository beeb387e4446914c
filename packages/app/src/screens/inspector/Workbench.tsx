import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Decision, Evidence, FactDecision, NodeLabel } from '../../client/api.js';
import { withQuery } from '../../client/request.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { SplitPane } from '../../ui/layout.js';
import { HoverCard } from './BlockDetails.js';
import {
  chosenBlocks,
  differences,
  FILTERS,
  type Filter,
  initialBlock,
  nextUncertain,
  nextWhere,
  stepFrom,
} from './blocks.js';
import { type OpenPage, PagePane, scrollTogether } from './PagePane.js';
import { Side, type SideTab } from './Side.js';
import type { InspectorOptions } from './Toolbar.js';

export interface WorkbenchProps {
  readonly view: string;
  readonly options: InspectorOptions;
  readonly onOptions: (options: InspectorOptions) => void;
  readonly decisions: readonly Decision[];
  readonly labels: readonly NodeLabel[] | undefined;
  readonly fields: readonly FactDecision[] | undefined;
  readonly others: readonly Decision[] | undefined;
  /** The evidence that is the same for all blocks. */
  readonly page: Evidence | undefined;
  /** Facts about the page from a method other than Pith's own. */
  readonly notes: readonly string[] | undefined;
  readonly names: readonly [string, string] | undefined;
  readonly moved: ReadonlySet<number>;
  /** First text node of the initial block. */
  readonly startAt: number | undefined;
  readonly onPosition: (textFirst: number | undefined) => void;
  readonly onToggle: ((decision: Decision) => void) | undefined;
}

const NO_POINTER = { block: -1, side: 0, x: 0, y: 0 };

export type Bench = WorkbenchProps & ReturnType<typeof useBench>;

/** The state that the page and the panes beside it share, and the keys that change it. */
function useBench(props: WorkbenchProps) {
  const { options, onOptions, decisions, labels, fields, others, moved, onToggle } = props;
  const [current, setCurrent] = useState(() => initialBlock(decisions, props.startAt));
  const [pointer, setPointer] = useState(NO_POINTER);
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const [chosenTab, setTab] = useState<SideTab>('blocks');
  const tab = chosenTab === 'metadata' && fields === undefined ? 'blocks' : chosenTab;
  const [open, setOpen] = useState<OpenPage>();
  const searchField = useRef<HTMLInputElement>(null);
  const different = useMemo(
    () => (others === undefined ? moved : differences(decisions, others)),
    [decisions, others, moved],
  );
  // A layout effect, so that a key pressed right after a click uses the clicked block.
  useLayoutEffect(() => props.onPosition(decisions[current]?.textFirst), [decisions, current]);
  const jump = (passes: (decision: Decision) => boolean) => setCurrent(nextWhere(decisions, current, passes));
  const lastUncertain = useRef(-1);
  const goToUncertain = () => {
    lastUncertain.current = nextUncertain(decisions, lastUncertain.current === current ? current : -1);
    setCurrent(lastUncertain.current);
  };
  const toggleBlock = (block: number) => {
    const decision = decisions[block];
    if (decision !== undefined) onToggle?.(decision);
  };
  const labelOf = useMemo(() => new Map(labels?.map(({ node, label }) => [node, label])), [labels]);
  const listed = useMemo(
    () => chosenBlocks(decisions, { filter, search, different }),
    [decisions, filter, search, different],
  );
  const filters = FILTERS.filter(each => each !== 'different' || others !== undefined || moved.size > 0);
  useShortcuts('Inspector', [
    { keys: 'j', title: 'Next block', run: () => setCurrent(stepFrom(listed, current, 1)) },
    { keys: 'k', title: 'Previous block', run: () => setCurrent(stepFrom(listed, current, -1)) },
    { keys: 'n', title: 'Next kept block', run: () => jump(({ kept }) => kept) },
    { keys: 'm', title: 'Next dropped block', run: () => jump(({ kept }) => !kept) },
    { keys: 'c', title: 'Least certain block, then the next', run: goToUncertain },
    { keys: 'x', title: 'Keep or drop the block', run: () => toggleBlock(current) },
    { keys: '/', title: 'Search', run: () => searchField.current?.focus() },
    {
      keys: 'f',
      title: 'Next filter',
      run: () => setFilter(filters[(filters.indexOf(filter) + 1) % filters.length]!),
    },
    {
      keys: 'h',
      title: 'Colours: decisions or probabilities',
      run: () => onOptions({ ...options, paint: options.paint === 'heat' ? 'decisions' : 'heat' }),
    },
    { keys: 'Escape', title: 'Deselect the block', run: () => setCurrent(-1) },
  ]);

  return {
    current,
    setCurrent,
    pointer,
    setPointer,
    pointAt: (block: number) => setPointer(block < 0 ? NO_POINTER : { ...NO_POINTER, block, side: -1 }),
    filter,
    setFilter,
    search,
    setSearch,
    searchField,
    tab,
    setTab,
    places: open?.places,
    setOpen,
    scrollTo: (node: number) => open?.page.scrollTo(node),
    different,
    labelOf,
    listed,
    toggleBlock,
  };
}

export function Workbench(props: WorkbenchProps) {
  const { view, options, decisions, fields, others, names } = props;
  const bench = useBench(props);
  const { current, pointer, setPointer } = bench;
  const scrolling = useMemo(scrollTogether, []);
  const src = withQuery(`/frame/views/${encodeURIComponent(view)}`, {
    assets: options.assets ? 1 : undefined,
  });
  const sides: (readonly Decision[])[] = others === undefined ? [decisions] : [decisions, others];
  const hovered = sides[pointer.side]?.[pointer.block];
  return (
    <>
      <SplitPane
        label="Width of the page"
        initial={others === undefined ? 64 : 72}
        first={
          <div class="pages">
            {sides.map((side, at) => (
              <figure key={at} class="column page-side">
                {names !== undefined && <figcaption>{names[at]}</figcaption>}
                <PagePane
                  src={src}
                  title={names === undefined ? 'The page' : `The page by ${names[at]}`}
                  decisions={side}
                  paint={options.paint}
                  hidesFixed={options.hidesFixed}
                  current={current}
                  pointed={pointer.block}
                  different={bench.different}
                  fields={bench.tab === 'metadata' && at === 0 ? fields : undefined}
                  onOpen={opened => {
                    scrolling.add(opened.page);
                    if (at === 0) bench.setOpen(opened);
                  }}
                  onPoint={(block, place) =>
                    setPointer(block < 0 ? NO_POINTER : { block, side: at, ...place })
                  }
                  onPick={bench.setCurrent}
                  onScroll={scrolling.follow}
                />
              </figure>
            ))}
          </div>
        }
        second={<Side {...props} {...bench} />}
      />
      {hovered !== undefined && <HoverCard decision={hovered} at={pointer} />}
    </>
  );
}
