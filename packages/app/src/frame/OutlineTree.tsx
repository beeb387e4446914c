import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  type Outline,
  type OutlineNode,
  openToDepth,
  treeRows,
  walk,
  withAncestorsOpen,
} from '../annotation/outline.js';
import { beginning } from '../annotation/session.js';
import { toggled } from '../client/state.js';
import { VirtualList } from '../ui/VirtualList.js';

interface Props {
  readonly label: string;
  readonly outline: Outline | undefined;
  /** Outline index of the current node; -1 for none. */
  readonly current: number;
  readonly onCurrent: (index: number) => void;
  readonly onStep?: (direction: 'parent' | 'child') => void;
  readonly before: (node: OutlineNode, index: number) => ComponentChildren;
  readonly after?: (node: OutlineNode, index: number) => ComponentChildren;
}

const ROW = 26;
const FIRST_DEPTH = 4;
const MOST_INDENT = 16;

export function OutlineTree({ label, outline, current, onCurrent, onStep, before, after }: Props) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (outline) setOpen(openToDepth(outline, FIRST_DEPTH));
  }, [outline]);
  useEffect(() => {
    if (outline && current >= 0) setOpen(those => withAncestorsOpen(outline, those, current));
  }, [outline, current]);
  const rows = useMemo(() => (outline ? treeRows(outline, open) : []), [outline, open]);
  const toggle = (index: number) => setOpen(those => toggled(those, index));
  const step = onStep ?? (direction => onCurrent(walk(outline!, current, direction)));
  const onKey = ({ key }: KeyboardEvent, at: number) => {
    const row = rows[at];
    if (!row || !/^Arrow(?:Left|Right)$/.test(key)) return false;
    const isRight = key === 'ArrowRight';
    if (row.isOpen === !isRight) toggle(row.index);
    else step(isRight ? 'child' : 'parent');
    return true;
  };
  return (
    <VirtualList
      label={label}
      count={rows.length}
      rowHeight={ROW}
      current={rows.findIndex(({ index }) => index === current)}
      onCurrent={at => onCurrent(rows[at]!.index)}
      onEnter={at => rows[at]!.isOpen !== undefined && toggle(rows[at]!.index)}
      onKey={onKey}
      level={at => rows[at]!}
      empty="The page is loading."
      row={at => {
        const { index, depth, isOpen } = rows[at]!;
        const node = outline!.nodes[index]!;
        return (
          <span class="tree-row" style={{ '--depth': Math.min(depth, MOST_INDENT) }}>
            <span
              class="tree-toggle"
              aria-hidden="true"
              onClick={event => {
                event.stopPropagation();
                if (isOpen !== undefined) toggle(index);
              }}
            >
              {isOpen === undefined ? '' : isOpen ? '▾' : '▸'}
            </span>
            {before(node, index)}
            <NodeName node={node} />
            {after?.(node, index)}
          </span>
        );
      }}
    />
  );
}

function NodeName({ node: { kind, tag, element } }: { node: OutlineNode }) {
  if (kind === 'text') return <span class="ellipsis">{beginning(element.textContent ?? '', 100)}</span>;
  const id = element.id === '' ? '' : `#${element.id}`;
  const classes = [...element.classList].slice(0, 3).map(name => `.${name}`);
  return (
    <span class="tree-tag">
      {tag}
      <span class="soft">
        {id}
        {classes.join('')}
        {kind === 'media' ? ` ${element.getAttribute('alt') ?? ''}` : ''}
      </span>
    </span>
  );
}
