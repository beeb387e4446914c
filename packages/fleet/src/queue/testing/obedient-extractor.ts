import { type Article, type ExtractOptions, extract as extractPage } from 'webpith';

/** The library's extraction, except that pages can kill the process, throw or delay it by attributes. */
export function extract(bytes: Uint8Array, options: ExtractOptions): Article {
  const html = Buffer.from(bytes).toString('latin1');
  if (html.includes('data-kill')) process.kill(process.pid, 'SIGKILL');
  if (html.includes('data-throw')) throw new Error('this page throws');
  const pause = /data-pause="(\d{1,4})"/.exec(html)?.[1];
  if (pause !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(pause));
  return extractPage(bytes, options);
}
