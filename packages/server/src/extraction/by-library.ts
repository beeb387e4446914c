import {
  type Article,
  type ExtractOptions,
  extract,
  loadModel,
  type Model,
  render,
  SiteMemory,
} from 'webpith';
import { blocksFromTree, type PageTree } from 'webpith/stages';
import type { Decision, Evidence } from '../api/extract.js';
import { Problem } from '../problem.js';
import type { ExtractInput } from './page.js';
import { jsonOf, type SharedModel } from './page.js';
import type { Extract, ExtractOutput } from './task.js';

export async function extractByLibrary(
  tree: PageTree,
  input: ExtractInput,
  make: (tree: PageTree, options: ExtractOptions) => Article = extract,
): Promise<ExtractOutput> {
  const { page, include, markdown, lean, rules, corrections, explain, siteMemory } = input;
  const site = siteMemory && SiteMemory.fromJSON(siteMemory.memory);
  const article = make(tree, { include, url: page.url, lean, rules, corrections, site });
  const outputs = await outputsOf(article, tree, input);
  return {
    article: input.format === 'json' ? render(article, 'json') : '',
    more: {
      outputs,
      decisions: explain ? decisionsOf(article, tree, explain === 'brief') : undefined,
      facts: explain === true ? article.explain({ facts: true }) : undefined,
      page: explain === true ? article.explain({ page: true }) : undefined,
    },
    text: format => render(article, format, { ...include, markdown }),
  };
}

let known: { readonly id: string; readonly model: Model } | undefined;

/** Keeps the model loaded until a request names another. */
export function byModel(shared: SharedModel): Extract {
  if (known?.id !== shared.id) known = { id: shared.id, model: loadModel(jsonOf(shared)) };
  const { model } = known;
  return (tree, input) =>
    extractByLibrary(tree, input, (page, options) => extract(page, { ...options, model }));
}

async function outputsOf(
  article: Article,
  tree: PageTree,
  { outputs, include, markdown, page }: ExtractInput,
): Promise<Record<string, string> | undefined> {
  if (outputs.length === 0) return undefined;
  const texts: Record<string, string> = {};
  for (const name of outputs) {
    texts[name] =
      name === 'rich'
        ? await richOutput(article, tree, page.url, include.images)
        : render(article, name, { ...include, markdown });
  }
  return texts;
}

async function richOutput(
  article: Article,
  tree: PageTree,
  url: string | undefined,
  media = true,
): Promise<string> {
  requireRendered(tree);
  const { richArticle } = await import('@webpith/render');
  return richArticle(tree, article, { media, url });
}

/** Throws unless the page was rendered, since other pages have no styles. */
export function requireRendered(tree: PageTree): void {
  if (tree.layout !== undefined) return;
  throw new Problem(
    'bad-request',
    'The styled article needs a page that was rendered in a browser.',
    'Render the page in a browser, or leave out the styled article.',
  );
}

function decisionsOf(article: Article, tree: PageTree, isBrief: boolean): Decision[] {
  const { first, end } = blocksFromTree(tree);
  return article.explain().map((each, block) => ({
    kept: each.kept,
    stage: each.stage,
    reason: each.reason,
    score: each.score,
    text: each.text,
    node: each.node,
    path: isBrief ? '' : each.path,
    cut: each.cut,
    start: each.start,
    end: each.end,
    // Content from JSON data has no block; its node is a script.
    textFirst: first[block] ?? each.node,
    textEnd: end[block] ?? tree.end[each.node]!,
    summary: isBrief ? undefined : each.summary,
    evidence: isBrief ? [] : (each.evidence as Evidence[]),
    account: isBrief ? undefined : each.account,
  }));
}
