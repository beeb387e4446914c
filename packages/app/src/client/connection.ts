import { useEffect, useRef } from 'preact/hooks';
import { sharedState } from './state.js';

const PAUSE = 2000;
const unreachable = sharedState(false);
let timer: ReturnType<typeof setTimeout> | undefined;

export function markServerUnreachable(): void {
  unreachable.set(true);
  timer ??= setTimeout(async () => {
    timer = undefined;
    const answer = await fetch('/health').catch(() => undefined);
    if (answer === undefined) markServerUnreachable();
    else unreachable.set(false);
  }, PAUSE);
}

export function markServerReachable(): void {
  clearTimeout(timer);
  timer = undefined;
  unreachable.set(false);
}

export const useServerUnreachable = unreachable.use;

export function listen<T>(path: string, event: string, onData: (data: T) => void): () => void {
  const source = new EventSource(path);
  source.addEventListener(event, message => onData(JSON.parse((message as MessageEvent<string>).data) as T));
  source.addEventListener('error', markServerUnreachable);
  source.addEventListener('open', markServerReachable);
  return () => source.close();
}

export function useEvents<T>(path: string | undefined, event: string, onData: (data: T) => void): void {
  const handler = useRef(onData);
  handler.current = onData;
  useEffect(
    () => (path === undefined ? undefined : listen<T>(path, event, data => handler.current(data))),
    [path, event],
  );
}
