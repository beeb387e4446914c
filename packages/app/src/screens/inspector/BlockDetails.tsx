import type { Decision } from '../../client/extract.js';
import { Button } from '../../ui/Button.js';
import { Waterfall } from './Waterfall.js';

interface BlockDetailsProps {
  readonly decision: Decision | undefined;
  /** What the method calls it, where it gives names. */
  readonly labels: readonly string[];
  /** What the method compared with says, and the names of both. */
  readonly other?: Decision | undefined;
  readonly names?: readonly [string, string] | undefined;
  /** Takes the block out or in. */
  readonly onToggle?: (() => void) | undefined;
}

/** What was decided about a block and what spoke for and against it. */
export function BlockDetails({ decision, labels, other, names, onToggle }: BlockDetailsProps) {
  if (decision === undefined)
    return (
      <p class="soft small">
        Point at a part of the page, or walk through the list, to see why it was kept or dropped.
      </p>
    );
  const { text, path } = decision;
  return (
    <div class="column details">
      <div class="spread">
        <Verdict decision={decision} name={names?.[0]} />
        {onToggle && (
          <Button onClick={onToggle} title="(x)">
            {decision.kept ? 'Take it out' : 'Take it in'}
          </Button>
        )}
      </div>
      {other !== undefined && <Verdict decision={other} name={names?.[1]} />}
      {labels.length > 0 && (
        <p class="row">
          <span class="soft small">Labels</span>
          {labels.map(label => (
            <span key={label} class="label-chip">
              {label}
            </span>
          ))}
        </p>
      )}
      <p class="details-text">{text}</p>
      <Waterfall decision={decision} />
      <p class="details-path">{path}</p>
    </div>
  );
}

/** Kept or dropped, why, and how likely it is content. */
export function Verdict({ decision, name }: { decision: Decision; name?: string | undefined }) {
  const { kept, reason, score } = decision;
  return (
    <div class="verdict">
      {name !== undefined && <span class="verdict-name">{name}</span>}
      <span class={kept ? 'verdict-chip kept' : 'verdict-chip dropped'}>{kept ? 'Kept' : 'Dropped'}</span>
      <span class="verdict-reason">{reason}</span>
      <span class="figure soft">{Math.round(score * 100)} %</span>
    </div>
  );
}
