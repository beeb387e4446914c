/**
 * Draws docs/images/rich.png: a page with much around its article, and the article made from it, side by side.
 *
 *   npx tsx --conditions=pith-source bench/rich-picture.ts
 */
import { writeFileSync } from 'node:fs';
import { closeServers, serve } from '@webpith/fetch/testing';
import { openPool, RICH_STYLES, richPage } from '@webpith/render';
import { harbourParts } from '../packages/render/src/testing/harbour-parts.js';
import { harbourSite } from '../packages/render/src/testing/harbour-site.js';

const site = await serve(harbourSite);
const pool = openPool({ pages: 1 });
try {
  const options = { allowPrivate: true, screenshot: true, styles: RICH_STYLES } as const;
  const page = await pool.render({ url: `${site}/` }, options);
  const details = { title: 'The harbour that moved twice', language: 'en', url: `${site}/` };
  const html = richPage(page.tree, harbourParts(page.tree), details);
  const narrow = { ...options, viewport: { width: 736, height: 1024 } };
  const article = await pool.render({ html, url: `${site}/article` }, narrow);
  // Both at the same scale, so that letters can be compared.
  const shown = [page, article].map(({ screenshot }, i) => {
    const data = Buffer.from(screenshot!).toString('base64');
    return `<img src="data:image/png;base64,${data}" style="width:${i === 0 ? 768 : 441.6}px;box-shadow:0 2px 12px #0006">`;
  });
  const style = 'margin:0;background:#c9d1d6;padding:24px;display:flex;gap:28px;align-items:flex-start';
  const both = `<body style="${style}">${shown.join('')}`;
  const viewport = { width: 1286, height: 800 };
  const { screenshot } = await pool.render({ html: both }, { network: true, screenshot: true, viewport });
  writeFileSync(new URL('../docs/images/rich.png', import.meta.url), screenshot!);
} finally {
  closeServers();
  await pool.close();
}
