import type { Article, PageType } from 'webpith';

/** Which pages are wanted; what is left out lets every page pass. */
export interface PageFilter {
  /** Languages by their first tag: `en` lets `en-GB` pass. A page whose language is not known does not pass. */
  readonly languages?: readonly string[];
  readonly types?: readonly PageType[];
  /** Least confidence, 0 to 1. */
  readonly confidence?: number;
}

/** Whether a page passes. The cheap questions come first: each field is made when it is asked for. */
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
