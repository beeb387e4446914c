import { useEffect, useState } from 'preact/hooks';

/** Milliseconds between two tries to reach a server that is gone. */
const PAUSE = 2000;
let isUnreachable = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** Notes that the server did not answer; it is asked again until it does. */
export function markServerUnreachable(): void {
  setUnreachable(true);
  timer ??= setTimeout(async () => {
    timer = undefined;
    const answer = await fetch('/health').catch(() => undefined);
    if (answer === undefined) markServerUnreachable();
    else setUnreachable(false);
  }, PAUSE);
}

/** Notes that the server answered. */
export function markServerReachable(): void {
  clearTimeout(timer);
  timer = undefined;
  setUnreachable(false);
}

/** Whether the server is gone, anew whenever that changes. */
export function useServerUnreachable(): boolean {
  const [gone, setGone] = useState(isUnreachable);
  useEffect(() => {
    const follow = () => setGone(isUnreachable);
    watchers.add(follow);
    follow();
    return () => void watchers.delete(follow);
  }, []);
  return gone;
}

function setUnreachable(gone: boolean): void {
  if (gone === isUnreachable) return;
  isUnreachable = gone;
  for (const watcher of watchers) watcher();
}
