import type { Observation } from '@webpith/store';
import { siteOf } from 'webpith/stages';
import type { Row } from '../output/row.js';
import { FIELDS } from './columns.js';

/** A page as it was seen, before it has its place in its site. */
export type Seen = Omit<Observation, 'seq'>;

/** What a row says about its page and what came out of it. */
export function seenFrom(row: Row, source: string): Seen {
  const { id, url, date, error, structure } = row;
  const page = id ?? url ?? `${row.file}@${row.offset}${row.part === undefined ? '' : `.${row.part}`}`;
  return {
    site: siteOf(url === undefined ? {} : { url }) ?? UNKNOWN_SITE,
    source,
    page,
    ...(url === undefined ? {} : { url }),
    at: date ?? new Date().toISOString(),
    ...(structure === undefined ? {} : { structure }),
    words: wordsOf(row),
    confidence: row.confidence ?? 0,
    type: row.type ?? 'other',
    fields: FIELDS.filter(field => isFound(row[field])),
    ...(error === undefined ? {} : { error }),
  };
}

/** Pages whose address is not known are taken as one site. */
const UNKNOWN_SITE = '(unknown)';

/** Words, or characters in scripts without spaces; of lists and threads, those of their entries. */
function wordsOf({ text = '', posts = [], items = [] }: Row): number {
  const all = [text, ...posts.map(post => post.text), ...items.map(item => item.title)].join('\n');
  return (
    all.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu)
      ?.length ?? 0
  );
}

function isFound(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}
