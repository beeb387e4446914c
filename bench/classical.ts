/**
 * Evaluates all classical extractors and peers on the corpora and writes docs/results/classical.md.
 * Run: npm run build && npx tsx bench/classical.ts (about fifteen minutes on two cores; resumes if stopped)
 */
import { evaluate, listCorpora, locateCorpora, writeReport } from '@webpith/lab';
import { writeResults } from '@webpith/lab/internals';
import { baselines, methodsModule } from '@webpith/papers';
import { type Ours, paperComparison } from './classical-paper.js';

const root = locateCorpora();
if (root === undefined) {
  console.log('No corpora found, nothing measured. Set PITH_CORPORA to their folder.');
  process.exit(0);
}
const peers = ['readability', 'defuddle', 'article-extractor', 'recorded:trafilatura'];
const modules = [methodsModule];
const methods = [...Object.keys(baselines), ...peers];
const sections: string[] = [];
const ours: Ours = { news: {}, blogs: {}, forums: {} };

for (const corpus of ['wcxb', 'newspapers', 'chinese'].filter(name =>
  listCorpora(root).some(dir => dir.endsWith(name)),
)) {
  const evaluation = await evaluate({
    corpus: `${root}/${corpus}`,
    methods,
    modules,
    timeLimit: 60_000,
    onProblem: () => {},
  });
  await writeReport(evaluation, { modules });
  sections.push(section(corpus, evaluation.summary));
  for (const { name, overall, types } of evaluation.summary.methods) {
    if (corpus === 'newspapers' && overall) ours.news[name] = overall.f1.mean;
    if (corpus === 'wcxb' && types.article) ours.blogs[name] = types.article.f1.mean;
    if (corpus === 'wcxb' && types.forum) ours.forums[name] = types.forum.f1.mean;
  }
}

const parts = { corpora: sections.join('\n\n'), paper: paperComparison(ours) };
console.log(await writeResults('.', 'classical', { parts }));

type Summary = Awaited<ReturnType<typeof evaluate>>['summary'];

function section(corpus: string, summary: Summary): string {
  const types = Object.keys(summary.types).filter(
    type => Object.keys(summary.types).length > 1 && type !== 'undefined',
  );
  const heading = ['method', 'precision', 'recall', 'F1', ...types, 'failed', 'ms'];
  const rows = summary.methods.map(({ name, overall, types: byType, failures, speed }) => [
    name,
    spread(overall?.precision),
    spread(overall?.recall),
    spread(overall?.f1),
    ...types.map(type => byType[type]?.f1.mean.toFixed(3) ?? '–'),
    String(Object.values(failures).reduce((sum, count) => sum + count, 0)),
    speed?.mean.toFixed(1) ?? '–',
  ]);
  const digest = summary.run.digest.slice(0, 16);
  return [
    `## ${corpus}`,
    '',
    `${summary.corpus.pages} pages, sha-256 ${digest}; pith and papers as of ${summary.methods.find(m => m.name === 'tb')?.version}.`,
    '',
    ...[heading, heading.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function spread(value: { mean: number; deviation: number } | undefined): string {
  return value === undefined ? '–' : `${value.mean.toFixed(3)} ± ${value.deviation.toFixed(3)}`;
}
