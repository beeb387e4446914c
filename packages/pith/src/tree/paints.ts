import { isSameColour } from './colours.js';
import { ATTR } from './names.js';
import type { StyleRules } from './style-rules.js';
import type { PageTree } from './tree.js';

interface Paint {
  readonly colour: string;
  readonly ground: string | undefined;
}

/** Colours of the elements, set after those of their ancestors. Rules that were not read may set the ground of any class. */
export class Paints {
  private readonly paints: Paint[] = [];
  private byNode: Uint32Array | undefined;

  constructor(
    private readonly tree: PageTree,
    private readonly rules: StyleRules,
  ) {}

  /** Sets the paint of an element from its own colours; true or false if its text is hidden or not by a new paint. */
  set(node: number, colour: string | undefined, ground: string | undefined): boolean | undefined {
    const { tree } = this;
    if (this.byNode === undefined) {
      if (colour === undefined && ground === undefined) return undefined;
      this.byNode = new Uint32Array(tree.count);
      this.paints.push({ colour: 'black', ground: this.rules.maySetGround ? undefined : 'white' });
    }
    const above = this.byNode[tree.parent[node]!]!;
    const { [above]: outer } = this.paints;
    const mayHaveGround = this.rules.maySetGround && isNamed(tree, node);
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
