import { extract, render } from 'webpith';
import { parse } from 'webpith/readability';
import { treeFromHtml } from 'webpith/stages';
import { htmlOfMarkdown } from '../../fuzz/parsed-faults.js';
import { frameFromTree } from '../../packages/server/src/frame/from-tree.js';
import { PLACES } from './pages.js';

const URL_OF_PAGE = 'https://example.org/a/page';
const ALL = { title: true, byline: true, comments: true } as const;
/** Keeps everything: the worst case of the model's decisions. */
const rules = { keep: ['body'] } as const;
/** With a URL, links are made absolute; without one they stay as they are, which is the harder case. */
const OPTIONS = [{ rules }, { rules, url: URL_OF_PAGE }] as const;

/** The outputs for a vector. */
export interface AttackOutputs {
  /** Sanitised HTML, in all its forms. */
  readonly html: readonly string[];
  /** HTML that an engine renders from the Markdown. */
  readonly markdown: readonly string[];
  readonly tei: readonly string[];
  /** Address fields of the article and its items. */
  readonly addresses: readonly string[];
}

/** Every output that is HTML or may become it, for every place of the vector. */
export function outputsOf(vector: string): AttackOutputs {
  const html: string[] = [];
  const markdown: string[] = [];
  const tei: string[] = [];
  const addresses: (string | undefined)[] = [];
  for (const [place, pageWith] of Object.entries(PLACES)) {
    const page = pageWith(vector);
    for (const options of place === 'content' ? OPTIONS : OPTIONS.slice(0, 1)) {
      const article = extract(page, options);
      const records = { posts: article.posts, items: article.items, content: [] };
      for (const each of [article, records]) {
        html.push(render(each, 'html', ALL));
        markdown.push(htmlOfMarkdown(render(each, 'markdown', ALL)));
      }
      tei.push(render(article, 'tei', ALL));
      addresses.push(
        article.image,
        article.canonicalUrl,
        ...article.items.flatMap(item => [item.url, item.image]),
      );
    }
    if (place === 'content') html.push(parse(page)?.content ?? '');
  }
  const distinct = (texts: (string | undefined)[]) =>
    [...new Set(texts)].filter(text => text !== undefined && text !== '') as string[];
  return {
    html: distinct(html),
    markdown: distinct(markdown),
    tei: distinct(tei),
    addresses: distinct(addresses),
  };
}

/** The page as the server shows it in a frame. */
export function frameOf(vector: string, assets: boolean): string {
  return frameFromTree(treeFromHtml(PLACES.content!(vector)), { url: URL_OF_PAGE, assets });
}
