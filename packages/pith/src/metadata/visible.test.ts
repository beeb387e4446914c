import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { readMetadata } from './from-blocks.js';

const text = `<p>${'The wind rose in the night and tore the roof from the boat house by the quay. '.repeat(6)}</p>`;

function read(body: string, head = '<title>Storm over the coast</title>', language = 'en') {
  const html = `<!doctype html><html lang="${language}"><head>${head}</head><body>${body}</body></html>`;
  return readMetadata(blocksFromTree(treeFromHtml(html)));
}

function metadataOf(body: string, head?: string, language?: string) {
  return read(body, head, language).metadata;
}

const story = (lines: string) => `<main><h1>Storm over the coast</h1>${lines}${text}</main>`;

describe('visible bylines', () => {
  it.each([
    ['a line', '<p>By Ada Byron</p>', 'byline'],
    ['a place named so', '<div class="post-author">Ada Byron</div>', 'byline'],
    ['a link to an author', '<p>Ada writes: <a href="/authors/ada">Ada Byron</a></p>', 'byline'],
    ['a relation', '<p><a rel="author" href="/ada">Ada Byron</a></p>', 'rel-author'],
    ['a line behind its date', '<p>Tuesday, 3 June 2008 - by Ada Byron</p>', 'byline'],
    ['a label amid others', '<p>2015-04-23 Source: The Courier Author: Ada Byron</p>', 'byline'],
    ['who compiled it', '<p class="byline">Compiled by Ada Byron</p>', 'byline'],
    ['words and pictures', '<p class="byline">Words and pictures: Ada Byron</p>', 'byline'],
    ['a label and a name', '<h5>Author</h5><p>Ada Byron</p>', 'byline'],
    [
      'words without a space between',
      '<div><span>By</span><a href="/people/ada">Ada Byron</a></div>',
      'byline',
    ],
  ])('reads %s', (_, line, source) => {
    expect(metadataOf(story(line)).authors).toMatchObject({ value: ['Ada Byron'], source });
  });

  it('reads one at the end of the text if there is no other', () => {
    expect(metadataOf(`${story('')}<p>Text: Ada Byron</p>`).authors?.value).toEqual(['Ada Byron']);
  });

  it.each([
    ['a related story', '<aside class="related"><h3>Other</h3><p>By Someone Else</p></aside>'],
    ['a testimonial', '<div class="testimonial"><p class="author">Happy Customer</p></div>'],
    ['a comment', '<div class="comments"><p class="comment-author">Loud Reader</p></div>'],
    ['a navigation', '<nav><a rel="author" href="/x">Someone Else</a></nav>'],
    ['a footer', '<footer><p>By Someone Else</p></footer>'],
    ['a hidden line', '<p hidden>By Someone Else</p>'],
  ])('does not read that of %s', (_, line) => {
    expect(metadataOf(story('') + line).authors).toBeUndefined();
    expect(metadataOf(line + story('')).authors).toBeUndefined();
  });
});

describe('visible dates', () => {
  it.each([
    ['a time element', '<time datetime="2023-12-05T10:15:00Z">today</time>', '2023-12-05T10:15:00Z', 'time'],
    ['the text of one', '<time>5 December 2023</time>', '2023-12-05', 'time'],
    ['a date line', '<p>Posted on 5 December 2023 in Weather</p>', '2023-12-05', 'date-line'],
    ['a line cut up by elements', '<p><b>5</b> <i>Dec</i> <u>2023</u></p>', '2023-12-05', 'date-line'],
  ])('reads %s', (_, line, value, source) => {
    expect(metadataOf(story(line)).published).toMatchObject({ value, source });
  });

  it('reads the order of numbers by the language', () => {
    expect(metadataOf(story('<p>03/04/2020</p>')).published?.value).toBe('2020-03-04');
    expect(metadataOf(story('<p>03/04/2020</p>'), undefined, 'fr').published?.value).toBe('2020-04-03');
  });

  it('separates the last change from the publication', () => {
    const metadata = metadataOf(
      story('<p>Last updated: 6 December 2023</p><p>Published: 5 December 2023</p>'),
    );
    expect(metadata.published?.value).toBe('2023-12-05');
    expect(metadata.modified?.value).toBe('2023-12-06');
    const changed = metadataOf(
      story('<time datetime="2023-12-06">Aktualisiert: 6.12.2023</time>'),
      undefined,
      'de',
    );
    expect(changed.published).toBeUndefined();
    expect(changed.modified?.value).toBe('2023-12-06');
  });

  it.each([
    ['a related story', '<aside><time datetime="2001-01-01">2001</time></aside>'],
    ['a teaser', '<div class="teaser-list"><span>1 January 2001</span></div>'],
    ['the running text', text.replace('The wind', 'On 1 January 2001 the wind')],
    ['a tweet', '<blockquote>Somebody, January 1, 2001</blockquote>'],
  ])('has little confidence in that of %s', (_, line) => {
    // On a page with a single paragraph, everything is near the title.
    expect(read(`${story(text)}${line}`).choices.published?.confidence ?? 0).toBeLessThan(0.4);
  });
});

describe('the date of publication', () => {
  const stated = (published: string, modified = '') =>
    `<title>Storm over the coast</title><meta property="article:published_time" content="${published}">` +
    `<meta property="article:modified_time" content="${modified}">`;

  it('is the visible day if the stated one is the same moment in UTC', () => {
    const metadata = metadataOf(story('<p>22 December 2023</p>'), stated('2023-12-23T02:41:00Z'));
    expect(metadata.published).toMatchObject({ value: '2023-12-22', source: 'date-line' });
  });

  it('is the stated moment if the page shows the same day', () => {
    const metadata = metadataOf(story('<p>5 December 2023</p>'), stated('2023-12-05T10:15:00+01:00'));
    expect(metadata.published?.value).toBe('2023-12-05T10:15:00+01:00');
  });

  it('differs from that of the last change', () => {
    const metadata = metadataOf(story('<p>25 November 2023</p>'), stated('2023-11-25', '2023-11-27'));
    expect(metadata.published?.value).toBe('2023-11-25');
    expect(metadata.modified?.value).toBe('2023-11-27');
  });

  it('ignores the day of an event', () => {
    const metadata = metadataOf(story('<p>Fair on 1 July 2024</p>'), stated('2023-12-05', '2023-12-06'));
    expect(metadata.published?.value).toBe('2023-12-05');
  });
});
