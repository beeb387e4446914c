import { type ExtractOptions, extract, PithError } from 'webpith';
import type { Answer, Question } from './messages.js';

/** Extracts in a worker, so that a slow page does not block the window and can be given up. */
self.onmessage = ({ data }: MessageEvent<Question>) => {
  const { id, html, options } = data;
  self.postMessage({ id, ...answer(html, options) } satisfies Answer);
};

function answer(html: string, options: ExtractOptions): Omit<Answer, 'id'> {
  const begun = performance.now();
  try {
    const article = extract(html, options);
    const { text, markdown, html: written } = article;
    const ms = performance.now() - begun;
    const decisions = article.explain().map(({ kept, summary, score, text, path, evidence }) => ({
      kept,
      score,
      text,
      path,
      summary,
      evidence,
    }));
    return { found: { ms, decisions, text, markdown, html: written, article: article.toJSON() } };
  } catch (error) {
    return { error: error instanceof PithError ? error.message : `unexpected error: ${String(error)}` };
  }
}
