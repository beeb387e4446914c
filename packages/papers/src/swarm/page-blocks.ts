import { type Extraction, type Page, wordsOf } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { type PageTree, TAG } from 'webpith/stages';
import { isCommentName, isNoiseName, namesOf } from '../density/plus/names.js';
import { type ElementOptions, operationsOn } from './block-elements.js';
import { type BlockMeasurements, countBlock } from './features.js';
import { countStopWords } from './stop-words.js';
import { type TextBlock, textBlocks } from './text-blocks.js';

export interface PageBlocks {
  readonly blocks: readonly TextBlock[];
  readonly measurements: readonly BlockMeasurements[];
}

/** Returns a function that forms and measures the blocks of a page (§3.1 to §3.4). */
export function blockReader(options: ElementOptions): (page: Pick<Page, 'html' | 'tree'>) => PageBlocks {
  const operations = operationsOn(options);
  return page => {
    const tree = pageTree(page);
    const blocks = textBlocks(tree, operations);
    const around = surroundingsOf(tree, blocks);
    return { blocks, measurements: blocks.map((block, i) => ({ ...countBlock(block), ...around[i]! })) };
  };
}

export function keptExtraction(page: PageBlocks, keep: ArrayLike<number>): Extraction {
  const text = keptText(page, keep);
  return { text, language: countStopWords(wordsOf(text)).language };
}

export function keptText({ blocks }: PageBlocks, keep: ArrayLike<number>): string {
  return blocks
    .filter((_, i) => keep[i] !== 0)
    .map(block => block.text)
    .join('\n');
}

export interface Surroundings {
  /** Number of enclosing elements named like noise: comments, navigation, related stories, advertisements. */
  readonly namedNoise: number;
  /** Number of elements around the page's longest block that do not contain this one. */
  readonly apart: number;
}

function surroundingsOf(tree: PageTree, blocks: readonly TextBlock[]): Surroundings[] {
  const noise = countNoiseNames(tree);
  const steps = countOutside(tree, longestBlockElement(blocks));
  return blocks.map(({ holder }) => ({ namedNoise: noise[holder]!, apart: steps[holder]! }));
}

function longestBlockElement(blocks: readonly TextBlock[]): number {
  let most: TextBlock | undefined;
  for (const block of blocks) if (most === undefined || block.text.length > most.text.length) most = block;
  return most?.holder ?? 0;
}

/** For every node, the number of ancestors-or-self named like noise, without `html` and `body`. */
function countNoiseNames(tree: PageTree): Int32Array {
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

/** For every node, the number of ancestors-or-self of `from` that do not contain it. */
function countOutside({ parent, end, count }: PageTree, from: number): Int32Array {
  const steps = new Int32Array(count);
  let outside = 0;
  for (let node = from, inner = from; ; inner = node, node = parent[node]!, outside++) {
    const innerEnd = inner === node ? inner : end[inner]!;
    steps.fill(outside, node, inner);
    steps.fill(outside, Math.max(innerEnd, node), end[node]!);
    if (node === 0) return steps;
  }
}
