import type { Article } from 'webpith';

/** No extraction: the remaining time of a job is reading, writing and the queue. Supports only the title column. */
export function extract(): Article {
  return { title: 'none' } as Article;
}
