import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after which the app says what it is waiting for. */
const LONG_AFTER = 700;
/** What is waited for, the oldest first, and since when it takes long. */
let pending: readonly { readonly what: string; readonly isLong: boolean }[] = [];
const watchers = new Set<() => void>();

/** Says what is waited for until it is there; gives what ends it. */
export function beginWaiting(what: string): () => void {
  let own = { what, isLong: false };
  pending = [...pending, own];
  const timer = setTimeout(() => {
    const long = { what, isLong: true };
    update(pending.map(each => (each === own ? long : each)));
    own = long;
  }, LONG_AFTER);
  return () => {
    clearTimeout(timer);
    update(pending.filter(each => each !== own));
  };
}

/** The same for something that is on its way. */
export function withWaiting<T>(what: string, promised: Promise<T>): Promise<T> {
  return promised.finally(beginWaiting(what));
}

/** What takes long now, in words. */
export function useWaiting(): string | undefined {
  const [, redraw] = useState(0);
  useEffect(() => {
    const follow = () => redraw(count => count + 1);
    watchers.add(follow);
    return () => void watchers.delete(follow);
  }, []);
  return pending.find(({ isLong }) => isLong)?.what;
}

function update(next: typeof pending): void {
  pending = next;
  for (const watcher of watchers) watcher();
}

/** Requests that say more than the address they go to. */
const ACTIONS: Readonly<Record<string, string>> = {
  'POST extract': 'Reading the page',
  'POST site-rules/trial': 'Trying the rules on the pages of the site',
  'POST jobs': 'Starting the job',
};
const DOING: Readonly<Record<string, string>> = { GET: 'Loading', PUT: 'Keeping', DELETE: 'Removing' };
/** What the parts of the server's addresses stand for; the last one that is known counts. */
const THINGS: Readonly<Record<string, string>> = {
  views: 'pages that were read',
  'site-rules': 'the rules of sites',
  feedback: 'reports',
  corpora: 'corpora',
  pages: 'pages',
  labels: 'labels',
  'label-sets': 'labels',
  suggestions: 'suggestions',
  uncertainty: 'how sure the default is of each page',
  agreement: 'how far annotators agree',
  models: 'models',
  evaluations: 'runs',
  jobs: 'jobs',
  methods: 'methods',
  settings: 'settings',
  session: 'who you are',
  tokens: 'tokens',
};

/** What a request is for, in words. */
export function describeRequest(method: string, path: string): string {
  const parts = path.split('/').slice(2);
  const thing = parts.findLast(part => Object.hasOwn(THINGS, part));
  return (
    ACTIONS[`${method} ${parts.join('/')}`] ??
    `${DOING[method] ?? 'Sending'} ${thing === undefined ? 'what was asked for' : THINGS[thing]}`
  );
}
