import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MethodJob, readCorpus } from '@webpith/lab';
import { markdownTable, pageTree, splitGroup } from '@webpith/lab/internals';
import type { PageTree } from 'webpith/stages';
import { periodFolders } from '../../experiment.js';
import { commentRules, DEFAULT_OPTIONS } from '../extractor.js';
import { type GoldPage, goldOf, type Outcomes, outcomesOf } from '../learn.js';
import { type CommentRule, type Decision, decide, PAGE_CLASSES, rankRegions, regionsOf } from '../regions.js';
import { sdTree } from '../sd-tree.js';
import { type ClassPage, fiveFolds, foldsWithinSites, siteGold } from './pages.js';

/** Rules of the method replaced one by one, by a stricter one or by the annotation. */
interface Variant {
  readonly title: string;
  readonly isNameOnly?: boolean;
  readonly knowsComments?: boolean;
  readonly knowsArticle?: boolean;
}

const VARIANTS: readonly Variant[] = [
  { title: 'as in the paper' },
  { title: 'keywords in class and id only', isNameOnly: true },
  { title: 'pages with comments known', knowsComments: true },
  { title: 'pages with one article known', knowsArticle: true },
  {
    title: 'keywords in class and id only, pages with one article known',
    isNameOnly: true,
    knowsArticle: true,
  },
];

export async function measurePeriod(job: MethodJob): Promise<string> {
  const pages: ClassPage[] = [];
  const outcomes: Outcomes[][] = VARIANTS.map(() => []);
  const folders = [
    ...periodFolders(job, ['l3s', 'dragnet']),
    ...[{ name: 'forums', folder: join(job.corpora, 'forums') }].filter(({ folder }) => existsSync(folder)),
  ];
  for (const { name, folder } of folders) {
    for await (const page of readCorpus(folder, { onProblem: () => {} })) {
      job.signal?.throwIfAborted();
      const gold = name === 'forums' ? goldOf({ page: { ...page, type: 'forum' } }) : siteGold(name, page);
      if (gold === undefined) continue;
      const tree = pageTree(page);
      pages.push({ key: `${name}/${page.id}`, corpus: name, site: splitGroup(page), gold });
      VARIANTS.forEach((variant, i) => {
        outcomes[i]!.push(outcomesOf(tree, gold, deciderOf(variant, gold)));
      });
      job.onProgress?.('density on pages of its time', pages.length);
    }
  }
  const fold = foldsWithinSites(pages);
  const counts = PAGE_CLASSES.map(name => pages.filter(({ gold }) => gold.pageClass === name).length);
  const rows = VARIANTS.map(({ title }, i) => {
    const all = fiveFolds(outcomes[i]!, fold);
    return [title, all.precision.toFixed(3), all.regionAccuracy.toFixed(3)];
  });
  const heading = [`three classes (${counts.join(', ')} pages)`, 'precision', 'region accuracy'];
  return markdownTable(heading, [...rows, ['the paper, SD Diverse', '0.740', '0.780']]);
}

function deciderOf(variant: Variant, gold: GoldPage) {
  return (tree: PageTree) => {
    const sd = sdTree(tree, DEFAULT_OPTIONS);
    const rules = commentRules(sd, DEFAULT_OPTIONS, variant.isNameOnly ?? false);
    return (t2: number) => {
      const regions = rankRegions(regionsOf(sd, t2));
      const own = rules(t2);
      const rule: CommentRule = variant.knowsComments
        ? { ...own, hasKeyword: () => gold.pageClass === 'article-with-comments', sharesParent: () => true }
        : own;
      return (t1: number): Decision => {
        const found = decide(regions, t1, rule);
        if (!variant.knowsArticle || gold.pageClass === 'multiple' || found.pageClass !== 'multiple')
          return found;
        const [first, ...rest] = regions.toSorted((a, b) => b.density - a.density);
        if (first === undefined) return found;
        const comments = rest.filter(region => rule.hasKeyword(region) && rule.sharesParent(region, first));
        const pageClass = comments.length > 0 ? 'article-with-comments' : 'article';
        return { pageClass, article: first, comments, areas: [] };
      };
    };
  };
}
