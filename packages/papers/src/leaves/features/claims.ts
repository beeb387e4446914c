import { wordsOf } from '@webpith/lab';
import type { RichContext } from './rich.js';
import { fifths } from './tokens.js';
import type { FeatureWriter } from './writer.js';

/** Similarity of a leaf to the metadata in the page's head. */
export function claimFeatures(
  { texts, words, leaves, claims }: RichContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const titleLikeness = out.steps('title likeness ');
  const descriptionLikeness = out.steps('description likeness ');
  let titlesSeen = 0;
  return i => {
    if (leaves[i]!.kind !== 'text' || words[i]! > 120) return;
    const said = wordsOf(texts[i]!);
    const line = said.join(' ');
    if (line === '') return;
    if (claims.titles.has(line)) out.has(`title claimed ${Math.min(2, titlesSeen++)}`);
    if (claims.title.size > 1 && said.length > 1) titleLikeness(likeness(said, claims.title));
    if (claims.description.size > 4 && said.length > 5)
      descriptionLikeness(likeness(said, claims.description));
    if (line.length < 140) {
      if (claims.authors.includes(line)) out.has('is author');
      else if (claims.authors.some(name => name.length > 4 && line.includes(name))) out.has('has author');
    }
    if (claims.site !== '' && line === claims.site) out.has('is site');
    if (line.length < 80 && claims.dates.some(date => saysDate(said, date))) out.has('is date claimed');
  };
}

/** Dice coefficient of two sets of words, in fifths. */
function likeness(said: readonly string[], goal: ReadonlySet<string>): number {
  let common = 0;
  for (const word of said) if (goal.has(word)) common++;
  return fifths(2 * common, said.length + goal.size);
}

/** True if the words include the day and the year of a date. */
function saysDate(said: readonly string[], date: string): boolean {
  if (!said.includes(date.slice(0, 4))) return false;
  const day = Number(date.slice(8, 10));
  return said.some(word => Number.parseInt(word, 10) === day);
}
