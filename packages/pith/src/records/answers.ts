import { ATTR } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import { classOf } from './names.js';
import type { PostRecord } from './post-record.js';

const ANSWER = /(?:^|[\s_-])answers?(?=$|[\s_-])|acceptedanswer|suggestedanswer|\/answer$/i;
const QUESTION = /(?:^|[\s_-])questions?(?=$|[\s_-])|\/question$/i;

/** Sets the depth of answers below their question or opening post, found by structure, class names or types. */
export function withAnswerDepths(tree: PageTree, posts: readonly PostRecord[]): readonly PostRecord[] {
  if (isSetApart(tree, posts)) return beneathFirst(posts);
  if (posts.some(post => post.depth > 0)) return posts;
  const roles = posts.map(post => roleOf(tree, post.node));
  if (!roles.includes('answer') || roles.filter(role => role === 'question').length > 1) return posts;
  return posts.map((post, i) => (roles[i] === 'answer' ? { ...post, depth: 1 } : post));
}

/** True if the first post is outside the common parent of all others of its level: a story above its comments. */
function isSetApart(tree: PageTree, posts: readonly PostRecord[]): boolean {
  const [first, ...others] = posts.filter(post => post.depth === 0);
  if (first === undefined || first.node < 0 || first !== posts[0] || others.length === 0) return false;
  if (posts[1]!.depth > 0) return false;
  const places = new Set(others.map(post => (post.node < 0 ? -1 : tree.parent[post.node]!)));
  const [place = -1] = places;
  if (places.size > 1 || place <= 0 || tree.contains(place, first.node)) return false;
  // Some templates wrap the first post because of an advertisement, so in a flat list the name decides.
  return posts.some(post => post.depth > 0) || isForReplies(tree, place);
}

const FOR_REPLIES =
  /(?:^|[\s_-])(?:comments?|replies|responses|answers)(?:-?(?:list|area|wrap|container))?(?=$|[\s_-])/i;

function isForReplies(tree: PageTree, node: number): boolean {
  const id = tree.attribute(node, ATTR.id) ?? '';
  return FOR_REPLIES.test(classOf(tree, node)) || (id.length < 60 && FOR_REPLIES.test(id));
}

function beneathFirst(posts: readonly PostRecord[]): PostRecord[] {
  return posts.map((post, i) => (i === 0 ? post : { ...post, depth: post.depth + 1 }));
}

function roleOf(tree: PageTree, node: number): 'question' | 'answer' | undefined {
  for (let n = node, steps = 0; n > 0 && steps < 3; n = tree.parent[n]!, steps++) {
    const type = tree.attribute(n, ATTR.itemtype) ?? '';
    const names = `${classOf(tree, n)} ${tree.attribute(n, ATTR.itemprop) ?? ''}`;
    if (ANSWER.test(names) || ANSWER.test(type)) return 'answer';
    if (QUESTION.test(names) || QUESTION.test(type)) return 'question';
  }
  return undefined;
}
