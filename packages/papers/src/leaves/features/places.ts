import { type PageTree, TAG } from 'webpith/stages';
import type { RichContext } from './rich.js';
import { step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

const SIDES = ['before', 'amid', 'after'];

/** Position of the leaf in the page, relative to the main text and to the first h1. */
export function placeFeatures(
  { tree, leaves, words, main }: RichContext,
  out: FeatureWriter,
): (leaf: number) => void {
  const h1 = leaves.findIndex(({ node }) => isUnder(tree, node, TAG.h1));
  const distances = SIDES.map(side => out.steps(`main ${side} `));
  const places = ['out of', 'in'].map(inside =>
    SIDES.map(side => ({
      place: out.dictionary.number(`${inside} main, ${side}`),
      length: out.steps(`${inside} main, ${side}, words `),
      tag: out.words(`${inside} main, ${side}, <`),
    })),
  );
  const [later, earlier] = [out.steps('h1 later '), out.steps('h1 earlier ')];
  const [tenth, fromEnd, fromStart] = [
    out.steps('page tenth '),
    out.steps('from end '),
    out.steps('from start '),
  ];
  return i => {
    const { node } = leaves[i]!;
    const side = i < main.first ? 0 : i > main.last ? 2 : 1;
    distances[side]!(step(side === 0 ? main.first - i : side === 2 ? i - main.last : 0));
    const here = places[tree.contains(main.node, node) ? 1 : 0]![side]!;
    out.hasNumber(here.place);
    here.length(step(words[i]!));
    here.tag(tree.tagName(tree.parent[node]!));
    if (h1 >= 0) (i < h1 ? later : earlier)(step(Math.abs(i - h1)));
    tenth(Math.floor((10 * i) / leaves.length));
    fromEnd(step(leaves.length - i));
    fromStart(step(i));
  };
}

function isUnder(tree: PageTree, node: number, tag: number): boolean {
  for (let n = node, up = 0; n > 0 && up < 5; n = tree.parent[n]!, up++) if (tree.tag[n] === tag) return true;
  return false;
}
