import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

interface Tab {
  readonly name: string;
  readonly title: string;
  readonly count?: number | undefined;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly children?: ComponentChildren;
}

const TAB_STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolls the list, never the page.
    const box = list.current!.getBoundingClientRect();
    const tab = list.current!.querySelector('[aria-selected=true]')?.getBoundingClientRect() ?? box;
    list.current!.scrollLeft += Math.max(0, tab.right - box.right) - Math.max(0, box.left - tab.left);
  }, [chosen, tabs.map(({ count }) => count).join()]);
  const walk = (event: KeyboardEvent) => {
    const step = TAB_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = step(
      tabs.findIndex(({ name }) => name === chosen),
      tabs.length,
    );
    onChoose(tabs[at]!.name);
    (list.current!.children[at] as HTMLElement).focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={walk}>
        {tabs.map(({ name, title, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
            {count !== undefined && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable to be scrolled */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}

interface Column<R> {
  readonly title: string;
  readonly cell: (row: R) => ComponentChildren;
  readonly numeric?: boolean;
}

interface TableProps<R> {
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly rowKey: (row: R) => string;
  readonly empty?: string;
}

/** A table that scrolls horizontally; with more than two columns it becomes a list of cards on narrow screens. */
export function Table<R>({ caption, columns, rows, rowKey, empty = 'Nothing here yet.' }: TableProps<R>) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table class={columns.length > 2 ? 'table as-cards' : 'table'}>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" class={numeric ? 'figure' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, numeric }) => (
                <td key={title} class={numeric ? 'figure' : ''} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface SplitPaneProps {
  readonly label: string;
  readonly initial: number;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}

const LEAST = 20;
const MOST = 80;
const STEP = 4;
const SPLIT_KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowRight: STEP,
  Home: -100,
  End: 100,
};

/** Two panes with a handle between them, moved with the pointer or arrow keys; stacked on narrow screens. */
export function SplitPane({ label, initial, first, second }: SplitPaneProps) {
  const [share, setShare] = useState(initial);
  const [moving, setMoving] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const move = (to: number) => setShare(Math.min(MOST, Math.max(LEAST, to)));
  const follow = (event: PointerEvent) => {
    if (!moving) return;
    const { left, width } = pane.current!.getBoundingClientRect();
    move(((event.clientX - left) / width) * 100);
  };
  return (
    <div ref={pane} class={moving ? 'split moving' : 'split'} style={{ '--share': `${share}%` }}>
      <div class="split-part">{first}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: `hr` is a thematic break, not a handle between panes */}
      <div
        class="split-handle"
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        onKeyDown={event => {
          const step = SPLIT_KEYS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          move(share + step);
        }}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setMoving(true);
        }}
        onPointerMove={follow}
        onPointerUp={() => setMoving(false)}
      />
      <div class="split-part">{second}</div>
    </div>
  );
}
