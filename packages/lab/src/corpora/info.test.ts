import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpusInfo, declaredLanguage, guessedLanguage } from './info.js';
import { listCorpora, locateCorpora, locateCorpus } from './locate.js';
import { writeCorpus } from './write.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-info-'));
});
afterEach(() => rm(dir, { recursive: true }));

describe('corpusInfo', () => {
  it('counts pages, types, languages and sites, and computes diversity as sites over pages', async () => {
    const html = (lang: string) => Buffer.from(`<!doctype html><html lang="${lang}"><p>x`);
    await writeCorpus(join(dir, 'c'), [
      { id: '1', url: 'https://www.a.com/1', type: 'article', text: 'x', html: html('en-GB') },
      { id: '2', url: 'https://m.a.com/2', type: 'article', text: 'x', html: html('EN') },
      { id: '3', url: 'https://b.org/', type: 'forum', with: ['x'], html: html('de') },
      { id: '4', text: '这是一个测试', html: Buffer.from('<p>x') },
    ]);
    await writeFile(join(dir, 'c/html/2.html.gz'), 'broken');
    const info = await corpusInfo(join(dir, 'c'));
    expect(info).toMatchObject({
      pages: 3,
      types: { article: 1, forum: 1, unknown: 1 },
      languages: { en: 1, de: 1, zh: 1 },
      domains: 3,
      diversity: 1,
      withoutUrl: 1,
      withText: 2,
      withSnippets: 1,
      skipped: 1,
    });
    expect(info.problems.map(problem => problem.kind)).toEqual(['broken-html', 'no-text']);
  });

  it('computes a diversity of one half for two pages of one site', async () => {
    const html = Buffer.from('<p>x');
    await writeCorpus(join(dir, 'c'), [
      { id: '1', url: 'https://www.a.com/1', text: 'x', html },
      { id: '2', url: 'https://a.com/2', text: 'x', html },
    ]);
    expect((await corpusInfo(join(dir, 'c'))).diversity).toBe(0.5);
  });
});

describe('language', () => {
  it.each([
    ['<html lang="pt-BR">', 'pt'],
    ["<HTML dir=ltr LANG='fr'>", 'fr'],
    ['<html xml:lang=de>', 'de'],
    ['<html data-lang="fr"><p lang="de">', undefined],
    ['<html><p lang="de">', undefined],
    ['<p>no tag', undefined],
    ['<html lang="">', undefined],
  ])('declared by %s is %s', (html, language) => {
    expect(declaredLanguage(Buffer.from(html))).toBe(language);
  });

  it.each([
    ['これは日本語の文章です', 'ja'],
    ['这是中文，with some Latin', 'und-Latn'],
    ['这是中文的文章内容，ok', 'zh'],
    ['한국어 문장', 'ko'],
    ['Это русский текст', 'und-Cyrl'],
    ['123 !', undefined],
  ])('guessed for %s is %s', (text, language) => {
    expect(guessedLanguage(text)).toBe(language);
  });
});

describe('locateCorpora', () => {
  it('uses the folder of PITH_CORPORA and throws if it is not a folder', () => {
    expect(locateCorpora({ env: { PITH_CORPORA: dir } })).toBe(dir);
    expect(() => locateCorpora({ env: { PITH_CORPORA: join(dir, 'no') } })).toThrow(/PITH_CORPORA names/);
  });

  it('finds shared/corpora beside the repository, from any folder in it', async () => {
    await mkdir(join(dir, 'repository/packages/lab'), { recursive: true });
    await writeFile(join(dir, 'repository/package.json'), '{"workspaces":["packages/*"]}');
    await writeFile(join(dir, 'repository/packages/lab/package.json'), '{}');
    const from = join(dir, 'repository/packages/lab');
    expect(locateCorpora({ env: {}, from })).toBeUndefined();
    await mkdir(join(dir, 'shared/corpora'), { recursive: true });
    expect(locateCorpora({ env: {}, from })).toBe(join(dir, 'shared/corpora'));
  });

  it('finds a corpus by name or path and otherwise lists the known ones', async () => {
    const html = Buffer.from('x');
    await writeCorpus(join(dir, 'news'), [{ id: '1', text: 'x', html }]);
    await mkdir(join(dir, 'other'));
    const env = { PITH_CORPORA: dir };
    expect(listCorpora(dir)).toEqual(['news']);
    expect(locateCorpus('news', { env })).toBe(join(dir, 'news'));
    expect(locateCorpus(join(dir, 'news'), { env: {} })).toBe(join(dir, 'news'));
    expect(() => locateCorpus('blogs', { env })).toThrow(/no corpus “blogs”.*Known by name: news/);
  });
});
