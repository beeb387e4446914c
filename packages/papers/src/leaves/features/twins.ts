import { ATTR } from 'webpith/stages';
import type { PageContext } from './page-context.js';
import { fifths, step } from './tokens.js';
import type { FeatureWriter } from './writer.js';

/** Leaves whose parents have the same names. */
interface Twins {
  count: number;
  words: number;
  links: number;
  bundle: unknown;
}

/** Number and mean length of the leaves in elements with the same names, and their share in links. */
export function twinFeatures(context: PageContext, out: FeatureWriter): (leaf: number) => void {
  const { tree, leaves, words, linkCounts } = context;
  const groups = new Map<string, Twins>();
  const ofLeaf = leaves.map(({ node, kind }, i) => {
    const parent = tree.parent[node]!;
    const above = tree.parent[parent]!;
    const nameOf = (n: number) => `${tree.tagName(n)} ${tree.attribute(n, ATTR.class) ?? ''}`;
    const key = `${kind}/${nameOf(parent)}/${nameOf(above)}`;
    let twins = groups.get(key);
    if (twins === undefined) {
      twins = { count: 0, words: 0, links: 0, bundle: undefined };
      groups.set(key, twins);
    }
    twins.count++;
    twins.words += words[i]!;
    twins.links += linkCounts[node]!;
    return twins;
  });
  const { dictionary } = out;
  const [count, mean] = [dictionary.steps('twins '), dictionary.steps('twin words ')];
  const links = dictionary.steps('twin links ');
  return i => {
    const twins = ofLeaf[i]!;
    if (twins.count < 2) return;
    twins.bundle ??= out.bundle(
      undefined,
      [
        count(step(twins.count)),
        mean(step(twins.words / twins.count)),
        links(fifths(twins.links, twins.count)),
      ].filter(number => number >= 0),
    );
    out.hasBundle(twins.bundle);
  };
}
