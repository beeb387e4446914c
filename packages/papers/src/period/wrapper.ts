import type { MethodJob, Page } from '@webpith/lab';
import { markdownTable, percent, splitGroup } from '@webpith/lab/internals';
import { readModel } from '../model-file.js';
import { type Accuracies, accuracies } from '../wrapper/experiment/accuracy.js';
import { evaluateWrapper, learnCases, testCases } from '../wrapper/experiment/cases.js';
import { fitWrapper } from '../wrapper/fit.js';
import { squeezedView } from '../wrapper/layout.js';
import { wrappersFromJSON } from '../wrapper/model.js';
import { periodFolders, periodPages } from './corpora.js';

/** Sites with fewer pages are tested, not trained on. */
const SITE_PAGES = 6;

/** The paper's experiment on news pages of 2008: a wrapper from the pages of one site, tested on those of all others. */
export async function wrapperPeriod(job: MethodJob): Promise<string> {
  const rows: string[][] = [];
  for (const { folder } of periodFolders(job, ['l3s'])) {
    const pages = (await periodPages(folder, job)).filter(page => page.title);
    const sites = sitesOf(pages).filter(([, own]) => own.length >= SITE_PAGES);
    const [cases] = await testCases(pages, 'estimated', job, [squeezedView]);
    for (const [site, own] of sites) {
      const learned = await learnCases(own, 'estimated', job);
      const training = learned.map(page => page.training);
      // On a site without any labelled body among the candidates there is nothing to learn.
      if (!training.some(({ body }) => body.some(({ isCorrect }) => isCorrect))) {
        rows.push([site, String(learned.length), '', 'no body is a candidate', '', '', '']);
        continue;
      }
      const model = fitWrapper(training);
      const others = cases!.filter(page => page.site !== site);
      rows.push(
        row(site, String(learned.length), accuracies(others.map(page => evaluateWrapper(page, model)))),
      );
    }
    const shipped = wrappersFromJSON(await readModel('wrapper')).estimated;
    const found = accuracies(cases!.map(page => evaluateWrapper(page, shipped)));
    rows.push(row('the shipped model, articles of `wcxb`', '', found));
  }
  const heading = ['trained on', 'pages', 'tested on', 'title', 'body', 'news', 'body by gold'];
  return markdownTable(heading, [
    ...rows,
    ['the paper, worst of twelve sites', '10', '', '', '', percent(0.962), ''],
  ]);
}

function sitesOf(pages: readonly Page[]): [string, Page[]][] {
  const sites = new Map<string, Page[]>();
  for (const page of pages) sites.set(splitGroup(page), [...(sites.get(splitGroup(page)) ?? []), page]);
  return [...sites].sort(([, a], [, b]) => b.length - a.length);
}

function row(site: string, pages: string, { pages: tested, byLabel, byGold }: Accuracies): string[] {
  return [
    site,
    pages,
    String(tested),
    ...[byLabel.title, byLabel.body, byLabel.news].map(percent),
    percent(byGold.body),
  ];
}
