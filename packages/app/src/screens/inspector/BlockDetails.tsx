import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Decision } from '../../client/api.js';
import { Button } from '../../ui/controls.js';

interface BlockDetailsProps {
  readonly decision: Decision | undefined;
  readonly labels: readonly string[];
  /** The decision of the second method, and the names of both methods. */
  readonly other?: Decision | undefined;
  readonly names?: readonly [string, string] | undefined;
  readonly onToggle?: (() => void) | undefined;
}

export function BlockDetails({ decision, labels, other, names, onToggle }: BlockDetailsProps) {
  if (decision === undefined)
    return (
      <p class="soft small">
        Point at a part of the page, or move through the list, to see why it was kept or dropped.
      </p>
    );
  const { text, path } = decision;
  return (
    <div class="column details">
      <div class="spread">
        <Verdict decision={decision} name={names?.[0]} />
        {onToggle && (
          <Button onClick={onToggle} title="(x)">
            {decision.kept ? 'Drop this block' : 'Keep this block'}
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

function Verdict({ decision, name }: { decision: Decision; name?: string | undefined }) {
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

interface HoverCardProps {
  readonly decision: Decision;
  readonly at: { readonly x: number; readonly y: number };
}

const GAP = 14;
const MAX_EVIDENCE = 3;

/** A tooltip beside the pointer with the decision about a block. */
export function HoverCard({ decision, at }: HoverCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style, offsetWidth, offsetHeight } = card.current!;
    const left = at.x + GAP + offsetWidth > innerWidth ? at.x - GAP - offsetWidth : at.x + GAP;
    const top = at.y + GAP + offsetHeight > innerHeight ? at.y - GAP - offsetHeight : at.y + GAP;
    style.left = `${Math.max(4, left)}px`;
    style.top = `${Math.max(4, top)}px`;
  }, [decision, at.x, at.y]);
  return (
    <div ref={card} class="column hover-card" role="tooltip">
      <Verdict decision={decision} />
      {decision.evidence.length > 0 && (
        <p class="small soft">
          {decision.evidence
            .slice(0, MAX_EVIDENCE)
            .map(({ fact, weight }) => `${weight < 0 ? '−' : '+'} ${fact}`)
            .join('  ')}
        </p>
      )}
    </div>
  );
}

interface Step {
  readonly words: string;
  readonly weight: number;
  readonly from: number;
  readonly to: number;
  readonly kind: 'base' | 'fact' | 'rest' | 'corrected' | 'records';
}

/**
 * Shows how the score of a block adds up: the score of the average block of the page, each piece of evidence, and the
 * threshold.
 */
function Waterfall({ decision }: { decision: Decision }) {
  const { account, kept, stage, reason, evidence } = decision;
  // Blocks decided by structured data have no evidence.
  if (account === undefined || (stage === 'data' && evidence.length === 0)) return null;
  const steps = stepsOf(decision);
  const { least, most } = rangeOf(steps, account.cut);
  const place = (value: number) => ((value - least) / (most - least)) * 100;
  const isAbove = account.score >= account.cut;
  return (
    <section class="column waterfall" aria-label="Why">
      <ol class="plain-list column steps" style={{ '--cut': `${place(account.cut)}%` }}>
        {steps.map(({ words, weight, from, to, kind }) => (
          <li key={words} class={`step step-${kind} ${weight < 0 ? 'against' : 'for'}`}>
            <span class="step-words">{words}</span>
            <span class="step-track" aria-hidden="true">
              <span
                class="step-bar"
                style={{
                  left: `${place(Math.min(from, to))}%`,
                  width: `${Math.max(0.8, Math.abs(place(to) - place(from)))}%`,
                }}
              />
            </span>
            <span class="figure step-weight">{kind === 'base' ? signed(to) : signed(weight)}</span>
          </li>
        ))}
        <li class="step step-sum">
          <span class="step-words">
            <strong>Total: {percent(account.score)} likely content</strong>
          </span>
          <span class="step-track" aria-hidden="true" />
          <span class="figure step-weight">
            <strong>{signed(account.score)}</strong>
          </span>
        </li>
        <li class="step step-cut">
          <span class="step-words">Threshold of this page: {percent(account.cut)}</span>
          <span class="step-track" aria-hidden="true" />
          <span class="figure step-weight">{signed(account.cut)}</span>
        </li>
      </ol>
      <p class="outcome">
        {signed(account.score)} is {isAbove ? 'at or above' : 'below'} {signed(account.cut)}:{' '}
        {isAbove ? 'kept' : 'dropped'} by its score.
        {stage !== 'scores' && (
          <>
            {' '}
            <strong>
              Final decision: {kept ? 'kept' : 'dropped'} ({reason}).
            </strong>
          </>
        )}
      </p>
    </section>
  );
}

function stepsOf({ account, evidence }: Decision): Step[] {
  if (account === undefined) return [];
  const { base, rest, corrected, records } = account;
  const steps: Step[] = [
    {
      words: `An average block of this page: ${percent(base)}`,
      weight: base,
      from: base,
      to: base,
      kind: 'base',
    },
  ];
  let sum = base;
  const add = (words: string, weight: number, kind: Step['kind']) => {
    steps.push({ words, weight, from: sum, to: sum + weight, kind });
    sum += weight;
  };
  for (const { fact, weight } of evidence) add(fact, weight, 'fact');
  if (Math.abs(rest) >= 0.001) add('the rest: many small contributions', rest, 'rest');
  if (corrected !== 0) add('correction by your model', corrected, 'corrected');
  if (records !== 0) add('its position in the posts or entries of the page', records, 'records');
  return steps;
}

function rangeOf(steps: readonly Step[], cut: number): { least: number; most: number } {
  const all = [cut, ...steps.flatMap(({ from, to, kind }) => (kind === 'base' ? [to] : [from, to]))];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = Math.max(0.2, (most - least) * 0.05);
  return { least: least - margin, most: most + margin };
}

/** Formats log-odds as a probability. */
function percent(logOdds: number): string {
  const share = 100 / (1 + Math.exp(-logOdds));
  return share < 1 ? 'under 1 %' : share > 99 ? 'over 99 %' : `${Math.round(share)} %`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}
