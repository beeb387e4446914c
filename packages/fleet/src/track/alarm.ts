/** A page as it is named in what is said about a site. */
export interface PageName {
  readonly seq: number;
  readonly page: string;
  readonly url?: string;
  readonly confidence: number;
}

/** How often something happens on pages of a site, and the watch over it. */
export interface Alarm {
  /** Pages seen while learning, and those on which it happened. */
  pages: number;
  happened: number;
  /** Evidence that it happens more often than it did: a sum of log-likelihood ratios. */
  score: number;
  /** Whether it has been said already, and pages since then on which it did not happen. */
  said: boolean;
  quiet: number;
  /** The last pages on which all was well before the score rose, and those on which it happened since. */
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

/** The rate that is feared. Rates between the usual and this one are found too, later. */
const FEARED = 0.8;
/** No rate is believed to be lower than this, however long nothing happened. */
const LEAST_USUAL = 0.05;
/** What happens on more pages than this as a rule is no sign of anything. */
const MOST_USUAL = 0.4;
/**
 * The score that rings the alarm. A sum of log-likelihood ratios that starts anew whenever it falls below nothing
 * (Page's CUSUM, 1954) is this high by chance once in e^9.2, some 10,000 pages, at most (Lorden 1971). At the least usual
 * rate each page adds 2.8 and each page without takes 1.6: four pages in a row ring it.
 */
const RINGS_AT = 9.2;
/** Quiet pages after which an alarm that has rung may ring again. */
const QUIET_AGAIN = 5;
const NAMES_BEFORE = 3;
const NAMES_AFTER = 12;

/** Learns how often it happens as a rule. */
export function learn(alarm: Alarm, happened: boolean, page: PageName): void {
  alarm.pages++;
  if (happened) alarm.happened++;
  else remember(alarm.before, page, NAMES_BEFORE);
}

/** The rate that is usual, leaning upwards where few pages have been seen (Laplace). */
function usualRate({ pages, happened }: Alarm): number {
  return Math.max(LEAST_USUAL, (happened + 1) / (pages + 2));
}

/** Watches one more page; says whether the alarm rings now. */
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

/** Takes note that an alarm has been passed on: it is silent until all was well for a while. */
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
