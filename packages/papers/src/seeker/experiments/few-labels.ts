import { seededRandom } from '@webpith/learn';
import { SMALL_CHOICE } from '../choose.js';
import { CONFIGURATIONS, type ConfigurationName, extractText } from '../configurations.js';
import { type PageInstances, taskDataset } from '../dataset.js';
import { fitTask, PAPER_FIT } from '../fit.js';
import { segmentedAnew, type TrainingPage } from '../training-pages.js';
import { type ScoreRow, scoreText } from './scores.js';

/** Numbers of labelled instances from the site itself (table 6.30). */
export const LABEL_COUNTS = [20, 40, 80, 110];

/** Minimum number of pages per site, and maximum number of labelled pages; the paper labelled five. */
const FEWEST_PAGES = 4;
const MOST_LABELLED = 5;

/** Scores of one-phase models trained on few instances of a site, on other pages of that site. */
export function fewLabelsExperiment(pages: readonly TrainingPage[]): {
  readonly sites: number;
  readonly rows: ScoreRow[];
} {
  const sites = new Map<string, TrainingPage[]>();
  for (const page of pages) {
    if (page.instances) sites.set(page.site, [...(sites.get(page.site) ?? []), page]);
  }
  const large = [...sites.values()].filter(own => own.length >= FEWEST_PAGES);
  const rows = large.flatMap((own, site) => {
    const labelled = own.slice(0, Math.min(MOST_LABELLED, own.length >> 1));
    const judged = own.slice(labelled.length);
    return LABEL_COUNTS.flatMap(count => judgeSite(labelled, judged, count, site + 1));
  });
  return { sites: large.length, rows };
}

function judgeSite(
  labelled: readonly TrainingPage[],
  judged: readonly TrainingPage[],
  count: number,
  seed: number,
): ScoreRow[] {
  const drawn = drawInstances(
    labelled.map(page => page.instances!),
    count,
    seed,
  );
  const data = taskDataset(drawn, 'single');
  const hasBoth = data.y.includes(0) && data.y.includes(1);
  return judged.map(page => {
    const name: ConfigurationName = page.genre === 'forum' ? 'CS+1+RP' : 'CS+1+LBS';
    const configuration = CONFIGURATIONS[name];
    // A single class cannot be learned from; the text is empty.
    const text = hasBoth
      ? extractText(
          segmentedAnew(page),
          { single: fitTask(data, { ...PAPER_FIT, features: 0 }) },
          configuration,
          SMALL_CHOICE.single.options[configuration.heuristic],
        )
      : '';
    return scoreText(page, String(count), text);
  });
}

/** Samples instances; smaller samples are subsets of larger ones. */
function drawInstances(pages: readonly PageInstances[], count: number, seed: number): PageInstances[] {
  const all = pages.flatMap((page, p) => page.labels.map((_, row) => ({ p, row })));
  const drawn = seededRandom(seed).shuffle(all).slice(0, count);
  return drawn.map(({ p, row }) => {
    const { group, labels, attributes, rows } = pages[p]!;
    const columns = attributes.length;
    const own = rows.slice(row * columns, (row + 1) * columns);
    return { group, labels: [labels[row]!], attributes, rows: own };
  });
}
