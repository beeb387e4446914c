import { select, step } from '../../annotation/actions.js';
import type { Mark } from '../../annotation/marks.js';
import type { OutlineNode } from '../../annotation/outline.js';
import { type Action, type Session, titleOf, viewOf } from '../../annotation/session.js';
import { OutlineTree } from '../../frame/OutlineTree.js';
import { arrowAction } from './keys.js';
import { LabelChip } from './LabelChip.js';

interface TreePanelProps {
  readonly session: Session | undefined;
  readonly act: (action: Action) => void;
  readonly marks: ReadonlyMap<string, Mark>;
}

/** The page as a tree, in step with the selection. */
export function TreePanel({ session, act, marks }: TreePanelProps) {
  return (
    <section
      class="column panel panel-tree"
      aria-label="Tree"
      onKeyDownCapture={event => {
        const isArrow = /^Arrow/.test(event.key);
        if (!isArrow || !session || !(event.shiftKey || session.cursor)) return;
        event.preventDefault();
        event.stopPropagation();
        act(arrowAction(session, event.key as 'ArrowUp', event));
      }}
    >
      <OutlineTree
        label="Nodes of the page"
        outline={session?.outline}
        current={session?.selected ?? -1}
        onCurrent={index => act(select(index))}
        onStep={direction => act(step(direction))}
        before={(node, index) => {
          const { label, isHeld: isLabelled } = shownLabel(session!, node, index);
          return label !== undefined && <LabelChip mark={marks.get(label)} isSuggested={!isLabelled} />;
        }}
        after={(node, index) => {
          const { label, isHeld } = shownLabel(session!, node, index);
          return (
            label !== undefined && (
              <span class="unseen">
                {isHeld ? ', label' : ', suggested'} {titleOf(session!, label)}
              </span>
            )
          );
        }}
      />
    </section>
  );
}

/** The label that a node has, or else the one that waits to be accepted. */
function shownLabel(session: Session, { node }: OutlineNode, index: number) {
  const { effective, open } = viewOf(session);
  const own = effective[index];
  const suggested = own ? undefined : session.suggestions.get(node);
  const isOpen = suggested !== undefined && open.includes(suggested);
  return { label: own?.label ?? (isOpen ? suggested.label : undefined), isHeld: own !== undefined };
}
