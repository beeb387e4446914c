import type { MethodJob } from '@webpith/lab';
import { markdownTable, type Results } from '@webpith/lab/internals';
import { periodSection, type Section } from '../../experiment.js';
import { readModel } from '../../model-file.js';
import { squeezedView } from '../layout.js';
import { LEARNED_SITES, pagesOfSites, TESTED_SITES } from '../made-up-sites.js';
import type { SECTION_NAMES } from '../method.js';
import { chooseSubtrees, type WrapperModel, wrappersFromJSON } from '../model.js';
import { accuracies, evaluateWrapper, type TestCase, testCases, testPages, three } from './cases.js';
import { seedsSection } from './seeds.js';
import { shippedSection } from './shipped.js';
import { measurePeriod, oneSiteSection, trainingSection } from './transfer.js';

export const SECTIONS: Readonly<Record<(typeof SECTION_NAMES)[number], Section>> = {
  shipped: shippedSection,
  styles: stylesSection,
  'one-site': oneSiteSection,
  period: periodSection(measurePeriod, ['l3s']),
  training: trainingSection,
  seeds: seedsSection,
};

/** The shipped wrapper on made-up sites with and without their style sheets, and on the test corpus, which has none. */
async function stylesSection(job: MethodJob): Promise<Results> {
  const { rendered } = wrappersFromJSON(await readModel('wrapper'));
  const [made] = await testCases(pagesOfSites(LEARNED_SITES, TESTED_SITES), 'rendered', job, [squeezedView]);
  const [news] = await testCases(await testPages(job), 'rendered', job, [squeezedView]);
  const isStyled = ({ id }: TestCase) => id.endsWith('-with');
  const rows = [
    row('made-up sites with their style sheets', made!.filter(isStyled), rendered),
    row(
      'the same pages without',
      made!.filter(page => !isStyled(page)),
      rendered,
    ),
    row('`newspapers`, whose sheets are missing', news!, rendered),
  ];
  const heading = [
    'rendered pages',
    'pages',
    'title',
    'body',
    'news',
    'with comments',
    'comments in the body',
  ];
  return { parts: { styles: markdownTable(heading, rows) } };
}

function row(title: string, pages: readonly TestCase[], model: WrapperModel): string[] {
  const { byLabel } = accuracies(pages.map(page => evaluateWrapper(page, model)));
  const commented = pages.flatMap(page => {
    const nodes = commentNodes(page);
    return nodes.length > 0 ? [{ page, nodes }] : [];
  });
  const taken = commented.filter(({ page: { view }, nodes }) => {
    const body = chooseSubtrees(view, model)?.body;
    return body !== undefined && nodes.some(node => view.tree.contains(body, node));
  });
  return [
    title,
    String(pages.length),
    ...three(byLabel),
    commented.length === 0 ? '' : String(commented.length),
    commented.length === 0 ? '' : String(taken.length),
  ];
}

function commentNodes({ view: { tree }, id }: TestCase): number[] {
  if (!id.startsWith('styled-')) return [];
  const nodes: number[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (tree.attributes(node).some(([name, value]) => name === 'class' && value === 'comments'))
      nodes.push(node);
  }
  return nodes;
}
