import { foldCorpus, type MethodJob, type Page } from '@webpith/lab';
import { markdownTable, percent, type Results } from '@webpith/lab/internals';
import { meanOf } from '../../measures.js';
import { fitWrapper, MACHINE, type MachineOptions, type TrainingPage } from '../fit.js';
import { LEARNED_SITES, pagesOfSites } from '../made-up-sites.js';
import { mostProbable, type SubtreeModel } from '../model.js';
import { WRAPPER_PAGES } from '../train.js';
import { type LearnCase, learnCases, learnPages } from './cases.js';

const FOLDS = 3;
const PARTS = ['body', 'title'] as const;

const GRID: readonly MachineOptions[] = [1, 10, 100].flatMap(cost =>
  [0.5, 2, 8].map(gamma => ({ cost, gamma })),
);

/** C and γ by folds of whole sites, on the pages that the shipped wrapper learns, with their styles and without. */
export async function refitSection(job: MethodJob): Promise<Results> {
  const pages = await learnPages(job, WRAPPER_PAGES);
  const saved = await learnCases(pages, 'rendered', job);
  const bare = await learnCases(pages.map(withoutStyles), 'rendered', job);
  const made = await learnCases(pagesOfSites(0, LEARNED_SITES), 'rendered', job);
  const drawnAlike = new Set(bare.map(({ training }) => JSON.stringify(training)));
  const styled = saved.filter(({ training }) => !drawnAlike.has(JSON.stringify(training)));
  const styledIds = new Set(styled.map(({ id }) => id));
  const groups: readonly Group[] = [
    { title: 'real pages with embedded styles', cases: styled },
    { title: 'the same without', cases: bare.filter(({ id }) => styledIds.has(id)) },
    { title: 'all real pages', cases: saved },
    { title: 'made-up pages with styles', cases: made.filter(({ id }) => id.endsWith('-with')) },
    { title: 'the same without', cases: made.filter(({ id }) => id.endsWith('-without')) },
  ];
  const both = [...saved, ...made];
  const row = (title: string, learned: readonly LearnCase[], machine: MachineOptions) => {
    job.signal?.throwIfAborted();
    job.onProgress?.(`folds of ${title}, C = ${machine.cost}, γ = ${machine.gamma}`, 0);
    return { title, machine, shares: crossValidate(learned, groups, machine) };
  };
  const rows = [
    ...GRID.map(machine => row('real and made-up pages', both, machine)),
    row('these, and real pages without styles', [...both, ...bare], MACHINE),
    row('real pages only', saved, MACHINE),
  ];
  return { parts: { refit: PARTS.map(part => foldsTable(part, groups, rows)).join('\n\n') } };
}

interface Group {
  readonly title: string;
  readonly cases: readonly LearnCase[];
}

type Shares = Readonly<Record<(typeof PARTS)[number], readonly number[]>>;

/** Share of each group with the correct body and title, by wrappers that have not seen the site. */
function crossValidate(
  learned: readonly LearnCase[],
  groups: readonly Group[],
  machine: MachineOptions,
): Shares {
  const right = groups.map(() => ({ body: [] as number[], title: [] as number[] }));
  const sites = [...new Set(learned.map(({ site }) => site))];
  const folds = foldCorpus(
    sites.map(site => ({ id: site, url: `http://${site}/` })),
    { folds: FOLDS, seed: 1 },
  );
  for (const { test } of folds) {
    const held = new Set(test);
    const training = learned.filter(({ site }) => !held.has(site)).map(page => page.training);
    const model = fitWrapper(training, { machine });
    groups.forEach(({ cases }, i) => {
      for (const page of cases.filter(({ site }) => held.has(site)))
        for (const part of PARTS) right[i]![part].push(isCorrect(model[part], page.training[part]));
    });
  }
  return { body: right.map(({ body }) => meanOf(body)), title: right.map(({ title }) => meanOf(title)) };
}

function isCorrect(model: SubtreeModel, rows: TrainingPage['body']): number {
  const candidates = rows.map((_, i) => i);
  const chosen = mostProbable(model, { candidates, rows: rows.map(({ features }) => features) });
  return chosen !== undefined && rows[chosen.node]!.isCorrect ? 1 : 0;
}

interface FoldRow {
  readonly title: string;
  readonly machine: MachineOptions;
  readonly shares: Shares;
}

function foldsTable(part: keyof Shares, groups: readonly Group[], rows: readonly FoldRow[]): string {
  const heading = groups.map(({ title, cases }) => `${title} (${cases.length})`);
  return markdownTable(
    [`${part}, learned from`, 'C', 'γ', ...heading],
    rows.map(({ title, machine, shares }) => [
      title,
      machine.cost,
      machine.gamma,
      ...shares[part].map(percent),
    ]),
  );
}

const NO_STYLES = `<meta http-equiv="Content-Security-Policy" content="style-src 'none'">`;

/** The browser ignores style elements and attributes of the returned page. Its doctype stays first, for the same mode. */
export function withoutStyles(page: Page): Page {
  const html = Buffer.from(page.html);
  const opening = html.toString('latin1', 0, 1000);
  const at = /<!doctype[^>]*>/i.exec(opening);
  const start = at === null ? 0 : at.index + at[0].length;
  return {
    ...page,
    html: Buffer.concat([html.subarray(0, start), Buffer.from(NO_STYLES), html.subarray(start)]),
  };
}
