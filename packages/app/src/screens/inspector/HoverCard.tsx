import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Decision } from '../../client/extract.js';
import { Verdict } from './BlockDetails.js';

interface HoverCardProps {
  readonly decision: Decision;
  readonly at: { readonly x: number; readonly y: number };
}

const GAP = 14;
const MAX_EVIDENCE = 3;

/** A note beside the pointer: what was decided about the block beneath it, and why. */
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
