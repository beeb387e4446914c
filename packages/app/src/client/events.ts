import { useEffect, useRef } from 'preact/hooks';
import { markServerReachable, markServerUnreachable } from './connection.js';

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
