import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly count: number;
  /** Row height in pixels, equal for all rows. */
  readonly rowHeight: number;
  readonly current: number;
  readonly onCurrent: (at: number) => void;
  readonly onEnter?: (at: number) => void;
  readonly onPoint?: (at: number) => void;
  /** Handles other keys; returns true if the key was handled. */
  readonly onKey?: (event: KeyboardEvent, at: number) => boolean;
  readonly row: (at: number) => ComponentChildren;
  readonly rowClass?: (at: number) => string;
  readonly empty?: string;
  /** Position of a row in the tree. If given, the list is a tree. */
  readonly level?: (at: number) => TreePlace;
}

interface TreePlace {
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  readonly isOpen: boolean | undefined;
}

const SPARE_ROWS = 8;
const PAGE_ROWS = 10;
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: at => at + 1,
  ArrowUp: at => at - 1,
  PageDown: at => at + PAGE_ROWS,
  PageUp: at => at - PAGE_ROWS,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A list that renders only visible rows; arrow keys move through all. */
export function VirtualList(props: Props) {
  const { label, count, rowHeight, current, onCurrent, row, rowClass, level } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);

  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current!;
    if (current < 0) return;
    const [start, end] = [current * rowHeight, (current + 1) * rowHeight];
    if (start < element.scrollTop) element.scrollTop = start;
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
  }, [current, rowHeight, count, height]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && count > 0) onCurrent(Math.min(count - 1, Math.max(0, step(current, count))));
    else if (event.key === 'Enter' && current >= 0) props.onEnter?.(current);
    else if (props.onKey?.(event, current) !== true) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const from = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE_ROWS);
  const inSight = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const active = current >= from && current < to ? `${id}-${current}` : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is a list's or a tree's, both take keys
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support an active descendant
    <div
      ref={box}
      class="virtual-list"
      role={count === 0 ? 'group' : level === undefined ? 'listbox' : 'tree'}
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={active}
      onScroll={event => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onMouseLeave={() => props.onPoint?.(-1)}
      onFocus={() => current < 0 && count > 0 && onCurrent(0)}
    >
      {count === 0 && <p class="empty">{props.empty ?? 'Nothing to show.'}</p>}
      <div class="virtual-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {inSight.map(at => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of its rows
          // biome-ignore lint/a11y/noStaticElementInteractions: a row is an option or an item of a tree
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: level and expanded are set in trees only
          <div
            key={at}
            id={`${id}-${at}`}
            role={level === undefined ? 'option' : 'treeitem'}
            aria-level={level && level(at).depth + 1}
            aria-expanded={level?.(at).isOpen}
            tabIndex={-1}
            aria-selected={at === current}
            aria-setsize={level?.(at).siblings ?? count}
            aria-posinset={level?.(at).position ?? at + 1}
            class={`virtual-row ${rowClass?.(at) ?? ''}`}
            style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px` }}
            onClick={() => onCurrent(at)}
            onMouseEnter={() => props.onPoint?.(at)}
          >
            {row(at)}
          </div>
        ))}
      </div>
    </div>
  );
}
