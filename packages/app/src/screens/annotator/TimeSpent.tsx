import { useEffect, useState } from 'preact/hooks';

/** Milliseconds without a sign of life after which somebody is taken to have left. */
const AWAY = 60_000;
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** How long one has been at a page; time in which nothing was done for a minute does not count. */
export function TimeSpent() {
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
