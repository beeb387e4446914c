import { LabError } from '../errors.js';
import type { EvaluationSummary } from '../evaluation/summary.js';
import { type MarkedParts, markdownTable, signedInterval, withBestBold } from './markdown.js';

export function structureParts({ structure, run }: EvaluationSummary): MarkedParts {
  if (!structure)
    throw new LabError('bad-input', 'The run has no structure scores. Evaluate with structure.');
  const methods = Object.keys(run.methods);
  const [first, ...others] = methods;
  const place = ({ group, kind, pages }: (typeof structure)[number]) => [group ?? 'all', kind, pages];
  return {
    scores: markdownTable(
      ['suite', 'element', 'pages', ...methods.map(title)],
      structure.map(line => [...place(line), ...withBestBold(methods.map(name => line.means[name]))]),
    ),
    differences: markdownTable(
      ['suite', 'element', 'pages', ...others.map(name => `${title(first!)} − ${title(name)}`)],
      structure.map(line => [
        ...place(line),
        ...others.map(name => {
          const interval = line.differences[name];
          return interval ? signedInterval(interval) : '–';
        }),
      ]),
    ),
    versions: Object.entries(run.methods)
      .map(([name, version]) => `- ${title(name)}: ${version}`)
      .join('\n'),
  };
}

const TITLES: Readonly<Record<string, string>> = {
  default: 'Pith',
  readability: 'Readability',
};

function title(method: string): string {
  return TITLES[method] ?? method.replace(/^recorded:/, '');
}
