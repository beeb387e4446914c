import { htmlOfTree, openPool } from '@webpith/render';
import { addCorpus, addPage, findCorpus, readPageBytes, readPages } from '@webpith/store';
import { renderJob } from '../api/jobs.js';
import type { JobContext } from './worker.js';

const CONCURRENCY = 2;

/** Saves the rendered pages as a new corpus, because the labels of the old one refer to the bytes of its pages. */
export async function runRendering({ store, job, signal, report }: JobContext) {
  const { corpus } = renderJob.parse({ kind: 'render', ...job.options });
  const rendered = `${corpus}-rendered`.slice(0, 100);
  const { title = corpus, task = 'content' } = (await findCorpus(store, corpus)) ?? {};
  await addCorpus(store, { name: rendered, title: `${title}, rendered`, task });
  const waiting = await readPages(store, corpus);
  const counts = { pages: 0, failed: 0 };
  const total = waiting.length;
  const pool = openPool({ pages: CONCURRENCY });
  signal.addEventListener('abort', () => void pool.close());
  const draw = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      signal.throwIfAborted();
      const bytes = await readPageBytes(store, page.id);
      if (bytes === undefined) continue;
      const { name, url, title: own } = page;
      try {
        const { tree } = await pool.render({ html: bytes, url }, { network: false });
        const encoded = new TextEncoder().encode(htmlOfTree(tree));
        await addPage(store, { corpus: rendered, bytes: encoded, name, url, title: own });
        counts.pages++;
      } catch {
        signal.throwIfAborted();
        counts.failed++;
      }
      report('rendering pages', (counts.pages + counts.failed) / Math.max(1, total));
    }
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, draw));
  } finally {
    await pool.close();
  }
  return { corpus: rendered, ...counts };
}
