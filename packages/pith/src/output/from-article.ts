import { checkOutputOptions } from '../check-options.js';
import { unknownName } from '../errors.js';
import { type ArticleLike, checkedArticle, type OutputOptions } from './article-like.js';
import { htmlFromArticle } from './html.js';
import { jsonFromArticle } from './json.js';
import { markdownFromArticle } from './markdown.js';
import { threadFromArticle } from './posts.js';
import { teiFromArticle } from './tei.js';
import { textFromArticle } from './text.js';

export type OutputFormat = 'text' | 'markdown' | 'html' | 'json' | 'tei' | 'thread';

export type Output = (article: ArticleLike, options?: OutputOptions) => string;

export const OUTPUTS: Readonly<Record<OutputFormat, Output>> = {
  text: textFromArticle,
  markdown: markdownFromArticle,
  html: htmlFromArticle,
  json: jsonFromArticle,
  tei: teiFromArticle,
  thread: threadFromArticle,
};

export function render(article: ArticleLike, format: OutputFormat, options: OutputOptions = {}): string {
  checkOutputOptions(options);
  if (!Object.hasOwn(OUTPUTS, format)) throw unknownName('an output', format, Object.keys(OUTPUTS));
  return OUTPUTS[format](checkedArticle(article), options);
}
