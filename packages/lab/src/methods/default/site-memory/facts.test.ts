import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCorpus } from '../../../corpora/write.js';
import { evaluateSiteFacts, factTable, nameTable, type SiteFacts } from './facts.js';

const HEAD = '<meta property=og:site_name content="Makers"><meta name=author content="Ada Byron">';

function pageOf(subject: string, head = '') {
  const title = `The ${subject} of our village`;
  const html = `${head}<title>${title} _ Things Made</title><p>The ${subject} was built by people who had never seen one.`;
  const url = `https://www.example.org/${subject.length}`;
  return { id: subject, url, text: '', title, author: 'Ada Byron', html: Buffer.from(html) };
}

let folder: string;
let read: SiteFacts;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pith-site-facts-'));
  await writeCorpus(join(folder, 'stories'), [pageOf('boat', HEAD), pageOf('kite', HEAD), pageOf('organ')]);
  read = await evaluateSiteFacts(join(folder, 'stories'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the measurement of facts with other pages of the site', () => {
  it('counts right values without and with the site, gained, lost and repeated', () => {
    const [titles, authors] = factTable(read.facts).split('\n').slice(2);
    expect(titles).toMatch(/^\| stories \| title \| 3 \| \d \| 3 \| \d \| 0 \| – \|/);
    expect(authors).toBe('| stories | authors | 3 | 2 | 2 | 0 | 0 | 2 of 2 | 0 of 1 |');
  });

  it('compares the names that titles show with declared ones', () => {
    expect(nameTable(read.names).split('\n')[2]).toMatch(
      /^\| stories \| 1 of 1 \| 2 \| 0 \| 0 \| 2 \| \d \|$/,
    );
  });
});
