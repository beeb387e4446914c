import { sharedState } from './state.js';

/** Milliseconds before a pending request is shown. */
const LONG_AFTER = 700;
/** Pending work, oldest first. */
const pending = sharedState<readonly { readonly what: string; readonly isLong: boolean }[]>([]);

/** Shows a label if something takes long; returns a function to call at its end. */
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

/** The label of the oldest work that takes long. */
export function useWaiting(): string | undefined {
  return pending.use().find(({ isLong }) => isLong)?.what;
}

/** Requests that need a more precise description than their path gives. */
const ACTIONS: Readonly<Record<string, string>> = {
  'POST extract': 'Reading the page',
  'POST site-rules/trial': 'Testing the rules on the pages of the site',
  'POST jobs': 'Starting the job',
};
const DOING: Readonly<Record<string, string>> = { GET: 'Loading', PUT: 'Saving', DELETE: 'Removing' };
/** Nouns for parts of API paths; the last match is used. */
const THINGS: Readonly<Record<string, string>> = {
  views: 'recent pages',
  'site-rules': 'site rules',
  feedback: 'reports',
  corpora: 'corpora',
  pages: 'pages',
  labels: 'labels',
  'label-sets': 'labels',
  suggestions: 'suggestions',
  uncertainty: 'the certainty of each page',
  agreement: 'the agreement of annotators',
  models: 'models',
  evaluations: 'runs',
  jobs: 'jobs',
  methods: 'methods',
  settings: 'settings',
  session: 'your account',
  tokens: 'tokens',
};

export function describeRequest(method: string, path: string): string {
  const parts = path.split('/').slice(2);
  const thing = parts.findLast(part => Object.hasOwn(THINGS, part));
  return (
    ACTIONS[`${method} ${parts.join('/')}`] ??
    `${DOING[method] ?? 'Sending'} ${thing === undefined ? 'data' : THINGS[thing]}`
  );
}
