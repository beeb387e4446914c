import type { Article, ExtractOptions } from 'webpith';

/** Failures of a thread, triggered by a word in the page. */
const DEEDS: Readonly<Record<string, () => void>> = {
  THROWS() {
    throw new RangeError('this page\nthrows');
  },
  CRASHES() {
    process.exit(3);
  },
  FAILS_LATER() {
    setImmediate(() => {
      throw new Error('too late to be caught');
    });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  },
  HANGS() {
    // Blocks the thread like an endless loop, but leaves the processor to other tests.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  BLOATS() {
    const chunks: unknown[] = [];
    for (;;) chunks.push(Array.from({ length: 1000 }, (_, index) => ({ index })));
  },
};

/** An extractor for tests: the text of a page is its bytes. */
export function extract(bytes: Uint8Array, options: ExtractOptions): Article {
  const text = Buffer.from(bytes).toString();
  for (const [word, deed] of Object.entries(DEEDS)) if (text.includes(word)) deed();
  return { ...options, type: 'article', text, authors: [] } as unknown as Article;
}
