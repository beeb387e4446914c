import type { PostLike } from './article-like.js';

/** Author, date and recipient of a post: `Ben · 2021-05-04 · accepted · 5 votes · to Ann`. */
export function postHead(post: PostLike, all: readonly PostLike[]): string {
  const { author, published, accepted, votes, parent } = post;
  const answered = parent === undefined ? undefined : all[parent];
  const parts = [
    author ?? 'unknown',
    published,
    accepted ? 'accepted' : undefined,
    votes === undefined ? undefined : `${votes} ${votes === 1 ? 'vote' : 'votes'}`,
    answered === undefined ? undefined : `to ${answered.author ?? `[${answered.number ?? parent! + 1}]`}`,
  ];
  return oneLine(parts.filter(Boolean).join(' · '));
}

/** Names come from the page: a line break in one must not imitate the start of a post. */
function oneLine(text: string): string {
  return text.replace(/\s{1,200}/g, ' ');
}
