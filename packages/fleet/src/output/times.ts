/** ISO 8601: a date, or a date and time with or without a zone. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i;
/** Ending of HTTP and mail dates. */
const WITH_ZONE = /(?:GMT|UTC|[+-]\d{4})$/;

/**
 * Parses a time; undefined if it is invalid. A date alone is its midnight, and a time without a zone is UTC: the result
 * must not depend on the local time zone.
 */
export function momentOf(text: string): Date | undefined {
  const iso = ISO.exec(text);
  if (iso === null && !WITH_ZONE.test(text)) return undefined;
  const isBare = iso !== null && iso[1] === undefined && text.length > DAY.length;
  const date = new Date(isBare ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const DAY = 'YYYY-MM-DD';

/** ISO 8601, without milliseconds if they are zero. */
export function isoOf(moment: Date): string {
  return moment.toISOString().replace('.000Z', 'Z');
}
