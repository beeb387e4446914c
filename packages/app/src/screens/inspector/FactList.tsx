import { ABOUT } from 'webpith/stages';
import type { FactDecision } from '../../client/extract.js';
import { nextBlock } from './facts.js';

interface FieldListProps {
  readonly facts: readonly FactDecision[];
  readonly current: number;
  readonly onCurrent: (block: number) => void;
}

type Candidate = FactDecision['candidates'][number];

const titleOf = (fact: string) =>
  (ABOUT as Readonly<Record<string, { label?: string }>>)[fact]?.label ?? fact;

/** The facts of the page: what was chosen, how sure it is where a ranker chose, and all that the page offers. */
export function FieldList({ facts, current, onCurrent }: FieldListProps) {
  return (
    <div class="fill fact-list">
      <p class="soft small">
        On the page, what was chosen has a line around it, all else that was weighed dots.
      </p>
      {facts.map(({ fact, value, confidence, candidates }) => (
        <section key={fact} aria-label={titleOf(fact)}>
          <div class="spread">
            <h2>{titleOf(fact)}</h2>
            <span class="figure soft">
              {value === undefined && 'not given'}
              {confidence !== undefined && `${Math.round(confidence * 100)} % sure`}
            </span>
          </div>
          {candidates.length === 0 && <p class="soft small">The page offers nothing.</p>}
          <ul>
            {candidates.map(candidate => (
              <li key={candidate.value}>
                <FieldRow candidate={candidate} current={current} onCurrent={onCurrent} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface RowProps extends Omit<FieldListProps, 'facts'> {
  readonly candidate: Candidate;
}

function FieldRow({ candidate, current, onCurrent }: RowProps) {
  const { value, places, blocks, score, chosen } = candidate;
  const isHere = blocks.includes(current);
  return (
    <button
      type="button"
      class={chosen ? 'fact-row chosen' : 'fact-row'}
      disabled={blocks.length === 0}
      aria-current={isHere ? 'true' : undefined}
      onClick={() => onCurrent(nextBlock(blocks, current))}
    >
      <span class="column block-text">
        <span class="ellipsis block-words">
          {chosen && <span class="unseen">Chosen: </span>}
          {value}
        </span>
        <span class="ellipsis block-reason">
          {places.join(', ')}
          {blocks.length === 0 && ' · not shown on the page'}
        </span>
      </span>
      {score !== undefined && <span class="figure soft">{score.toFixed(1)}</span>}
    </button>
  );
}
