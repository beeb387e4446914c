import { useEffect, useRef, useState } from 'preact/hooks';

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

/** Listens to server-sent events of one name; gives what ends it. The browser connects again by itself. */
export function listen<T>(path: string, event: string, onData: (data: T) => void): () => void {
  const source = new EventSource(path);
  source.addEventListener(event, message => onData(JSON.parse((message as MessageEvent<string>).data) as T));
  source.addEventListener('error', markServerUnreachable);
  source.addEventListener('open', markServerReachable);
  return () => source.close();
}

/** As `listen`, for as long as the component is shown; no path, no listening. */
export function useEvents<T>(path: string | undefined, event: string, onData: (data: T) => void): void {
  const handler = useRef(onData);
  handler.current = onData;
  useEffect(
    () => (path === undefined ? undefined : listen<T>(path, event, data => handler.current(data))),
    [path, event],
  );
}
