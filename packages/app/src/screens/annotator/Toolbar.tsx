import { useEffect, useState } from 'preact/hooks';
import { DIRECTION_TITLES, redo, step, toggleAutoAdvance, undo } from '../../annotation/actions.js';
import type { Direction } from '../../annotation/outline.js';
import type { Action, Session } from '../../annotation/session.js';
import { Button } from '../../ui/controls.js';
import { counted } from '../../ui/words.js';
import { AnnotatorName, Crumbs, SaveBadge } from './header.js';
import type { LabelPageProps } from './Workspace.js';

interface Props extends LabelPageProps {
  readonly position: number;
  readonly isDone: boolean;
  readonly coverage: { readonly labelled: number; readonly leaves: number } | undefined;
  readonly session: Session | undefined;
  readonly act: (action: Action) => void;
  readonly onDone: () => void;
  readonly onReopen: () => void;
  readonly onGo: (step: 1 | -1) => void;
  readonly hasAssets: boolean;
  readonly onAssets: () => void;
}

const ARROWS = { parent: '←', child: '→', previous: '↑', next: '↓' } as const;

export function Toolbar(props: Props) {
  const { corpus, about, page, pages, position, isDone, coverage, session, act } = props;
  const listed = pages[position];
  const done = pages.filter(({ id, labels }) =>
    id === page ? isDone : labels[props.annotator]?.done,
  ).length;
  const past = session?.history.past.length ?? 0;
  const future = session?.history.future.length ?? 0;
  const { onGo } = props;
  const steps = [
    { title: 'Undo', key: 'U', sign: '↶', run: () => act(undo), isOff: past === 0 },
    { title: 'Redo', key: 'R', sign: '↷', run: () => act(redo), isOff: future === 0 },
    { title: 'Previous page', key: 'P', sign: '‹', run: () => onGo(-1), isOff: position <= 0 },
    { title: 'Next page', key: 'N', sign: '›', run: () => onGo(1), isOff: position >= pages.length - 1 },
  ];
  return (
    <div class="row toolbar">
      <div class="toolbar-place">
        <Crumbs corpus={corpus} title={about.title} />
        <h1 class="ellipsis toolbar-title">{listed?.title || listed?.url || page}</h1>
      </div>
      <div class="row toolbar-state">
        <span class="figure small">
          Page {position + 1} of {pages.length}, {done} done
        </span>
        {coverage && (
          <span class="figure small">
            {session?.labelSet.onElements
              ? counted(session.history.labels.size, 'label')
              : `${coverage.labelled} of ${coverage.leaves} leaves labelled`}
          </span>
        )}
        <TimeSpent key={page} />
        <SaveBadge />
      </div>
      <div class="pad">
        {(Object.keys(ARROWS) as Direction[]).map(direction => (
          <Button
            key={direction}
            aria-label={DIRECTION_TITLES[direction]}
            onClick={() => act(step(direction))}
          >
            {ARROWS[direction]}
          </Button>
        ))}
      </div>
      <div class="row toolbar-actions">
        <AnnotatorName annotator={props.annotator} byToken={props.byToken} />
        <Button
          kind="quiet"
          class="wide-only"
          aria-pressed={props.hasAssets}
          onClick={props.onAssets}
          title="Load images, styles and fonts from the servers of the page"
        >
          Web styles
        </Button>
        <Button
          kind="quiet"
          class="wide-only"
          aria-pressed={session?.autoAdvance ?? false}
          onClick={() => act(toggleAutoAdvance)}
          title="After a label, go to the next leaf without one (M)"
        >
          Auto-advance
        </Button>
        {steps.map(({ title, key, sign, run, isOff }, at) => (
          <Button
            key={title}
            kind="quiet"
            class={at < 2 ? '' : 'wide-only'}
            disabled={isOff}
            onClick={run}
            title={`${title} (${key})`}
          >
            <span aria-hidden="true">{sign}</span>
            <span class={at < 2 ? 'word' : 'unseen'}>{title}</span>
          </Button>
        ))}
        {isDone && (
          <Button onClick={props.onReopen} title="Mark the page as not done">
            ✓ Done
          </Button>
        )}
        <Button kind="primary" onClick={props.onDone} title="Mark the page as done and go to the next (D)">
          {isDone ? 'Next to do' : 'Done, next'}
        </Button>
      </div>
    </div>
  );
}

/** Idle time in milliseconds after which the clock stops. */
const AWAY = 60_000;
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

function TimeSpent() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    let last = performance.now();
    const note = () => {
      last = performance.now();
    };
    for (const sign of SIGNS) addEventListener(sign, note, { passive: true });
    const clock = setInterval(() => {
      if (performance.now() - last < AWAY && !document.hidden) setSeconds(now => now + 1);
    }, 1000);
    return () => {
      clearInterval(clock);
      for (const sign of SIGNS) removeEventListener(sign, note);
    };
  }, []);
  return (
    <span class="figure small" title="Time on this page">
      <span class="unseen">Time on this page: </span>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}
