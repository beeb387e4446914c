import type { Decision } from '../../client/extract.js';
import { HEAT_STEPS, heatColour } from '../../frame/mark-styles.js';
import { VirtualList } from '../../ui/VirtualList.js';

interface BlockListProps {
  readonly decisions: readonly Decision[];
  readonly listed: readonly number[];
  readonly different: ReadonlySet<number>;
  readonly current: number;
  readonly onCurrent: (block: number) => void;
  readonly pointed: number;
  readonly onPoint: (block: number) => void;
}

const ROW = 44;

/** The blocks of the page in order, each with what was decided about it. */
export function BlockList({
  decisions,
  listed,
  different,
  current,
  onCurrent,
  pointed,
  onPoint,
}: BlockListProps) {
  return (
    <VirtualList
      label="Blocks"
      count={listed.length}
      rowHeight={ROW}
      current={listed.indexOf(current)}
      onCurrent={at => onCurrent(listed[at]!)}
      rowClass={at =>
        [
          'block-row',
          different.has(listed[at]!) ? 'differs' : '',
          listed[at] === pointed ? 'pointed' : '',
        ].join(' ')
      }
      onPoint={at => onPoint(at < 0 ? -1 : listed[at]!)}
      row={at => <BlockRow decision={decisions[listed[at]!]!} />}
      empty="No block passes the filter."
    />
  );
}

function BlockRow({ decision: { kept, score, text, reason } }: { decision: Decision }) {
  return (
    <>
      <span class={kept ? 'dot kept' : 'dot dropped'} aria-hidden="true" />
      <span class="column block-text">
        <span class="ellipsis block-words">{text.slice(0, 160)}</span>
        <span class="ellipsis block-reason">
          <span class="unseen">{kept ? 'Kept: ' : 'Dropped: '}</span>
          {reason}
        </span>
      </span>
      <span class="heat" style={{ background: heatColour(Math.round(score * HEAT_STEPS)) }}>
        {Math.round(score * 100)}
      </span>
    </>
  );
}
