import { serverDefaults } from '../../packages/server/dist/options.js';
import { Threads } from '../../packages/server/dist/threads/threads.js';
import { ProcessTree } from '../process-tree.js';
import { DENSE_PAGES, type DensePage } from './dense-pages.js';

/** Result of two concurrent requests for a page. */
export interface Served {
  /** Peak megabytes of the two processes together. */
  readonly megabytes: number;
  readonly answers: readonly string[];
}

const LOOK_EVERY = 25;
/** Milliseconds: memory should end a page, not time. */
const TIME_LIMIT = 900_000;

/** Extracts a page twice concurrently as the server does, in processes with its default memory limit. */
export async function serverWith(page: DensePage, size: number): Promise<Served> {
  const tree = new ProcessTree();
  const { memoryLimit, queueLimit } = serverDefaults;
  const threads = new Threads({ threads: 2, sandbox: true, timeLimit: TIME_LIMIT, memoryLimit, queueLimit });
  let megabytes = 0;
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, tree.memory().started);
  }, LOOK_EVERY);
  const bytes = Buffer.from(DENSE_PAGES[page](size), 'latin1');
  const input = { page: { bytes }, method: 'default', format: 'json', include: {}, explain: false };
  const ask = () =>
    threads.run('extract', { ...input, outputs: ['text', 'markdown', 'html'] }).then(
      () => 'article',
      (error: { readonly code?: string }) => error.code ?? 'unexpected error',
    );
  const answers = await Promise.all([ask(), ask()]);
  clearInterval(look);
  tree.stop();
  await threads.close();
  return { megabytes, answers };
}
