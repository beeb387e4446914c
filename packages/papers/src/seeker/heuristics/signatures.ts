import { ATTR, type PageTree } from 'webpith/stages';

/** The compared properties of a table (§4.2.3), and the id without its numbers. */
const PROPERTIES = [
  ATTR.class,
  ATTR.width,
  ATTR.cellspacing,
  ATTR.cellpadding,
  ATTR.border,
  ATTR.align,
  ATTR.id,
] as const;

/** Maximum length of a compared value. */
const LONGEST = 120;

/** Classes that only alternate or number rows. */
const ROW_WORDS = /^(?:odd|even|first|last|alt\d?)$/i;

/** Signatures of nodes (tag and properties), cached. */
export class Signatures {
  private readonly known = new Map<number, string>();

  constructor(private readonly tree: PageTree) {}

  of(node: number): string {
    let signature = this.known.get(node);
    if (signature === undefined) {
      const properties = PROPERTIES.map(name => withoutNumbers(this.tree.attribute(node, name)));
      signature = [this.tree.tagName(node), ...properties].join('|');
      this.known.set(node, signature);
    }
    return signature;
  }
}

/** Replaces the numbers of posts and rows, so that `post-17` and `post-18` are equal. */
function withoutNumbers(value: string | undefined): string {
  if (!value) return '';
  return value
    .slice(0, LONGEST)
    .split(/\s+/)
    .map(word => word.replace(/\d+/g, '#'))
    .filter(word => word !== '' && !ROW_WORDS.test(word))
    .join(' ');
}
