import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';
import { PageSites } from './sites.js';

const pageOf = (subject: string) =>
  Buffer.from(`<h1>The ${subject}</h1><p>It was made of ${subject} wood.</p>`);

describe('the memories of the pages of a command', () => {
  it('are one per site, and one for all pages without a URL', () => {
    const sites = new PageSites();
    sites.addPage(pageOf('boat'), undefined, {});
    sites.addPage(pageOf('kite'), undefined, {});
    sites.addPage(pageOf('organ'), 'https://www.example.org/organ', {});
    sites.addArticle('https://m.example.org/oven', extract(pageOf('oven')));
    expect(sites.memoryOf(undefined).size).toBe(2);
    expect(sites.memoryOf('https://example.org/').size).toBe(2);
    expect(sites.memoryOf('https://other.example/').size).toBe(0);
  });

  it('leave out pages without content', () => {
    const sites = new PageSites();
    sites.addArticle('https://example.org/', extract('<title>404 Not Found</title><h1>404 Not Found</h1>'));
    expect(sites.memoryOf('https://example.org/').size).toBe(0);
  });
});

const BOX = 'We are a small group of editors and write about the things that people make with their hands.';

const storyOf = (subject: string) =>
  `<title>The ${subject}</title><h1>The ${subject}</h1><p>The ${subject} was built by people who had never seen one.</p>
  <p>When the ${subject} was done, nobody in the village wanted to try it.</p><div class=side><p>${BOX}</p></div>`;

describe('pith extract --site', () => {
  it('drops a box that is on all files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pith-extract-site-'));
    const files = ['boat', 'kite', 'organ'].map(subject => join(folder, `${subject}.html`));
    for (const file of files) await writeFile(file, storyOf(file.replace(/^.*[\\/]|\.html$/g, '')));
    const textOf = async (...flags: string[]) => {
      const io = memoryIo({});
      expect(await main(['extract', ...flags, ...files], io)).toBe(0);
      return io.out();
    };
    expect((await textOf()).split(BOX)).toHaveLength(4);
    const together = await textOf('--site');
    expect(together).not.toContain(BOX);
    expect(together).toContain('nobody in the village wanted to try it');
    await rm(folder, { recursive: true });
  });
});
