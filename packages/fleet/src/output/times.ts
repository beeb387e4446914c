/** A day, or a day and a time with or without its zone, as ISO 8601 has it. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
/** How dates of HTTP and mail end. */
const WITH_ZONE = /(?:GMT|UTC|[+-]\d{4})$/;

/**
 * The moment that a text names, or undefined where it names none. A day alone is its midnight, and a time without a
 * zone is taken for Greenwich's: the zone of the machine that reads must not matter.
 */
export function momentOf(text: string): Date | undefined {
  const iso = ISO.exec(text);
  if (iso === null && !WITH_ZONE.test(text)) return undefined;
  const isBare = iso !== null && iso[1] === undefined && text.length > DAY.length;
  const date = new Date(isBare ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const DAY = 'YYYY-MM-DD';

/** A moment as ISO 8601, without milliseconds where it has none. */
export function isoOf(moment: Date): string {
  return moment.toISOString().replace('.000Z', 'Z');
}
