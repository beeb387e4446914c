import type { Article, ExtractOptions } from 'webpith';
import { extractByScores, type Features, type PageTree, siteOf } from 'webpith/stages';
import { addressOf } from '../../corpora/page-tree.js';
import type { Extractor } from '../../extractor.js';
import { toExtraction } from '../default/load.js';
import { type AdaptedModel, adaptedScores } from './model.js';

/** An extractor that also returns the library's Article, with all options and outputs. */
export interface ArticleExtractor extends Extractor {
  article(input: Uint8Array | PageTree, options: ExtractOptions): Article;
}

export function adaptedExtractor(model: AdaptedModel): ArticleExtractor {
  const article = (input: Uint8Array | PageTree, options: ExtractOptions) => {
    const site = siteOf(options.url === undefined ? {} : { url: String(options.url) }) ?? '';
    const scores = (features: Features) => adaptedScores(model, features, site);
    return extractByScores(input, options, scores);
  };
  return {
    name: 'adapted',
    article,
    extract: page => toExtraction(article(page.tree ?? page.html, addressOf(page))),
  };
}
