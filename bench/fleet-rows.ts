import type { Row } from '../packages/fleet/dist/output/row.js';

/** Reads the fields that are computed on access: the content of comments and posts. */
export function readAll({ comments = [], posts = [] }: Row): void {
  for (const post of [...comments, ...posts]) post.content;
}
