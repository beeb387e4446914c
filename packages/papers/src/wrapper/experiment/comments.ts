import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodJob, type Page, shownTexts } from '@webpith/lab';
import { markdownTable, percent, shingles } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { periodPages } from '../../experiment.js';
import { meanOf } from '../../measures.js';
import { readModel } from '../../model-file.js';
import { commentParts } from '../comment-parts.js';
import { type LayoutMode, squeezedView } from '../layout.js';
import { generatedPages, LEARNED_SITES, pagesOfSites, TESTED_SITES } from '../made-up-sites.js';
import { chooseSubtrees, type ModelByMode, wrappersFromJSON } from '../model.js';
import { eachTree } from './cases.js';

/** Minimum share of the comments' 4-shingles in a text that counts as including the comments. */
const TAKEN = 0.25;
/** Fewer characters of comments are a counter or a link to them. */
const MIN_COMMENTS = 100;

/** Counts the pages on which the shipped wrapper includes reader comments, in the body and in the rich article. */
export async function commentsTable(job: MethodJob): Promise<string> {
  const models = wrappersFromJSON(await readModel('wrapper'));
  const others = Array.from({ length: TESTED_SITES }, (_, site) => generatedPages(site, 3)).flat();
  const rows: string[][] = [];
  const add = async (title: string, pages: readonly Page[], mode: LayoutMode) =>
    rows.push([title, ...(await measure(pages, mode, models, job))]);
  await add('made-up sites', pagesOfSites(LEARNED_SITES, TESTED_SITES), 'rendered');
  await add('made-up sites of another generator', others, 'rendered');
  for (const name of ['l3s', 'dragnet']) {
    const folder = join(job.corpora, name);
    if (existsSync(folder)) await add(`\`${name}\``, await periodPages(folder, job), 'estimated');
  }
  const heading = ['pages with comments', 'pages', 'comments in the body', 'in the rich article'];
  return markdownTable([...heading, 'gold in the body', 'in the rich article'], rows);
}

async function measure(
  pages: readonly Page[],
  mode: LayoutMode,
  models: ModelByMode,
  job: MethodJob,
): Promise<string[]> {
  const commented = pages.filter(({ comments = [] }) => comments.join('\n').length >= MIN_COMMENTS);
  const body = { taken: 0, gold: [] as number[] };
  const rich = { taken: 0, gold: [] as number[] };
  await eachTree(commented, mode, job, (page, tree) => {
    const view = squeezedView(tree);
    const root = chooseSubtrees(view, models[view.mode])?.body;
    for (const [counts, isRich] of [
      [body, false],
      [rich, true],
    ] as const) {
      const without = root === undefined || !isRich ? [] : commentParts(view, root);
      const text = root === undefined ? '' : shownText(tree, { body: root, without });
      if (shingles(page.comments!.join('\n'), text).recall >= TAKEN) counts.taken++;
      counts.gold.push(shingles(page.text ?? '', text).recall);
    }
  });
  return [
    String(commented.length),
    ...[body, rich].map(({ taken }) => String(taken)),
    ...[body, rich].map(({ gold }) => percent(meanOf(gold))),
  ];
}

function shownText(tree: PageTree, nodes: { body: number; without: readonly number[] }): string {
  const { texts } = shownTexts(tree, { text: '', nodes });
  return Array.from(texts, (shown, node) => (shown === 1 ? tree.text(node) : '')).join(' ');
}
