import { isWrittenAsName } from '../../bylines.js';
import { wordsOf } from '../../likeness.js';
import type { AuthorCandidate, AuthorPlace } from './mention.js';

const BARE: ReadonlySet<AuthorPlace> = new Set([
  'json-ld',
  'open-graph',
  'meta',
  'dublin-core',
  'twitter',
  'rel-author',
  'link near the title',
]);
const SHOWN: ReadonlySet<AuthorPlace> = new Set([
  'rel-author',
  'byline',
  'link near the title',
  'element near the title',
  'line by itself',
]);

/**
 * Merges candidates for the same person: a text that begins with a name stated or linked elsewhere ("Ada Byron Gazette
 * Staff") into that name, and a first name alone into the full name.
 */
export function joinedNames(candidates: readonly AuthorCandidate[]): AuthorCandidate[] {
  const words = candidates.map(({ name }) => wordsOf(name));
  const into = candidates.map((_, i) => samePerson(candidates, words, i));
  return candidates.flatMap((candidate, i) => {
    if (into[i] !== undefined) return [];
    const others = candidates.filter((_, j) => into[j] === i);
    if (others.length === 0) return [candidate];
    return [
      { ...candidate, mentions: [...candidate.mentions, ...others.flatMap(({ mentions }) => mentions)] },
    ];
  });
}

function samePerson(
  candidates: readonly AuthorCandidate[],
  words: readonly (readonly string[])[],
  i: number,
): number | undefined {
  const { name, mentions } = candidates[i]!;
  const own = words[i]!;
  const isShort = own.length === 1 && /^\p{Lu}/u.test(name);
  const isShown = mentions.every(({ place }) => !BARE.has(place));
  if (!isShort && !isShown) return undefined;
  const found = candidates.findIndex((other, j) => {
    const theirs = words[j]!;
    if (j === i || theirs.length < 2 || theirs.length > 4 || !isWrittenAsName(other.name)) return false;
    if (isShort)
      return (
        theirs[0] === own[0] && theirs.length < 4 && other.mentions.some(({ place }) => SHOWN.has(place))
      );
    const begins = own.length > theirs.length && theirs.every((word, k) => word === own[k]);
    return begins && other.mentions.some(({ place }) => BARE.has(place));
  });
  return found < 0 ? undefined : found;
}
