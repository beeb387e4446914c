import type { Article } from 'webpith';

/** Extracts nothing, so that a job consists of reading, writing and the queue. Supports only the title column. */
export function extract(): Article {
  return { title: 'none' } as Article;
}
