import type { Row } from '../packages/fleet/dist/output/row.js';

/** Reads what is made when it is read: the content of comments and posts. The rest of a row is made with it. */
export function readAll({ comments = [], posts = [] }: Row): void {
  for (const post of [...comments, ...posts]) post.content;
}
