import { markdownTable } from '../../report/markdown.js';
import { GROUPS, mean } from './groups.js';
import type { JudgedPage } from './judge.js';

/** Extractions below this F1 count as poor. */
export const POOR_F1 = 0.7;
const NAMED_F1 = 0.5;

/** Reasons for a low F1; the first that applies counts. */
const REASONS: readonly (readonly [name: string, holds: (page: JudgedPage) => boolean])[] = [
  ['not in its blocks', ({ reachable }) => reachable!.f1 < 0.8],
  ['elsewhere', ({ bag }) => bag!.f1 < 0.2],
  ['too much', ({ bag }) => bag!.recall - bag!.precision > 0.15],
  ['too little', ({ bag }) => bag!.precision - bag!.recall > 0.15],
  ['both', () => true],
];

function reasonOf(page: JudgedPage): string {
  return REASONS.find(([, holds]) => holds(page))![0];
}

export function lossTable(pages: readonly JudgedPage[]): string {
  const rows = GROUPS.map(([title, belongs]) => {
    const group = pages.filter(page => page.bag !== undefined && belongs(page));
    const poor = group.filter(({ bag }) => bag!.f1 < POOR_F1);
    const reasons = poor.map(reasonOf);
    return {
      count: group.length,
      cells: [
        title,
        mean(group.map(({ bag }) => bag!.precision)).toFixed(3),
        mean(group.map(({ bag }) => bag!.recall)).toFixed(3),
        mean(group.map(({ reachable }) => reachable!.f1)).toFixed(3),
        `${poor.length} of ${group.length}`,
        ...REASONS.map(([name]) => String(reasons.filter(reason => reason === name).length)),
      ],
    };
  });
  return markdownTable(
    ['pages of', 'precision', 'recall', 'reachable', `under ${POOR_F1}`, ...REASONS.map(([name]) => name)],
    rows.filter(({ count }) => count > 0).map(({ cells }) => cells),
  );
}

export function namedPages(pages: readonly JudgedPage[]): string {
  const lines = GROUPS.filter(([title]) => !title.endsWith(', all')).map(([title, belongs]) => {
    const poorest = pages
      .filter(page => page.bag !== undefined && page.bag.f1 < NAMED_F1 && belongs(page))
      .toSorted((a, b) => a.bag!.f1 - b.bag!.f1)
      .map(page => `${page.id} (${page.bag!.f1.toFixed(2)}, ${reasonOf(page)})`);
    return poorest.length === 0 ? '' : `- **${title}**: ${poorest.join('; ')}`;
  });
  return lines.filter(line => line !== '').join('\n');
}
