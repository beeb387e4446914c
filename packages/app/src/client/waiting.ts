import { sharedState } from './state.js';

const LONG_AFTER = 700;
const pending = sharedState<readonly { readonly what: string; readonly isLong: boolean }[]>([]);

export function beginWaiting(what: string): () => void {
  let own = { what, isLong: false };
  pending.set([...pending.get(), own]);
  const timer = setTimeout(() => {
    const long = { what, isLong: true };
    pending.set(pending.get().map(each => (each === own ? long : each)));
    own = long;
  }, LONG_AFTER);
  return () => {
    clearTimeout(timer);
    pending.set(pending.get().filter(each => each !== own));
  };
}

export function withWaiting<T>(what: string, promised: Promise<T>): Promise<T> {
  return promised.finally(beginWaiting(what));
}

export function useWaiting(): string | undefined {
  return pending.use().find(({ isLong }) => isLong)?.what;
}

const ACTIONS: Readonly<Record<string, string>> = {
  'POST extract': 'Reading the page',
  'POST site-rules/trial': 'Testing the rules on the pages of the site',
  'POST jobs': 'Starting the job',
};
const DOING: Readonly<Record<string, string>> = { GET: 'Loading', PUT: 'Saving', DELETE: 'Removing' };

export function describeRequest(method: string, path: string): string {
  const parts = path.split('/').slice(2);
  const thing = parts.findLast(part => /^[a-z-]+$/.test(part)) ?? 'data';
  return (
    ACTIONS[`${method} ${parts.join('/')}`] ?? `${DOING[method] ?? 'Sending'} ${thing.replaceAll('-', ' ')}`
  );
}
