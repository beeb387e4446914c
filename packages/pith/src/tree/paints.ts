import { areAlike, isTransparent, parseColour } from './colours.js';
import { ATTR } from './names.js';
import type { PageTree } from './tree.js';

/** Colour of the text of an element, and of its ground if that is known. */
interface Paint {
  readonly colour: string;
  readonly ground: string | undefined;
}

/** Colours of the elements in document order. Style sheets that were not read may set the ground of any class. */
export class Paints {
  private readonly paints: Paint[];
  /** Index in `paints` by node; allocated for the first element with a colour. */
  private byNode: Uint32Array | undefined;

  constructor(
    private readonly tree: PageTree,
    private readonly hasOtherRules: boolean,
  ) {
    this.paints = [{ colour: 'black', ground: hasOtherRules ? undefined : 'white' }];
  }

  /** Sets the paint of an element from its own colours; true or false if its text is hidden or not by a new paint. */
  set(node: number, colour: string | undefined, ground: string | undefined): boolean | undefined {
    const { tree } = this;
    if (this.byNode === undefined) {
      if (colour === undefined && ground === undefined) return undefined;
      this.byNode = new Uint32Array(tree.count);
    }
    const above = this.byNode[tree.parent[node]!]!;
    const { [above]: outer } = this.paints;
    const mayHaveGround = this.hasOtherRules && isNamed(tree, node);
    const text = colour === undefined || colour === 'inherit' ? outer!.colour : colour;
    const below = ground ?? (mayHaveGround ? undefined : outer!.ground);
    if (text === outer!.colour && below === outer!.ground) {
      this.byNode[node] = above;
      return undefined;
    }
    this.byNode[node] = this.paints.length;
    this.paints.push({ colour: text, ground: below });
    return isSameColour(text, below);
  }
}

function isNamed(tree: PageTree, node: number): boolean {
  return tree.attributeIndex(node, ATTR.class) >= 0 || tree.attributeIndex(node, ATTR.id) >= 0;
}

function isSameColour(colour: string, ground: string | undefined): boolean {
  const text = parseColour(colour);
  if (text !== undefined && isTransparent(text)) return true;
  if (ground === undefined || ground === 'image') return false;
  const below = parseColour(ground);
  return text === undefined || below === undefined ? colour === ground : areAlike(text, below);
}
