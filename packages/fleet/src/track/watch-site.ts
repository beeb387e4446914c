import type { Observation } from '@webpith/store';
import { addToBaseline, type Baseline, newBaseline, signsOf } from './baseline.js';
import { TRACKED } from './observe.js';
import { acceptCandidates, addPage, type Template, templateOf } from './structure.js';

export interface SiteState {
  readonly version: 1;
  readonly templates: Template[];
  readonly baseline: Baseline;
  readonly alarms: Record<string, Alarm>;
}

export interface Change {
  /** `template`, or the sign of degradation: `failed`, `type`, `shorter`, `longer`, `confidence`, `field NAME`. */
  readonly kind: string;
  readonly message: string;
  readonly before: readonly PageName[];
  readonly after: readonly PageName[];
  /** Pages to label again, least confident first. */
  readonly relabel: readonly PageName[];
}

export const newSite = (): SiteState => ({ version: 1, templates: [], baseline: newBaseline(), alarms: {} });

const MESSAGES: Readonly<Record<string, string>> = {
  template: 'the structure of its pages has changed',
  failed: 'its pages no longer have content',
  type: 'its pages have another type',
  shorter: 'its texts are much shorter',
  longer: 'its texts are much longer',
  confidence: 'its texts have lower confidence',
};

const messageOf = (kind: string) =>
  MESSAGES[kind] ?? `${kind.slice('field '.length)} is no longer found on its pages`;

const PAGES_TO_LABEL = 5;

/** Adds a page to the baseline while learning, otherwise compares it. `columns` are those available in its row. */
export function observePage(
  state: SiteState,
  page: Observation,
  learning: boolean,
  columns: readonly string[] = TRACKED,
): Change[] {
  const name = nameOf(page);
  const signs = signsOfPage(state, page, learning, columns);
  if (learning) addToBaseline(state.baseline, page, columns);
  const changes: Change[] = [];
  for (const [kind, happened] of signs) {
    state.alarms[kind] ??= newAlarm();
    const alarm = state.alarms[kind];
    if (learning) learn(alarm, happened, name);
    else if (watch(alarm, happened, name)) changes.push(changeFrom(state, kind, alarm));
  }
  return changes;
}

const FIRST_PAGES = 5;

function signsOfPage(
  state: SiteState,
  page: Observation,
  learning: boolean,
  columns: readonly string[],
): Map<string, boolean> {
  const signs = signsOf(state.baseline, page, columns);
  if (page.structure !== undefined) {
    // While learning, the event is a page unlike all before: sites with many templates have a higher usual rate.
    const isNew = templateOf(state.templates, page.structure) === undefined;
    const known = addPage(state.templates, page.structure, learning);
    signs.set('template', learning ? isNew : !known);
  }
  if (learning && state.baseline.pages < FIRST_PAGES) for (const kind of signs.keys()) signs.set(kind, false);
  return signs;
}

function changeFrom(state: SiteState, kind: string, alarm: Alarm): Change {
  const { before, after } = alarm;
  const relabel = [...after].sort((one, other) => one.confidence - other.confidence).slice(0, PAGES_TO_LABEL);
  const change = { kind, message: messageOf(kind), before: [...before], after: [...after], relabel };
  reset(alarm);
  if (kind === 'template') acceptCandidates(state.templates);
  return change;
}

function nameOf({ seq, page, url, confidence }: Observation): PageName {
  return { seq, page, url, confidence };
}

export interface PageName {
  readonly seq: number;
  readonly page: string;
  readonly url?: string | undefined;
  readonly confidence: number;
}

export interface Alarm {
  /** Pages in the baseline, and those with the event. */
  pages: number;
  happened: number;
  /** Evidence for an increased rate: a sum of log-likelihood ratios. */
  score: number;
  /** True after a report, until enough consecutive pages have been without the event; `quiet` counts them. */
  isReported: boolean;
  quiet: number;
  /** The last pages without the event before the score rose, and the pages with it since then. */
  before: PageName[];
  after: PageName[];
}

export const newAlarm = (): Alarm => ({
  pages: 0,
  happened: 0,
  score: 0,
  isReported: false,
  quiet: 0,
  before: [],
  after: [],
});

/** Rate under the alternative hypothesis; smaller increases are detected later. */
const ALTERNATIVE_RATE = 0.8;
const LEAST_USUAL_RATE = 0.05;
/** Events with a higher usual rate are ignored. */
const MOST_USUAL_RATE = 0.4;
/**
 * Alarm threshold. A sum of log-likelihood ratios that is reset to 0 whenever it becomes negative (Page's CUSUM, 1954)
 * exceeds it by chance at most once in e^9.2 (about 10,000) pages on average (Lorden 1971). At the lowest usual rate a
 * page with the event adds 2.8 and one without subtracts 1.6: four pages in a row raise the alarm.
 */
const ALARM_THRESHOLD = 9.2;
const QUIET_AGAIN = 5;
const NAMES_BEFORE = 3;
const NAMES_AFTER = 12;

export function learn(alarm: Alarm, happened: boolean, page: PageName): void {
  alarm.pages++;
  if (happened) alarm.happened++;
  else remember(alarm.before, page, NAMES_BEFORE);
}

/** The usual rate, biased upwards for few pages (Laplace). */
function usualRate({ pages, happened }: Alarm): number {
  return Math.max(LEAST_USUAL_RATE, (happened + 1) / (pages + 2));
}

export function watch(alarm: Alarm, happened: boolean, page: PageName): boolean {
  const usual = usualRate(alarm);
  if (usual > MOST_USUAL_RATE) return false;
  alarm.quiet = happened ? 0 : alarm.quiet + 1;
  if (alarm.isReported) {
    alarm.isReported = alarm.quiet < QUIET_AGAIN;
    return false;
  }
  if (happened) remember(alarm.after, page, NAMES_AFTER);
  const step = happened ? Math.log(ALTERNATIVE_RATE / usual) : Math.log((1 - ALTERNATIVE_RATE) / (1 - usual));
  alarm.score = Math.max(0, alarm.score + step);
  if (alarm.score === 0) {
    alarm.after = [];
    if (!happened) remember(alarm.before, page, NAMES_BEFORE);
  }
  return alarm.score >= ALARM_THRESHOLD;
}

export function reset(alarm: Alarm): void {
  alarm.isReported = true;
  alarm.score = 0;
  alarm.quiet = 0;
  alarm.after = [];
}

function remember(names: PageName[], page: PageName, most: number): void {
  names.push(page);
  if (names.length > most) names.shift();
}
