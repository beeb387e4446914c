import { bagOfWords, bootstrapMean, type MethodJob } from '@webpith/lab';
import { intervalInWords, markdownTable, percent, titleScore } from '@webpith/lab/internals';
import { periodFolders, periodPages } from '../../experiment.js';
import { meanOf } from '../../mean-of.js';
import { readModel } from '../../model-file.js';
import { leavesExtractor } from '../extractor.js';
import { leavesFromJSON } from '../model.js';

/** These corpora have no labels of leaves, so the text and title assembled from the labels are compared. */
export async function measurePeriod(job: MethodJob): Promise<string> {
  const extractor = leavesExtractor(leavesFromJSON(await readModel('leaves')));
  const rows: string[][] = [];
  for (const { name, year, folder } of periodFolders(job)) {
    const pages = await periodPages(folder, job);
    const f1s: number[] = [];
    const titles: number[] = [];
    for (const [i, page] of pages.entries()) {
      job.signal?.throwIfAborted();
      job.onProgress?.(`leaves on ${name}`, i / pages.length);
      const { text, title } = await extractor.extract(page);
      f1s.push(bagOfWords(page.text!, text).f1);
      if (page.title) titles.push(titleScore(page.title, title ?? '').exact);
    }
    const exact = titles.length === 0 ? '' : percent(meanOf(titles));
    rows.push([`\`${name}\``, year, String(pages.length), intervalInWords(bootstrapMean(f1s)), exact]);
  }
  return markdownTable(['pages of', 'year', 'pages', 'word F1 of the text', 'title exact'], rows);
}
