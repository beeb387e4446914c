import { wordsOf } from '../likeness.js';

/** Words of the path segment with the most words, which is usually the title of the article. */
export function slugWords(address: string): string[] {
  const path = address
    .slice(0, 2_048)
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(3);
  let longest: string[] = [];
  for (const folder of path) {
    const words = wordsOf(
      decoded(folder)
        .replace(/\.\w{2,5}$/, '')
        .replace(/[-_+.]/g, ' '),
    );
    if (words.length >= longest.length) longest = words;
  }
  return longest;
}

function decoded(folder: string): string {
  try {
    return decodeURIComponent(folder);
  } catch {
    return folder;
  }
}
