import type { Features } from '../features/from-blocks.js';

/** Probability of each block to be content. */
export function scoresFromFeatures({ facts }: Features): Float32Array {
  const { blocks, landmarks } = facts;
  return Float32Array.from({ length: blocks.count }, (_, b) => {
    const density = blocks.words[b]! > 0 ? blocks.linkWords[b]! / blocks.words[b]! : 1;
    return blocks.tree.contains(landmarks.top, blocks.node[b]!) && density < 0.5 ? 0.9 : 0.1;
  });
}
