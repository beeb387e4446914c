import type { Decision } from '../../client/extract.js';

interface Props {
  readonly decision: Decision | undefined;
  /** What the method calls it, where it gives names. */
  readonly labels: readonly string[];
  /** What the method compared with says, and the names of both. */
  readonly other?: Decision | undefined;
  readonly names?: readonly [string, string] | undefined;
}

/** What was decided about a block and what spoke for and against it. */
export function BlockDetails({ decision, labels, other, names }: Props) {
  if (decision === undefined)
    return (
      <p class="soft small">
        Point at a part of the page, or walk through the list, to see why it was kept or dropped.
      </p>
    );
  const { text, path, evidence } = decision;
  return (
    <div class="details">
      <Verdict decision={decision} name={names?.[0]} />
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
      {evidence.length > 0 && <EvidenceList evidence={evidence} />}
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
      <span class={kept ? 'chip kept' : 'chip dropped'}>{kept ? 'Kept' : 'Dropped'}</span>
      <span class="verdict-reason">{reason}</span>
      <span class="figure soft">{Math.round(score * 100)} %</span>
    </div>
  );
}

/** Facts with the weight they had, as bars to the right (for) and to the left (against). */
function EvidenceList({ evidence }: { evidence: Decision['evidence'] }) {
  const most = Math.max(...evidence.map(({ weight }) => Math.abs(weight)), 0.01);
  return (
    <ul class="evidence" aria-label="Evidence">
      {evidence.map(({ fact, weight }) => (
        <li key={fact}>
          <span>{fact}</span>
          <span class="evidence-weight">
            <span class="unseen">{weight < 0 ? 'against: ' : 'for: '}</span>
            <span
              class={weight < 0 ? 'evidence-bar against' : 'evidence-bar'}
              style={{ '--size': `${(Math.abs(weight) / most) * 100}%` }}
            />
            <span class="figure">
              {weight > 0 ? `+${weight.toFixed(1)}` : weight.toFixed(1).replace('-', '−')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
