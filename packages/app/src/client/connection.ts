import { useEffect, useState } from 'preact/hooks';

/** Milliseconds between two tries to reach a server that is gone. */
const PAUSE = 2000;
let isGone = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Notes that the server did not answer; it is asked again until it does. */
export function serverGone(): void {
  tell(true);
  timer ??= setTimeout(async () => {
    timer = undefined;
    const answer = await fetch('/health').catch(() => undefined);
    if (answer === undefined) serverGone();
    else tell(false);
  }, PAUSE);
}

/** Notes that the server answered. */
export function serverThere(): void {
  clearTimeout(timer);
  timer = undefined;
  tell(false);
}

/** Whether the server is gone, anew whenever that changes. */
export function useServerGone(): boolean {
  const [gone, setGone] = useState(isGone);
  useEffect(() => {
    const follow = () => setGone(isGone);
    watchers.add(follow);
    follow();
    return () => void watchers.delete(follow);
  }, []);
  return gone;
}

function tell(gone: boolean): void {
  if (gone === isGone) return;
  isGone = gone;
  for (const watcher of watchers) watcher();
}
