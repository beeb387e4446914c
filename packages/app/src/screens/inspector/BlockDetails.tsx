import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Decision, Evidence } from '../../client/api.js';
import { Button } from '../../ui/controls.js';
import { signed } from '../../ui/words.js';

interface BlockDetailsProps {
  readonly decision: Decision | undefined;
  readonly labels: readonly string[];
  /** The evidence that is the same for all blocks. */
  readonly page: Evidence | undefined;
  readonly notes: readonly string[] | undefined;
  readonly other?: Decision | undefined;
  readonly names?: readonly [string, string] | undefined;
  readonly onToggle?: (() => void) | undefined;
}

export function BlockDetails(props: BlockDetailsProps) {
  const { decision, labels, page, notes = [], other, names, onToggle } = props;
  if (decision === undefined)
    return (
      <p class="soft small">
        Point at a part of the page, or move through the list, to see why it was kept or dropped.
      </p>
    );
  return (
    <div class="column details">
      <Verdict decision={decision} name={names?.[0]}>
        {onToggle && (
          <Button onClick={onToggle} title="(x)">
            {decision.kept ? 'Drop this block' : 'Keep this block'}
          </Button>
        )}
      </Verdict>
      {other !== undefined && <Verdict decision={other} name={names?.[1]} />}
      {notes.length > 0 && <p class="soft small">About the page: {notes.join('; ')}.</p>}
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
      <p class="details-text" dir="auto">
        {decision.text}
      </p>
      <Why decision={decision} page={page} />
      <p class="details-path">{decision.path}</p>
    </div>
  );
}

/** The reason why a block was kept or dropped, without the word for the outcome. */
export function reasonOf({ summary, reason }: Decision): string {
  const words = summary === undefined ? reason : summary.slice(summary.indexOf(': ') + 2);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`;
}

interface VerdictProps {
  readonly decision: Decision;
  readonly name?: string | undefined;
  readonly children?: ComponentChildren;
}

function Verdict({ decision, name, children }: VerdictProps) {
  const { kept, score } = decision;
  return (
    <div class="verdict">
      {name !== undefined && <span class="verdict-name">{name}</span>}
      <span class={kept ? 'verdict-chip kept' : 'verdict-chip dropped'}>{kept ? 'Kept' : 'Dropped'}</span>
      <span class="figure soft">{Math.round(score * 100)} %</span>
      {children}
      <p class="verdict-reason">{reasonOf(decision)}</p>
    </div>
  );
}

interface HoverCardProps {
  readonly decision: Decision;
  readonly at: { readonly x: number; readonly y: number };
}

const GAP = 14;

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
    </div>
  );
}

interface Step {
  readonly words: string;
  readonly weight: number;
  readonly from: number;
  readonly to: number;
  readonly kind: 'base' | 'group' | 'rest';
  readonly facts?: Evidence['facts'] | undefined;
}

/** The score as a sum: the average block of the page, each group of evidence, and the threshold. */
function Why({ decision, page }: { decision: Decision; page: Evidence | undefined }) {
  const { account, kept, stage, reason, evidence } = decision;
  // Blocks decided by structured data have no evidence.
  if (evidence.length === 0) return null;
  // The evidence of other methods does not add up to their score.
  if (account === undefined)
    return (
      <section aria-label="Why">
        <FactList facts={evidence.flatMap(({ facts }) => facts)} />
      </section>
    );
  const steps = stepsOf(decision, page);
  const { least, most } = rangeOf(steps, account.cut);
  const place = (value: number) => ((value - least) / (most - least)) * 100;
  const isAbove = account.score >= account.cut;
  return (
    <section class="column waterfall" aria-label="Why">
      <ol class="plain-list column steps" style={{ '--cut': `${place(account.cut)}%` }}>
        {steps.map(step => (
          <StepRow key={step.words} step={step} place={place} />
        ))}
        <li class="step step-sum">
          <strong>Total: {percent(account.score)} likely content</strong>
          <span class="step-track" aria-hidden="true" />
          <strong class="figure step-weight">{signed(account.score)}</strong>
        </li>
        <li class="step step-cut">
          <span>Threshold of this page: {percent(account.cut)}</span>
          <span class="step-track" aria-hidden="true" />
          <span class="figure step-weight">{signed(account.cut)}</span>
        </li>
      </ol>
      {stage !== 'scores' && (
        <p class="outcome">
          Its score is {isAbove ? 'at or above' : 'below'} the threshold.{' '}
          <strong>
            Final decision: {kept ? 'kept' : 'dropped'} ({reason}).
          </strong>
        </p>
      )}
    </section>
  );
}

function FactList({ facts, children }: Pick<Evidence, 'facts'> & { children?: ComponentChildren }) {
  return (
    <ul class="plain-list step-facts">
      {facts.map(({ fact, weight }) => (
        <li key={fact} class="spread">
          <span>{fact}</span>
          <span class="figure">{signed(weight)}</span>
        </li>
      ))}
      {children}
    </ul>
  );
}

function StepRow({ step, place }: { step: Step; place: (value: number) => number }) {
  const { words, weight, from, to, kind, facts = [] } = step;
  const row = (
    <>
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
      <span class="figure step-weight">{signed(weight)}</span>
    </>
  );
  const className = `step step-${kind} ${weight < 0 ? 'against' : 'for'}`;
  if (facts.length === 0) return <li class={className}>{row}</li>;
  const rest = weight - facts.reduce((sum, own) => sum + own.weight, 0);
  return (
    <li>
      <details>
        <summary class={className}>{row}</summary>
        <FactList facts={facts}>
          {Math.abs(rest) >= SHOWN && (
            <li class="spread soft">
              <span>{kind === 'base' ? 'the average block besides' : 'smaller ones together'}</span>
              <span class="figure">{signed(rest)}</span>
            </li>
          )}
        </FactList>
      </details>
    </li>
  );
}

/** Weights below this are shown as +0.00. */
const SHOWN = 0.005;

function stepsOf({ account, evidence }: Decision, page: Evidence | undefined): Step[] {
  if (account === undefined) return [];
  const { base, rest, corrected, records } = account;
  const average = `An average block of this page: ${percent(base)}`;
  const steps: Step[] = [
    { words: average, weight: base, from: base, to: base, kind: 'base', facts: page?.facts },
  ];
  let sum = base;
  const add = (words: string, weight: number, kind: Step['kind'], facts?: Evidence['facts']) => {
    steps.push({ words, weight, from: sum, to: sum + weight, kind, facts });
    sum += weight;
  };
  for (const { group, weight, facts } of evidence) add(group, weight, 'group', facts);
  if (Math.abs(rest) >= SHOWN) add('not accounted for', rest, 'rest');
  if (corrected !== 0) add('correction by your model', corrected, 'group');
  if (records !== 0) add('its position in the posts or entries of the page', records, 'group');
  return steps;
}

function rangeOf(steps: readonly Step[], cut: number): { least: number; most: number } {
  const all = [cut, ...steps.flatMap(({ from, to, kind }) => (kind === 'base' ? [to] : [from, to]))];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const margin = Math.max(0.2, (most - least) * 0.05);
  return { least: least - margin, most: most + margin };
}

function percent(logOdds: number): string {
  const share = 100 / (1 + Math.exp(-logOdds));
  return share < 1 ? 'under 1\u00a0%' : share > 99 ? 'over 99\u00a0%' : `${Math.round(share)}\u00a0%`;
}
