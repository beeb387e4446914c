/** Reference to a page in a report. */
export interface PageName {
  readonly seq: number;
  readonly page: string;
  readonly url?: string;
  readonly confidence: number;
}

/** Frequency of an event on the pages of a site, with change detection. */
export interface Alarm {
  /** Pages in the baseline, and those with the event. */
  pages: number;
  happened: number;
  /** Evidence for an increased rate: a sum of log-likelihood ratios. */
  score: number;
  /** True after an alarm was reported; `quiet` counts the pages without the event since. */
  said: boolean;
  quiet: number;
  /** Last pages without the event before the score rose, and pages with it since. */
  before: PageName[];
  after: PageName[];
}

export const newAlarm = (): Alarm => ({
  pages: 0,
  happened: 0,
  score: 0,
  said: false,
  quiet: 0,
  before: [],
  after: [],
});

/** Alternative rate of the test. Lower increases are detected later. */
const FEARED = 0.8;
/** Lower bound of the usual rate. */
const LEAST_USUAL = 0.05;
/** Events with a higher usual rate are ignored. */
const MOST_USUAL = 0.4;
/**
 * Alarm threshold. A sum of log-likelihood ratios that is reset to 0 whenever it becomes negative (Page's CUSUM, 1954)
 * exceeds it by chance at most once in e^9.2, about 10,000 pages (Lorden 1971). At the lowest usual rate a page with
 * the event adds 2.8 and one without subtracts 1.6: four pages in a row raise the alarm.
 */
const RINGS_AT = 9.2;
/** Pages without the event after which an alarm can be raised again. */
const QUIET_AGAIN = 5;
const NAMES_BEFORE = 3;
const NAMES_AFTER = 12;

/** Adds a page to the baseline. */
export function learn(alarm: Alarm, happened: boolean, page: PageName): void {
  alarm.pages++;
  if (happened) alarm.happened++;
  else remember(alarm.before, page, NAMES_BEFORE);
}

/** The usual rate, biased upwards for few pages (Laplace). */
function usualRate({ pages, happened }: Alarm): number {
  return Math.max(LEAST_USUAL, (happened + 1) / (pages + 2));
}

/** Tests a page; returns true if the alarm is raised. */
export function watch(alarm: Alarm, happened: boolean, page: PageName): boolean {
  const usual = usualRate(alarm);
  if (usual > MOST_USUAL) return false;
  alarm.quiet = happened ? 0 : alarm.quiet + 1;
  if (alarm.said) {
    alarm.said = alarm.quiet < QUIET_AGAIN;
    return false;
  }
  if (happened) remember(alarm.after, page, NAMES_AFTER);
  const step = happened ? Math.log(FEARED / usual) : Math.log((1 - FEARED) / (1 - usual));
  alarm.score = Math.max(0, alarm.score + step);
  if (alarm.score === 0) {
    alarm.after = [];
    if (!happened) remember(alarm.before, page, NAMES_BEFORE);
  }
  return alarm.score >= RINGS_AT;
}

/** Resets a reported alarm until the event stops for a while. */
export function silence(alarm: Alarm): void {
  alarm.said = true;
  alarm.score = 0;
  alarm.quiet = 0;
  alarm.after = [];
}

function remember(names: PageName[], page: PageName, most: number): void {
  names.push(page);
  if (names.length > most) names.shift();
}
