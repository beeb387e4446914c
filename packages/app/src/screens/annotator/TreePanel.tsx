import { useEffect, useMemo, useState } from 'preact/hooks';
import { select, step } from '../../annotation/actions.js';
import type { Mark } from '../../annotation/marks.js';
import type { OutlineNode } from '../../annotation/outline.js';
import { beginning } from '../../annotation/say.js';
import { type Action, type Session, titleOf, viewOf } from '../../annotation/session.js';
import { opened, openToDepth, treeRows } from '../../annotation/tree-rows.js';
import { VirtualList } from '../../ui/VirtualList.js';
import { arrowAction } from './keys.js';
import { LabelChip } from './LabelChip.js';

interface Props {
  readonly session: Session | undefined;
  readonly act: (action: Action) => void;
  readonly marks: ReadonlyMap<string, Mark>;
}

const ROW = 26;
const FIRST_DEPTH = 4;

/** The page as a tree, in step with the selection. */
export function TreePanel({ session, act, marks }: Props) {
  const outline = session?.outline;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (outline) setOpen(openToDepth(outline, FIRST_DEPTH));
  }, [outline]);
  const selected = session?.selected ?? -1;
  useEffect(() => {
    if (outline && selected >= 0) setOpen(before => opened(outline, before, selected));
  }, [outline, selected]);
  const rows = useMemo(() => (outline ? treeRows(outline, open) : []), [outline, open]);
  const current = rows.findIndex(({ index }) => index === selected);
  const turn = (index: number) =>
    setOpen(before => {
      const after = new Set(before);
      if (!after.delete(index)) after.add(index);
      return after;
    });
  const onKey = (event: KeyboardEvent, at: number) => {
    const row = rows[at];
    if (!row || !session) return false;
    const opens = event.key === 'ArrowRight' && row.isOpen === false;
    const closes = event.key === 'ArrowLeft' && row.isOpen === true;
    if (opens || closes) turn(row.index);
    else if (event.key === 'ArrowRight') act(step('child'));
    else if (event.key === 'ArrowLeft') act(step('parent'));
    else return false;
    return true;
  };
  return (
    <section
      class="panel panel-tree"
      aria-label="Tree"
      onKeyDownCapture={event => {
        const isArrow = /^Arrow/.test(event.key);
        if (!isArrow || !session || !(event.shiftKey || session.cursor)) return;
        event.preventDefault();
        event.stopPropagation();
        act(arrowAction(session, event.key as 'ArrowUp', event));
      }}
    >
      <VirtualList
        label="Nodes of the page"
        count={rows.length}
        rowHeight={ROW}
        current={current}
        onCurrent={at => act(select(rows[at]!.index))}
        onKey={onKey}
        level={at => rows[at]!}
        row={at => {
          const { index, depth, isOpen } = rows[at]!;
          return (
            <TreeRowView
              node={session!.outline.nodes[index]!}
              depth={depth}
              isOpen={isOpen}
              session={session!}
              index={index}
              marks={marks}
              onTurn={() => turn(index)}
            />
          );
        }}
        empty="The page is being loaded."
      />
    </section>
  );
}

interface RowProps {
  readonly node: OutlineNode;
  readonly index: number;
  readonly depth: number;
  readonly isOpen: boolean | undefined;
  readonly session: Session;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly onTurn: () => void;
}

function TreeRowView({ node, index, depth, isOpen, session, marks, onTurn }: RowProps) {
  const { effective, open } = viewOf(session);
  const held = effective[index];
  const suggested = held ? undefined : session.suggestions.get(node.node);
  const isOpenSuggestion = suggested && open.includes(suggested);
  const label = held?.label ?? (isOpenSuggestion ? suggested.label : undefined);
  return (
    <span class="tree-row" style={{ '--depth': Math.min(depth, 16) }}>
      <span
        class="tree-turn"
        aria-hidden="true"
        onClick={event => {
          event.stopPropagation();
          onTurn();
        }}
      >
        {isOpen === undefined ? '' : isOpen ? '▾' : '▸'}
      </span>
      {label !== undefined && <LabelChip mark={marks.get(label)} isSuggested={!held} />}
      <NodeName node={node} />
      {label !== undefined && (
        <span class="unseen">
          {held ? ', label' : ', suggested'} {titleOf(session, label)}
        </span>
      )}
    </span>
  );
}

function NodeName({ node: { kind, tag, element } }: { node: OutlineNode }) {
  if (kind === 'text') return <span class="tree-text">{beginning(element.textContent ?? '', 80)}</span>;
  const id = element.id ? `#${element.id}` : '';
  const first = element.getAttribute('class')?.trim().split(/\s+/)[0];
  return (
    <span class="tree-tag">
      {tag}
      <span class="soft">
        {id}
        {first ? `.${first}` : ''}
        {kind === 'media' ? ` ${element.getAttribute('alt') ?? ''}` : ''}
      </span>
    </span>
  );
}
