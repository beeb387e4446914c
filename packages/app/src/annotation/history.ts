import { type Edit, type LabelMap, type PageLabel, type Place, placeKey, withEdits } from './labels.js';

interface Change {
  readonly place: Place;
  readonly before: PageLabel | undefined;
  readonly after: PageLabel | undefined;
}

interface Step {
  readonly title: string;
  readonly changes: readonly Change[];
}

export interface History {
  readonly labels: LabelMap;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

interface HistoryResult {
  readonly history: History;
  readonly edits: readonly Edit[];
  readonly step?: Step;
}

export function historyFrom(labels: LabelMap): History {
  return { labels, past: [], future: [] };
}

export function perform(history: History, title: string, edits: readonly Edit[]): HistoryResult {
  const after = withEdits(history.labels, edits);
  const changes: Change[] = [];
  const seen = new Set<string>();
  for (const edit of edits) {
    const key = placeKey(edit);
    if (seen.has(key)) continue;
    seen.add(key);
    const change = { place: edit, before: history.labels.get(key), after: after.get(key) };
    if (!isSame(change.before, change.after)) changes.push(change);
  }
  if (changes.length === 0) return { history, edits: [] };
  const step = { title, changes };
  return {
    history: { labels: after, past: [...history.past, step], future: [] },
    edits: changes.map(({ place, after }) => editFor(place, after)),
    step,
  };
}

export function undo(history: History): HistoryResult {
  const step = history.past.at(-1);
  if (!step) return { history, edits: [] };
  const edits = step.changes.map(({ place, before }) => editFor(place, before));
  const labels = withEdits(history.labels, edits);
  const future = [step, ...history.future];
  return { history: { labels, past: history.past.slice(0, -1), future }, edits, step };
}

export function redo(history: History): HistoryResult {
  const [step, ...future] = history.future;
  if (!step) return { history, edits: [] };
  const edits = step.changes.map(({ place, after }) => editFor(place, after));
  const labels = withEdits(history.labels, edits);
  return { history: { labels, past: [...history.past, step], future }, edits, step };
}

function editFor({ node, start, end }: Place, label: PageLabel | undefined): Edit {
  return { node, start, end, label: label?.label ?? null, scope: label?.scope };
}

function isSame(one: PageLabel | undefined, other: PageLabel | undefined): boolean {
  return one?.label === other?.label && one?.scope === other?.scope;
}
