/** `+0.50`, `−1.25`. */
export function signed(value: number, digits = 2): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
}

/** `1 page`, `2 pages`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

export function formatAge(iso: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

export function formatTime(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

const WITH_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const DAY_ONLY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats an ISO date and time as written, without converting its time zone; other dates are returned unchanged. */
export function formatDate(date: string | undefined): string {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(date ?? '');
  if (parts === null) return date ?? '';
  const time = new Date(`${parts[1]}T${parts[2] ?? '00:00'}Z`);
  if (Number.isNaN(time.getTime())) return date!;
  return (parts[2] === undefined ? DAY_ONLY : WITH_TIME).format(time);
}

const STEPS: readonly [least: number, words: string, kind: 'good' | 'fair' | 'poor'][] = [
  [0.9, 'Very likely right', 'good'],
  [0.75, 'Probably right', 'good'],
  [0.5, 'May have missing or extra parts', 'fair'],
  [0, 'Uncertain: compare it with the page', 'poor'],
];

export function describeConfidence(confidence: number): { words: string; kind: 'good' | 'fair' | 'poor' } {
  const [, words, kind] = STEPS.find(([least]) => confidence >= least) ?? STEPS.at(-1)!;
  return { words, kind };
}
