import type { Store } from '@webpith/store';
import { exampleOf, pagesWithLabels } from '../labelled-pages.js';

/** A line of JSON a page: what is known of it, its bytes as base64, and its labels. The import reads the pages back. */
export async function* jsonLines(
  store: Store,
  corpus: string,
  annotator: string | undefined,
): AsyncGenerator<string> {
  for await (const labelled of pagesWithLabels(store, corpus, annotator)) {
    const { page, labels } = exampleOf(labelled);
    const { html, ...gold } = page;
    const { annotation, stored } = labelled;
    const said = annotation && {
      annotator: annotation.annotator,
      done: annotation.done,
      marks: annotation.labels,
      nodes: labels?.nodes,
    };
    const base64 = Buffer.from(html.buffer, html.byteOffset, html.length).toString('base64');
    yield `${JSON.stringify({ ...gold, digest: stored.digest, ...said, base64 })}\n`;
  }
}
