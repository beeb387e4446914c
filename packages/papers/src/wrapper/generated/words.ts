import type { Random } from '@webpith/learn';

const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi zo kal mer tin dor lus pan ver sol'.split(' ');

function madeUpWord(random: Random): string {
  const count = 1 + Math.floor(random.next() * 4);
  return Array.from({ length: count }, () => SYLLABLES[Math.floor(random.next() * SYLLABLES.length)]).join(
    '',
  );
}

export function madeUpPhrase(random: Random, least: number, most: number): string {
  const count = least + Math.floor(random.next() * (most - least + 1));
  const text = Array.from({ length: count }, () => madeUpWord(random)).join(' ');
  return text[0]!.toUpperCase() + text.slice(1);
}

export function madeUpParagraph(random: Random): string {
  const count = 2 + Math.floor(random.next() * 4);
  return Array.from({ length: count }, () => `${madeUpPhrase(random, 6, 18)}.`).join(' ');
}
