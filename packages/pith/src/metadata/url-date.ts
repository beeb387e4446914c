import { isoDay } from './dates.js';
import { fold, monthOf } from './month-names.js';

/** Only the first shape accepts single digits and month names; in the others, version numbers would look like dates. */
const SHAPES: readonly RegExp[] = [
  /\/((?:19|20)\d\d)\/([01]?\d|[a-z]{3,9})\/([0-3]?\d)(?=$|[/_.-])/i,
  /(?:^|[/_-])((?:19|20)\d\d)[_-]([01]\d)[_-]([0-3]\d)(?=$|[/_.-])/,
  /\/((?:19|20)\d\d)([01]\d)([0-3]\d)(?=$|[/_.-])/,
];

/** Day in the path of a URL: /2023/12/05/, /2023/dec/05, /2023-12-05-title, /20231205-title. */
export function dateFromUrl(address: string): string | undefined {
  const path = pathOf(address.slice(0, 2_048));
  for (const shape of SHAPES) {
    const match = shape.exec(path);
    if (match === null) continue;
    const [, year, month, day] = match as unknown as [string, string, string, string];
    const number = /^\d/.test(month) ? Number(month) : monthOf(fold(month), '', 'en');
    const found = isoDay({ year: Number(year), month: number, day: Number(day) });
    if (found !== undefined) return found;
  }
  return undefined;
}

function pathOf(address: string): string {
  try {
    return new URL(address).pathname;
  } catch {
    return address;
  }
}
