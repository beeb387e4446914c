import { describe, expect, it } from 'vitest';
import { withCredit } from '../article/pictures.js';
import { blocksFromTree } from '../blocks/from-tree.js';
import { extract } from '../extract.js';
import { unpackTrees } from '../packed-trees.js';
import { treeFromHtml } from '../tree/from-html.js';
import { monthIn } from './addresses.js';
import { givenNames } from './authors/given-names.js';
import { fullestName, peopleIn } from './authors/names.js';
import { monthNames } from './dates/reading.js';
import { readMetadata } from './from-blocks.js';
import { scoreRow } from './rankers/ranker.js';
import { WEIGHTS } from './rankers/weights.js';
import { FACT_TABLES } from './tables.js';

const text = `<p>${'The wind rose in the night and tore the roof from the boat house by the quay. '.repeat(6)}</p>`;
const more = `<p>${'At noon the boats lay in the meadow, and nobody could say how they had come there. '.repeat(6)}</p>`;

function read(body: string, head = '<title>Storm over the coast</title>', language = 'en') {
  const html = `<!doctype html><html lang="${language}"><head>${head}</head><body>${body}</body></html>`;
  return readMetadata(blocksFromTree(treeFromHtml(html)), {
    url: 'https://gazette.example/storm-over-the-coast',
  });
}

const story = (lines: string) => `<main><h1>Storm over the coast</h1>${lines}${text}</main>`;

describe('the rankers', () => {
  it('have weights for the current columns only', () => {
    for (const name of ['date', 'title', 'author'] as const) {
      const { column } = unpackTrees(Uint8Array.from(atob(WEIGHTS[name].trees), c => c.charCodeAt(0)));
      const columns = [...column].filter(index => index !== 0xffff);
      expect(Math.max(...columns)).toBeLessThan(FACT_TABLES[name].columns.length);
    }
  });

  it('score rows by walking their trees', () => {
    // One tree: column 0 at most 0.5 → leaf 1, else leaf 2; leaves times the scale of 0.5.
    const bytes = new DataView(new ArrayBuffer(20 + 6 + 4 + 4));
    for (const [i, value] of [1, 1].entries()) bytes.setUint32(4 * i, value, true);
    bytes.setFloat32(8, 0.5, true);
    bytes.setFloat32(12, 10, true);
    bytes.setUint32(16, 3, true);
    for (const [i, value] of [0, 0xffff, 0xffff].entries()) bytes.setUint16(20 + 2 * i, value, true);
    bytes.setFloat32(26, 0.5, true);
    bytes.setInt16(30, 2, true);
    bytes.setInt16(32, 4, true);
    const trees = unpackTrees(new Uint8Array(bytes.buffer));
    expect([scoreRow(trees, [0]), scoreRow(trees, [1])]).toEqual([11, 12]);
  });

  it('have one row per candidate, with a number per column', () => {
    const { page } = read(story('<p>By Ada Byron</p><p>5 December 2023</p>'));
    for (const table of Object.values(FACT_TABLES)) {
      const rows = table.rows(page);
      expect(rows.length).toBeGreaterThan(0);
      for (const { row, beside } of rows)
        expect([row.length, beside.length]).toEqual([table.columns.length, table.besideColumns.length]);
    }
  });
});

describe('dates', () => {
  it('are as precise as on the page', () => {
    const published = (line: string, language?: string) =>
      read(story(`<p>${line}</p>`), undefined, language).choices.rankedDates.published.fact?.value;
    expect(published('5 December 2023')).toBe('2023-12-05');
    expect(published('5 December 2023, 10:15')).toBe('2023-12-05T10:15:00');
    expect(published('5 December 2023, 10:15 +0100')).toBe('2023-12-05T10:15:00+01:00');
  });

  it('are read with the month names of the platform', () => {
    expect(monthNames('sw')?.get('desemba')).toBe(12);
    expect(monthNames('no-such-language-at-all')).toBeUndefined();
    const { choices } = read(story('<p>5 Desemba 2023</p>'), undefined, 'sw');
    expect(choices.rankedDates.published.fact?.value).toBe('2023-12-05');
  });

  it('have the order of the unambiguous dates of the page', () => {
    const { choices } = read(`${story('<p>03/04/2020</p>')}<aside><p>23/11/2019</p></aside>`);
    expect(choices.rankedDates.published.fact?.value).toBe('2020-04-03');
  });

  it('may be the month in the URL', () => {
    expect(monthIn('https://gazette.example/2023/12/storm')).toBe('2023-12');
    expect(monthIn('https://gazette.example/2023/storm')).toBe('2023');
    expect(monthIn('https://gazette.example/storm-2')).toBeUndefined();
  });

  it('are within a day of the day in the URL', () => {
    const dated = (body: string) =>
      readMetadata(blocksFromTree(treeFromHtml(`<html><body>${body}`)), {
        url: 'https://gazette.example/2023/12/05/storm',
      }).choices.rankedDates.published.fact?.value;
    expect(dated(story('<p>1 July 2024</p>'))).toBe('2023-12-05');
    expect(dated(story('<p>Published 5 December 2023</p><p>6 December 2023</p>'))).toBe('2023-12-05');
  });

  it('may have their label in a sibling element, and a class name with “comment”', () => {
    const label = '<div><span>Datum:</span> <span>5.12.2023</span></div>';
    expect(read(story(label), undefined, 'de').choices.rankedDates.published.candidates[0]?.places).toEqual([
      'line near the title, date',
    ]);
    const kind = '<div class="article-header-comment_date">5 December 2023</div>';
    expect(read(story(kind)).choices.rankedDates.published.fact?.value).toBe('2023-12-05');
  });

  it('of a change are read from the footer only if the page has no other date', () => {
    const foot = '<footer>Last edited on 6 May 2020</footer>';
    expect(read(`${story('')}${foot}`).choices.rankedDates.modified.fact?.value).toBe('2020-05-06');
    expect(
      read(`${story('<p>5 December 2019</p>')}${foot}`).choices.rankedDates.modified.fact,
    ).toBeUndefined();
  });

  it('are read near the heading of the text, not near the name of the site', () => {
    const site = '<h1>Gazette</h1><nav><a href="/">Home</a></nav>';
    const { page } = read(
      `${site}${story('<p>5 December 2023</p>')}`,
      '<title>Gazette - Storm over the coast</title>',
    );
    expect(page.heading?.text).toBe('Storm over the coast');
  });

  it('have all candidates', () => {
    const { rankedDates } = read(story('<p>Published 5 December 2023</p>')).choices;
    expect(rankedDates.published.candidates).toMatchObject([
      { value: '2023-12-05', places: ['line near the title, published'], chosen: true },
    ]);
  });
});

describe('authors', () => {
  it('are split at the conjunctions of several languages', () => {
    expect(peopleIn('Von Ada Byron und Emmy Noether')).toEqual(['Ada Byron', 'Emmy Noether']);
    expect(peopleIn('Par Ada Byron et Emmy Noether')).toEqual(['Ada Byron', 'Emmy Noether']);
    expect(peopleIn('Ada Byron im Gespräch')).toEqual(['Ada Byron']);
  });

  it('are separated from credits', () => {
    expect(peopleIn('Photography by Emmy Noether')).toEqual([]);
    expect(peopleIn('and Emmy Noether')).toEqual(['Emmy Noether']);
    expect(peopleIn('Ada Byron, photographs by Emmy Noether')).toEqual(['Ada Byron']);
  });

  it('may begin with or contain a given name', () => {
    expect(['Ada Byron', 'José Álvarez', 'Jean-Luc Petit', '佐藤健', '김민수'].map(givenNames)).toEqual([
      0, 2, 2, 2, 2,
    ]);
    expect(['Byron Emma', 'Fenland Weekly'].map(givenNames)).toEqual([1, 0]);
  });

  it('are merged if they name one person', () => {
    const names = (body: string, head: string) =>
      read(story(body), head).choices.rankedAuthors.candidates.map(({ value }) => value);
    const stated = '<meta name="author" content="Emma Byron">';
    expect(names('<p class="author">Emma Byron Gazette Staff</p>', stated)).toEqual(['Emma Byron']);
    expect(names('<p>By Emma Byron</p>', '<meta name="author" content="Emma">')).toEqual(['Emma Byron']);
  });

  it('are people rather than the site', () => {
    const data = '<meta name="author" content="Gazette">';
    const { fact } = read(story('<p class="byline">By <a rel="author" href="/emma">Emma Byron</a></p>'), data)
      .choices.rankedAuthors;
    expect(fact?.value.map(({ name }) => name)).toEqual(['Emma Byron']);
  });

  it('have their fullest spelling', () => {
    expect(fullestName(['adabyron', 'Ada Byron', 'ADA BYRON'])).toBe('Ada Byron');
    expect(fullestName(['Solcyre Burga', 'Solcyré Burga'])).toBe('Solcyré Burga');
  });

  it('have their page and portrait', () => {
    const card =
      '<div class="author"><img src="/ada.jpg" alt="Ada Byron"><a rel="author" href="/ada">Ada Byron</a></div>';
    expect(read(story(card)).choices.rankedAuthors.fact?.value).toEqual([
      {
        name: 'Ada Byron',
        kind: 'person',
        url: 'https://gazette.example/ada',
        image: 'https://gazette.example/ada.jpg',
      },
    ]);
  });
});

describe('titles', () => {
  const candidates = (body: string, head?: string) => read(body, head).choices.rankedTitle.candidates;

  it('include the heading of the text after a menu with many headings', () => {
    const menu = Array.from({ length: 40 }, (_, i) => `<h3>Part ${i} of the menu</h3>`).join('');
    expect(candidates(`<nav>${menu}</nav>${story('')}`)[0]).toMatchObject({
      value: 'Storm over the coast',
      chosen: true,
    });
  });

  it('exclude other lines and hidden text of their heading', () => {
    const lines = '<h1><span>Storm over the coast</span><span>Boats in the meadow</span></h1>';
    expect(candidates(`<main>${lines}${text}</main>`).map(({ value }) => value)).toContain(
      'Storm over the coast',
    );
    const hidden = '<h1><span class="visually-hidden">Headline:</span> Storm over the coast</h1>';
    expect(candidates(`<main>${hidden}${text}</main>`, '').map(({ value }) => value)).toContain(
      'Storm over the coast',
    );
  });
});

describe('languages', () => {
  it('are read even if the cache is full', () => {
    for (let i = 0; i < 300; i++) monthNames(`en-x-a${i}`);
    expect(monthNames('sw')?.get('januari')).toBe(1);
  });
});

describe('captions', () => {
  it('are separated from credits', () => {
    expect(withCredit('The quay after the storm. Photo: Ada Byron')).toEqual({
      caption: 'The quay after the storm.',
      credit: 'Ada Byron',
    });
    expect(withCredit('The quay (Foto: dpa)')).toEqual({ caption: 'The quay', credit: 'dpa' });
    expect(withCredit('The quay after the storm')).toEqual({ caption: 'The quay after the storm' });
  });
});

describe('the facts of an article', () => {
  const head =
    '<title>Storm over the coast</title><link rel="amphtml" href="/amp/storm"><link rel="next" href="/storm/2">' +
    '<link rel="alternate" type="application/rss+xml" title="All news" href="/feed">' +
    '<link rel="alternate" hreflang="de" href="/de/sturm"><meta property="og:image" content="/lead.jpg">' +
    '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="800">';
  const html = `<!doctype html><html lang="en"><head>${head}</head><body>${story('<p>By Ada Byron</p>')}</body></html>`;

  it('include links and pictures', () => {
    const { facts } = extract(html, { url: 'https://gazette.example/storm' });
    expect(facts).toMatchObject({
      title: { value: 'Storm over the coast' },
      ampUrl: 'https://gazette.example/amp/storm',
      next: 'https://gazette.example/storm/2',
      feeds: [{ url: 'https://gazette.example/feed', title: 'All news' }],
      alternates: [{ url: 'https://gazette.example/de/sturm', language: 'de' }],
      leadPicture: { url: 'https://gazette.example/lead.jpg', width: 1200, height: 800 },
    });
  });

  it('include the largest version of the lead picture, with caption and credit', () => {
    const figure = `<figure><img src="/lead-300x200.jpg" srcset="/lead-300x200.jpg 300w, /lead-storm-2400x1600.jpg 2400w"
      width="300" height="200" alt="A quay"><figcaption>The quay at noon. Photo: Ada Byron</figcaption></figure>`;
    const shown = (image: string) =>
      extract(`<html><head><meta property="og:image" content="${image}"></head><body>${story(figure)}`, {
        url: 'https://gazette.example/storm',
      }).facts.leadPicture;
    expect(shown('/cut/lead-storm-1200x800.jpg')).toEqual({
      url: 'https://gazette.example/lead-storm-2400x1600.jpg',
      width: 2400,
      height: 1600,
      alt: 'A quay',
      caption: 'The quay at noon.',
      credit: 'Ada Byron',
    });
    expect(shown('/other-picture.jpg')).toEqual({ url: 'https://gazette.example/other-picture.jpg' });
  });

  it('include the largest versions of the pictures of the text, with caption and credit', () => {
    const figure = `<figure><img src="/boat.jpg" srcset="/boat-800.jpg 800w, /boat-1600.jpg 1600w" width="400" height="300"
      alt="A boat"><figcaption>The boat (Photo: Ada Byron)</figcaption></figure>`;
    const page = `<main><h1>Storm over the coast</h1>${text}${figure}${more}</main>`;
    for (const captions of [true, false]) {
      const { facts } = extract(page, { url: 'https://gazette.example/storm', include: { captions } });
      expect(facts.pictures).toEqual([
        {
          url: 'https://gazette.example/boat-1600.jpg',
          width: 1600,
          height: 1200,
          alt: 'A boat',
          caption: 'The boat',
          credit: 'Ada Byron',
        },
      ]);
    }
  });

  it('include both neighbours of a series, every kind of feed, and media', () => {
    const links =
      '<link rel="prev" href="/storm/1"><link rel="next" href="/storm/3"><link rel="alternate" hreflang="x-default" href="/">' +
      '<link rel="alternate" type="application/atom+xml" href="/atom"><link rel="alternate" type="application/feed+json" href="/json">';
    const players =
      '<iframe src="https://www.youtube.com/embed/abc" title="The storm on film"></iframe>' +
      '<audio src="/storm.mp3" title="To hear"></audio><video src="/storm.mp4" title="To see"></video>';
    const { facts } = extract(
      `<html><head>${links}</head><body><main><h1>Storm</h1>${text}${players}${more}</main>`,
      { url: 'https://gazette.example/storm/2' },
    );
    expect(facts).toMatchObject({
      previous: 'https://gazette.example/storm/1',
      next: 'https://gazette.example/storm/3',
      feeds: [{ url: 'https://gazette.example/atom' }, { url: 'https://gazette.example/json' }],
      alternates: [],
      media: [
        { kind: 'embed', url: 'https://www.youtube.com/embed/abc', title: 'The storm on film' },
        { kind: 'audio', url: 'https://gazette.example/storm.mp3', title: 'To hear' },
        { kind: 'video', url: 'https://gazette.example/storm.mp4', title: 'To see' },
      ],
    });
  });

  it('have publication and last change with their time zones and confidences', () => {
    const data = { '@type': 'NewsArticle', datePublished: '2023-12-05T10:15:00+05:30' };
    const both = JSON.stringify({ ...data, dateModified: '2023-12-06T08:00:00-08:00' });
    const { facts } = extract(
      `<html><head><script type="application/ld+json">${both}</script></head><body>${story('')}`,
    );
    expect(facts.published).toMatchObject({ value: '2023-12-05T10:15:00+05:30', source: 'json-ld' });
    expect(facts.modified).toMatchObject({ value: '2023-12-06T08:00:00-08:00', source: 'json-ld' });
    for (const { confidence } of [facts.published!, facts.modified!]) {
      expect(confidence).toBeGreaterThan(0.5);
      expect(confidence).toBeLessThan(1);
    }
  });

  it('have the language of the text rather than that of its template', () => {
    const spoken = (language: string, text: string) =>
      extract(`<html lang="${language}"><body><h1>Sturm</h1><p>${text}</p>`);
    const german =
      'Der Wind kam in der Nacht und nahm dem Haus das Dach, und das war nicht alles, was er tat. '.repeat(5);
    expect(spoken('de-AT', german).facts.language).toEqual({
      value: 'de-AT',
      source: 'html-lang',
      confidence: 0.99,
    });
    expect(spoken('en', german)).toMatchObject({ language: 'de', sources: { language: 'text' } });
    expect(spoken('en', german).facts.language?.confidence).toBe(0.94);
    expect(spoken('fr', 'The boat.').language).toBe('fr');
  });

  it('are explained with all candidates', () => {
    const decisions = extract(html).explain({ facts: true });
    const ranked = ['title', 'authors', 'published', 'modified'];
    expect(decisions.map(({ fact }) => fact)).toEqual([...ranked, 'image', 'language']);
    expect(decisions[1]).toMatchObject({
      value: ['Ada Byron'],
      candidates: [{ value: 'Ada Byron', chosen: true }],
    });
  });

  it('are explained by their sources if they are not ranked', () => {
    const tags =
      '<meta property="og:site_name" content="Gazette"><meta name="application-name" content="The Gazette">' +
      '<meta property="article:tag" content="Storms"><meta name="keywords" content="storms, boats">' +
      '<meta property="article:section" content="Coast"><meta property="article:content_tier" content="free">';
    const decisions = extract(`<html><head>${tags}</head><body>${story('')}`).explain({ facts: true });
    const found = (fact: string) => decisions.find(decision => decision.fact === fact);
    expect(found('siteName')).toEqual({
      fact: 'siteName',
      value: 'Gazette',
      source: 'open-graph',
      candidates: [
        { value: 'Gazette', places: ['open-graph'], blocks: [], chosen: true },
        { value: 'The Gazette', places: ['meta'], blocks: [], chosen: false },
      ],
    });
    expect(found('section')).toMatchObject({ value: 'Coast', source: 'open-graph' });
    expect(found('paywalled')).toMatchObject({ value: 'false' });
    expect(found('tags')?.candidates.map(({ value }) => value)).toEqual(['Storms', 'storms, boats']);
    expect(found('license')).toBeUndefined();
  });

  it('are explained with the blocks that show a candidate', () => {
    const shown =
      '<p>By <a rel="author" href="/ada">Ada Byron</a></p><p><time datetime="2023-12-05">Tuesday</time></p>';
    const article = extract(
      `<html><head><title>Gazette</title></head><body>${story(shown)}<footer>6 May 2020</footer>`,
    );
    const [title, authors, published] = article.explain({ facts: true });
    const blocks = article.explain();
    const textsOf = ({ candidates }: typeof title & {}, value: string) =>
      candidates.find(candidate => candidate.value === value)?.blocks.map(block => blocks[block]!.text);
    expect(textsOf(title!, 'Storm over the coast')).toEqual(['Storm over the coast']);
    expect(textsOf(title!, 'Gazette')).toEqual([]);
    expect(textsOf(authors!, 'Ada Byron')).toEqual(['By Ada Byron']);
    expect(textsOf(published!, '2023-12-05')).toEqual(['Tuesday']);
    expect(textsOf(published!, '2020-05-06')).toEqual(['6 May 2020']);
  });
});
