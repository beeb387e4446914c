import type { Observation } from '@webpith/store';
import { siteOf } from 'webpith/stages';
import type { Row } from '../output/row.js';
import { FIELDS } from './columns.js';

/** A page before its sequence number is assigned. */
export type Seen = Omit<Observation, 'seq'>;

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

/** Pages without an address count as one site. */
const UNKNOWN_SITE = '(unknown)';

/** Words, or characters in scripts without spaces, including posts and entries. */
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
