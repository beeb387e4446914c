import { describe, expect, it } from 'vitest';
import { extract } from '../extract.js';

const BODY = [
  'The mill on the east bank has ground no corn since the war, and nobody remembers who locked its door.',
  'On Monday the council sold it for one pound to a baker from the next valley, who means to open it in spring.',
  'He will need a new wheel, two stones and a good deal of patience, said the last miller’s grandson.',
];
const shell = (script: string) =>
  `<title>The mill turns again – Valley News</title><div id="root"></div><noscript>You need to turn on JavaScript.</noscript>${script}<script src="/app.js"></script>`;
const json = (type: string, value: unknown) => `<script type="${type}">${JSON.stringify(value)}</script>`;

describe('a body that only the JSON of a page contains', () => {
  it('is read from JSON-LD, which is named as its source', () => {
    const article = {
      '@type': 'NewsArticle',
      headline: 'The mill turns again',
      articleBody: BODY.join('\n\n'),
    };
    const { text, sources, type, notContent, needsRendering, explain } = extract(
      shell(json('application/ld+json', article)),
    );
    expect(text).toBe(BODY.join('\n\n'));
    expect(sources.text).toBe('json-ld');
    expect([type, notContent, needsRendering]).toEqual(['article', undefined, undefined]);
    const [decision, ...others] = explain().filter(({ kept }) => kept);
    expect(others).toEqual([]);
    expect(decision).toMatchObject({ stage: 'data', reason: expect.stringContaining('its data hold one') });
    expect(decision!.path).toContain('script');
  });

  it('is read from the state of an application', () => {
    const other = {
      title: 'Another story',
      body: `${'Something else altogether happened elsewhere. '.repeat(30)}`,
    };
    const own = { title: 'The mill turns again', body: BODY.map(line => `<p>${line}</p>`).join('') };
    const page = shell(json('application/json', { props: { stories: [other, own] } }));
    expect(extract(page).text).toBe(BODY.join('\n\n'));
    expect(extract(page).sources.text).toBe('state');
  });

  it('may consist of paragraphs', () => {
    const blocks = BODY.map(text => ({ type: 'paragraph', children: [{ text }] }));
    expect(extract(shell(json('application/json', { page: { content: blocks } }))).text).toBe(
      BODY.join('\n\n'),
    );
  });

  it('is sanitised', () => {
    const body = `<p onclick="alert(1)">${BODY[0]}<script>alert(2)</script><img src="javascript:alert(3)"></p><p>${BODY[1]} <a href="javascript:alert(4)">more</a></p>`;
    const { html, markdown } = extract(
      shell(json('application/json', { article: { body } }).replaceAll('</script>"', '<\\/script>"')),
    );
    expect(`${html}${markdown}`).not.toMatch(/alert|onclick|javascript:/);
  });

  it('does not replace visible text', () => {
    const page = `<title>The mill</title><article><h1>The mill</h1>${BODY.map(line => `<p>${line}</p>`).join('')}</article>
      ${json('application/ld+json', { '@type': 'NewsArticle', articleBody: `${'Quite another text. '.repeat(40)}` })}`;
    const { text, sources } = extract(page);
    expect(text).toContain('nobody remembers');
    expect(text).not.toContain('Quite another text');
    expect(sources.text).toBeUndefined();
  });

  it('is not read from code, short texts or a damaged script', () => {
    const nothing = [
      json('application/json', { content: 'function a(){return 1};'.repeat(40) }),
      json('application/json', { content: 'A short text.' }),
      '<script type="application/json">{"body": "broken',
    ];
    for (const script of nothing) expect(extract(shell(script)).sources.text).toBeUndefined();
  });
});
