import { oncePerPage, type PageMeasurements } from '../features/measurements/page-measurements.js';
import { memoised } from '../lazy.js';
import type { AuthorMark } from './authors.js';
import { cleanName } from './person-names.js';
import { firstBlockFrom } from './range-sums.js';
import type { NodeRange } from './repeated.js';

// The constants of this file were set by hand on `forums` (docs/results/discussions.md).

/** Strength of an author named in a line of text, below that of a class name. */
const IN_LINE = 1.2;
const MAX_WORDS = 16;

/** "Posted by: Ann | May 4, 2012 at 3:00 PM", "Written by Ann on Monday", "Submitted by Ann (not verified)". */
const BY =
  /^(?:re:? .{0,60} )?(?:posted|written|submitted|comment(?:ed)?|sent|added|left|geschrieben|verfasst|eingetragen|publié|posté|escrito|publicado|enviado|scritto|inviato|geplaatst|napisa[łl]) ?(?:by|von|par|por|da|door|przez)?:? ?(\S.{0,50}?)(?= (?:\||on|at|am|le|el|il|op|»|-|–|—|\(|\/|·|•|\d)|,|\||$)/iu;
/** "Ann wrote on May 4". */
const SAYS =
  /^(?:\d{1,4}[.)]? )?(\S.{0,50}?) (?:says|said|wrote|writes|commented|replied|schrieb|sagt|sagte|meint|a écrit|a dit|dice|dijo|escribió|ha detto|ha scritto|disse|escreveu|schreef|zegt|пишет|написал)(?: (?:on|at|am|le|el|il|in|:)\b.{0,60}|,.{0,60}|…|\.{3})?:?$/iu;

export function lineAuthors(page: PageMeasurements, { start, end }: NodeRange): AuthorMark[] {
  const { blocks } = page;
  const nameAt = namesByBlock(page);
  const marks: AuthorMark[] = [];
  for (let b = firstBlockFrom(blocks, start); b < blocks.count && blocks.first[b]! < end; b++) {
    if (blocks.words[b]! > MAX_WORDS || blocks.words[b]! < 2) continue;
    const name = nameAt(b);
    if (name !== undefined) marks.push({ node: blocks.first[b]!, strength: IN_LINE, name });
  }
  return marks;
}

const namesByBlock = oncePerPage(({ blocks }) => memoised((block: number) => nameIn(blocks.texts[block]!)));

function nameIn(line: string): string | undefined {
  const name = BY.exec(line)?.[1] ?? SAYS.exec(line)?.[1];
  const clean = name === undefined ? undefined : cleanName(name);
  return clean !== undefined && clean.split(' ').length <= 5 ? clean : undefined;
}
