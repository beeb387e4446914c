import type { Article, PageType } from 'webpith';

/** Absent criteria match every page. */
export interface PageFilter {
  /** Primary language tags: `en` matches `en-GB`. Pages of unknown language do not match. */
  readonly languages?: readonly string[];
  readonly types?: readonly PageType[];
  /** Least confidence, 0 to 1. */
  readonly confidence?: number;
}

/** Cheap criteria first: article fields are computed on access. */
export function isWanted(article: Article, filter: PageFilter | undefined): boolean {
  if (filter === undefined) return true;
  const { languages, types, confidence } = filter;
  if (languages !== undefined && !languages.includes(firstTag(article.language))) return false;
  if (types !== undefined && !types.includes(article.type)) return false;
  return confidence === undefined || article.confidence >= confidence;
}

function firstTag(language: string | undefined): string {
  return (language ?? '').toLowerCase().replace(/[-_].*$/s, '');
}
