import { type PageTree, TAG } from 'webpith/stages';
import { isCommentName, isNoiseName, namesOf } from '../density/plus/names.js';
import type { TextBlock } from './text-blocks.js';

/** What stands around a block, of which its text says nothing. */
export interface Surroundings {
  /** Elements around it that are named for what is no article: comments, navigation, further stories, advertisements. */
  readonly namedNoise: number;
  /** Elements around the longest block of the page that do not hold this one. */
  readonly apart: number;
}

/** What stands around each block of a page. */
export function surroundingsOf(tree: PageTree, blocks: readonly TextBlock[]): Surroundings[] {
  const noise = noiseAround(tree);
  const steps = stepsFrom(tree, longestHolder(blocks));
  return blocks.map(({ holder }) => ({ namedNoise: noise[holder]!, apart: steps[holder]! }));
}

function longestHolder(blocks: readonly TextBlock[]): number {
  let most: TextBlock | undefined;
  for (const block of blocks) if (most === undefined || block.text.length > most.text.length) most = block;
  return most?.holder ?? 0;
}

/** For every node, how many elements from it upwards are named for noise; `html` and `body` are named for all that a site does. */
function noiseAround(tree: PageTree): Int32Array {
  const { tag, parent, count } = tree;
  const noise = new Int32Array(count);
  for (let node = 1; node < count; node++) {
    const isWhole = tag[node] === TAG.html || tag[node] === TAG.body;
    const names = isWhole || tag[node] === TAG['#text'] ? '' : namesOf(tree, node);
    const isNamed = names !== '' && (isNoiseName(names) || isCommentName(names));
    noise[node] = noise[parent[node]!]! + (isNamed ? 1 : 0);
  }
  return noise;
}

/** For every node, how many elements from the given one upwards do not hold it. */
function stepsFrom({ parent, end, count }: PageTree, from: number): Int32Array {
  const steps = new Int32Array(count);
  let outside = 0;
  for (let node = from, inner = from; ; inner = node, node = parent[node]!, outside++) {
    const innerEnd = inner === node ? inner : end[inner]!;
    steps.fill(outside, node, inner);
    steps.fill(outside, Math.max(innerEnd, node), end[node]!);
    if (node === 0) return steps;
  }
}
