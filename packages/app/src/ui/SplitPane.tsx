import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** Width of the first pane in per cent. */
  readonly initial?: number;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
}

const LEAST = 20;
const MOST = 80;
const STEP = 4;
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowRight: STEP, Home: -100, End: 100 };

/** Two panes with a handle that the pointer and arrow keys move; stacked on narrow screens. */
export function SplitPane({ label, initial = 50, first, second }: Props) {
  const [share, setShare] = useState(initial);
  const [moving, setMoving] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const move = (to: number) => setShare(Math.min(MOST, Math.max(LEAST, to)));
  const follow = (event: PointerEvent) => {
    if (!moving) return;
    const { left, width } = pane.current!.getBoundingClientRect();
    move(((event.clientX - left) / width) * 100);
  };
  return (
    <div ref={pane} class={moving ? 'split moving' : 'split'} style={{ '--share': `${share}%` }}>
      <div class="split-part">{first}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a handle between panes is no thematic break */}
      <div
        class="split-handle"
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        onKeyDown={event => {
          const step = KEYS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          move(share + step);
        }}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setMoving(true);
        }}
        onPointerMove={follow}
        onPointerUp={() => setMoving(false)}
      />
      <div class="split-part">{second}</div>
    </div>
  );
}
