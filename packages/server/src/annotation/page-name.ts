/** The longest name; the store may add an ending. */
const LONGEST = 120;

/** A name for a page that is fit for a file, from an id, the name of a file or an address; undefined where none comes of it. */
export function pageName(...sources: readonly (string | undefined)[]): string | undefined {
  for (const source of sources) {
    const name = (source ?? '')
      .replace(/^[a-z]+:\/\//i, '')
      .replace(/[?#].*$/s, '')
      .replace(/\.(?:html?|xhtml|gz)$/i, '')
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .slice(0, 10 * LONGEST)
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, LONGEST);
    if (name !== '') return name;
  }
  return undefined;
}
