import { ATTR, type PageTree } from 'webpith/stages';

/** The properties of a table that are compared (§4.2.3); the id goes with them, without its numbers. */
const PROPERTIES = [
  ATTR.class,
  ATTR.width,
  ATTR.cellspacing,
  ATTR.cellpadding,
  ATTR.border,
  ATTR.align,
  ATTR.id,
] as const;

/** Longest value that is compared: pages may bring any length. */
const LONGEST = 120;

/** Words by which a page tells its rows apart, not what they are. */
const ROW_WORDS = /^(?:odd|even|first|last|alt\d?)$/i;

/** What nodes of the same make have in common: tag and properties, each node's made once. */
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

/** Classes and ids carry numbers of posts and rows: `post-17` and `post-18` are of one make. */
function withoutNumbers(value: string | undefined): string {
  if (!value) return '';
  return value
    .slice(0, LONGEST)
    .split(/\s+/)
    .map(word => word.replace(/\d+/g, '#'))
    .filter(word => word !== '' && !ROW_WORDS.test(word))
    .join(' ');
}
