import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Outline } from '../../annotation/outline.js';
import { opened, openToDepth, treeRows } from '../../annotation/tree-rows.js';
import type { Decision } from '../../client/extract.js';
import { VirtualList } from '../../ui/VirtualList.js';
import type { BlockPlaces } from './blocks.js';

interface Props {
  readonly places: BlockPlaces;
  readonly decisions: readonly Decision[];
  readonly labels: ReadonlyMap<number, string>;
  /** The block that is looked at; the tree opens where it is. */
  readonly current: number;
  readonly onCurrent: (block: number) => void;
  readonly onPoint: (node: number) => void;
}

const ROW = 26;
const OPEN_AT_FIRST = 4;

/** The page as a tree, in step with the frame; left and right close and open. */
export function TreeList({ places, decisions, labels, current, onCurrent, onPoint }: Props) {
  const { outline, blockOf, nodes } = places;
  const [open, setOpen] = useState(() => openToDepth(outline, OPEN_AT_FIRST));
  const [index, setIndex] = useState(-1);
  useEffect(() => {
    const at = outline.at.get(nodes[current]?.[0] ?? -1);
    if (at === undefined || blockOf.get(outline.nodes[index]?.node ?? -1) === current) return;
    setOpen(now => opened(outline, now, at));
    setIndex(at);
  }, [current, outline]);

  const rows = useMemo(() => treeRows(outline, open), [outline, open]);
  const row = rows.findIndex(each => each.index === index);
  const choose = (at: number) => {
    const node = outline.nodes[rows[at]!.index]!.node;
    setIndex(rows[at]!.index);
    onPoint(node);
    const block = blockOf.get(node);
    if (block !== undefined) onCurrent(block);
  };
  const toggle = (at: number, to: boolean) => {
    const next = new Set(open);
    if (to) next.add(rows[at]!.index);
    else next.delete(rows[at]!.index);
    setOpen(next);
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const { isOpen, index: node } = rows[at] ?? {};
    if (event.key === 'ArrowRight' && isOpen === false) toggle(at, true);
    else if (event.key === 'ArrowRight' && isOpen) choose(Math.min(rows.length - 1, at + 1));
    else if (event.key === 'ArrowLeft' && isOpen) toggle(at, false);
    else if (event.key === 'ArrowLeft' && node !== undefined) chooseParent(node);
    else return false;
    return true;
  };
  const chooseParent = (node: number) => {
    const parent = rows.findIndex(each => each.index === outline.nodes[node]!.parent);
    if (parent >= 0) choose(parent);
  };
  return (
    <VirtualList
      label="Tree of the page"
      count={rows.length}
      rowHeight={ROW}
      current={row}
      onCurrent={choose}
      onEnter={at => rows[at]!.isOpen !== undefined && toggle(at, !rows[at]!.isOpen)}
      onKey={onKey}
      level={at => rows[at]!}
      rowClass={() => 'tree-row'}
      row={at => (
        <TreeNode
          outline={outline}
          index={rows[at]!.index}
          isOpen={rows[at]!.isOpen}
          decision={decisions[blockOf.get(outline.nodes[rows[at]!.index]!.node) ?? -1]}
          label={labels.get(outline.nodes[rows[at]!.index]!.node)}
          onToggle={() => toggle(at, !rows[at]!.isOpen)}
        />
      )}
    />
  );
}

interface NodeProps {
  readonly outline: Outline;
  readonly index: number;
  readonly isOpen: boolean | undefined;
  readonly decision: Decision | undefined;
  readonly label: string | undefined;
  readonly onToggle: () => void;
}

function TreeNode({ outline, index, isOpen, decision, label, onToggle }: NodeProps) {
  const { depth, kind, tag, element } = outline.nodes[index]!;
  return (
    <span class="tree-node" style={{ '--depth': String(Math.min(depth, 24)) }}>
      <span class="tree-toggle" aria-hidden="true" onClick={isOpen === undefined ? undefined : onToggle}>
        {isOpen === undefined ? '' : isOpen ? '▾' : '▸'}
      </span>
      {decision !== undefined && (
        <span class={decision.kept ? 'dot kept' : 'dot dropped'}>
          <span class="unseen">{decision.kept ? 'kept' : 'dropped'}</span>
        </span>
      )}
      {label !== undefined && <span class="label-chip">{label}</span>}
      {kind === 'text' ? (
        <span class="tree-text">{(element.textContent ?? '').trim().slice(0, 100)}</span>
      ) : (
        <>
          <span class="tree-tag">{tag}</span>
          <span class="tree-names">{namesOf(element)}</span>
        </>
      )}
    </span>
  );
}

/** Id and classes of an element as a selector writes them. */
function namesOf(element: Element): string {
  const id = element.id === '' ? '' : `#${element.id}`;
  return (
    id +
    [...element.classList]
      .slice(0, 3)
      .map(name => `.${name}`)
      .join('')
  );
}
