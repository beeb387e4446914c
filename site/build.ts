/** Builds the documentation as a static site in site/dist: `npm run site`. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeSite } from './src/write-site.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = fileURLToPath(new URL('dist', import.meta.url));
rmSync(out, { recursive: true, force: true });
console.log(`${await writeSite(root, out)} pages written to site/dist; open site/dist/index.html`);
