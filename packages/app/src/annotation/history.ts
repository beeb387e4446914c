import { type Edit, type LabelMap, type PageLabel, type Place, placeKey, withEdits } from './labels.js';

/** What one place held before and after a step. */
interface Change {
  readonly place: Place;
  readonly before: PageLabel | undefined;
  readonly after: PageLabel | undefined;
}

/** One thing that the annotator did, to be undone as a whole. */
interface Step {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** The labels with all that was done and undone since the page was opened. */
export interface History {
  readonly labels: LabelMap;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** A history after something happened, with the edits that make the server follow. */
interface HistoryResult {
  readonly history: History;
  readonly edits: readonly Edit[];
  /** What was done, undone or redone; nothing where nothing changed. */
  readonly step?: Step;
}

/** A session that begins with the labels that the server holds. */
export function historyFrom(labels: LabelMap): History {
  return { labels, past: [], future: [] };
}

/** Does something: edits that change nothing are left out, and with none left nothing happens. */
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

/** Takes the last step back. */
export function undo(history: History): HistoryResult {
  const step = history.past.at(-1);
  if (!step) return { history, edits: [] };
  const edits = step.changes.map(({ place, before }) => editFor(place, before));
  const labels = withEdits(history.labels, edits);
  const moved = { labels, past: history.past.slice(0, -1), future: [step, ...history.future] };
  return { history: moved, edits, step };
}

/** Does again what was last undone. */
export function redo(history: History): HistoryResult {
  const [step, ...future] = history.future;
  if (!step) return { history, edits: [] };
  const edits = step.changes.map(({ place, after }) => editFor(place, after));
  const labels = withEdits(history.labels, edits);
  return { history: { labels, past: [...history.past, step], future }, edits, step };
}

function editFor({ node, start, end }: Place, label: PageLabel | undefined): Edit {
  const place = start === undefined ? { node } : { node, start, end };
  return label ? { ...place, label: label.label, scope: label.scope } : { ...place, label: null };
}

function isSame(one: PageLabel | undefined, other: PageLabel | undefined): boolean {
  return one?.label === other?.label && one?.scope === other?.scope;
}
