import { IS_BLOCK, meaning } from 'webpith/stages';
import { isCommentName, namesOf } from '../density/plus/page-map.js';
import type { PageView } from './view.js';

/**
 * Comments follow the story: a part with less text of the body before it than this is the story itself, or a link to
 * the comments.
 */
const MIN_STORY = 250;

/** Block elements of the body that are named for comments. */
export function commentParts({ tree, lengths, seen }: PageView, body: number): number[] {
  const parts: number[] = [];
  let before = 0;
  for (let node = body + 1; node < tree.end[body]!; node++) {
    if (seen[node] === 1) before += lengths[node]!;
    if (before < MIN_STORY || !(meaning(tree.tag[node]!) & IS_BLOCK) || lengths[node] === 0) continue;
    if (!isCommentName(namesOf(tree, node))) continue;
    parts.push(node);
    node = tree.end[node]! - 1;
  }
  return parts;
}
