import { describe, expect, it } from 'vitest';
import { extract, render } from '../index.js';

const needs = (html: string) => extract(html).needsRendering;
const SCRIPT = '<script src="/app.js"></script>';
const LONG = `<p>${'The ferry left the pier at noon and nobody knew of the fog. '.repeat(8)}</p>`;

describe('needsRendering', () => {
  it.each([
    ['an empty root', `<title>App</title><div id="root"></div>${SCRIPT}`],
    [
      'a root that says it is loading',
      `<div id="__next"><div class="spinner">Loading …</div></div>${SCRIPT}`,
    ],
    ['a custom element', `<body><app-root></app-root>${SCRIPT}</body>`],
    [
      'a shell in a wrapper, beside a footer',
      `<body><div><main id="content"></main></div><footer>© Us</footer>${SCRIPT}`,
    ],
    ['a page that says so', `<p>You need to enable JavaScript to run this app.</p>${SCRIPT}`],
    ['a page that says so in noscript only', `<noscript>${LONG}</noscript><div id="app"></div>${SCRIPT}`],
  ])('is set for %s', (_, html) => {
    expect(needs(html)).toBe(true);
  });

  it.each([
    ['a page with text', `<div id="root"></div>${LONG}${SCRIPT}`],
    ['a page without scripts', '<div id="root"></div>'],
    ['a page with data only', '<div id="root"></div><script type="application/json">{}</script>'],
    ['a short page that is whole', `<h1>Closed</h1><p>We are back on Monday.</p>${SCRIPT}`],
    ['a page of pictures', `<div id="content"><img src="a.png"><img src="b.png"></div>${SCRIPT}`],
    ['an empty place for an advertisement', `<p>Short.</p><div id="banner-ad"></div>${SCRIPT}`],
  ])('is not set for %s', (_, html) => {
    expect(needs(html)).toBeUndefined();
  });

  it('is part of the JSON', () => {
    const json = (html: string) => JSON.parse(render(extract(html), 'json'));
    expect(json(`<div id="root"></div>${SCRIPT}`)).toHaveProperty('needsRendering', true);
    expect(json(LONG)).not.toHaveProperty('needsRendering');
  });
});
