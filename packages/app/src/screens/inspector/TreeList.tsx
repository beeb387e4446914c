import { useEffect, useState } from 'preact/hooks';
import type { Decision } from '../../client/extract.js';
import { OutlineTree } from '../../frame/OutlineTree.js';
import type { BlockPlaces } from './blocks.js';

interface TreeListProps {
  readonly places: BlockPlaces;
  readonly decisions: readonly Decision[];
  readonly labels: ReadonlyMap<number, string>;
  /** The block that is looked at; the tree opens where it is. */
  readonly current: number;
  readonly onCurrent: (block: number) => void;
  readonly onPoint: (node: number) => void;
}

/** The page as a tree, in step with the frame, with what was decided about each block. */
export function TreeList({ places, decisions, labels, current, onCurrent, onPoint }: TreeListProps) {
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
        onPoint(node);
        const block = blockOf.get(node);
        if (block !== undefined) onCurrent(block);
      }}
      before={({ node }) => {
        const decision = decisions[blockOf.get(node) ?? -1];
        const label = labels.get(node);
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
