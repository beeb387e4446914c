import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { ContentNode } from '../content/content.js';
import { chunks } from './chunks/from-article.js';
import { OUTPUTS } from './from-article.js';
import { contentOfAll } from './testing/content-of-all.js';
import { nodesOf } from './testing/rendered-faults.js';
import { RENDERERS } from './testing/renderers.js';

/** URLs that are not allowed, as parsed by browsers or other consumers. */
const REFUSED = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\r\nscript:alert(1)',
  '\u0001 javascript:alert(1)',
  '\u009fjavascript:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'blob:https://example.org/x',
  'tel:123',
  'word:x',
  'script::x',
  '1word:x',
  'wörd:x',
  '"word:x',
  '<script>:x',
  'java\u200bscript:alert(1)',
  '\u00a0javascript:alert(1)',
  'javascript&colon;x:y',
  'two words:x',
  '\\word:x',
  ':x',
  '%6aavascript:x',
];
/** Allowed URLs, unchanged. */
const TAKEN = [
  '/x:y',
  '?x:y',
  '#x:y',
  './x:y',
  'x',
  'x/y:z',
  'https://example.org/x:y',
  'HTTP://example.org/x',
  '//[::1]/',
];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const page = (address: string) => {
  const value = escaped(address);
  return `<p>See <a href="${value}">this</a> <img src="${value}" alt=a width=90 height=90></p>
<blockquote cite="${value}"><p>quoted</p></blockquote><video src="/v.mp4" poster="${value}"></video><video src="${value}"></video>
<audio src="${value}"></audio><iframe src="${value}"></iframe>`;
};

/** The same in a content tree from elsewhere. */
const tree = (address: string): ContentNode[] => [
  {
    type: 'paragraph',
    children: [{ type: 'link', href: address, children: [{ type: 'text', text: 'this' }] }],
  },
  { type: 'image', src: address },
  { type: 'video', src: 'https://example.org/v.mp4', poster: address },
  { type: 'audio', src: address },
  { type: 'embed', src: address, provider: 'x' },
  {
    type: 'quote',
    cite: address,
    children: [{ type: 'paragraph', children: [{ type: 'text', text: 'q' }] }],
  },
];

const article = (content: ContentNode[], address: string) => ({
  content,
  canonicalUrl: address,
  image: address,
  items: [{ title: 'item', url: address, image: address }],
});

const NAMES = new Set(['href', 'src', 'cite', 'poster', 'target', 'url', 'source']);

/** Every URL in markup. */
function addressesIn(markup: string): string[] {
  return nodesOf(markup).flatMap(node =>
    'attrs' in node ? node.attrs.filter(({ name }) => NAMES.has(name)).map(({ value }) => value) : [],
  );
}

/** Every URL in JSON. */
function addressesInJson(json: string): string[] {
  const found: string[] = [];
  JSON.parse(json, (key, value) => {
    if (typeof value === 'string' && (NAMES.has(key) || key === 'canonicalUrl' || key === 'image'))
      found.push(value);
    return value;
  });
  return found;
}

function allAddresses(content: ContentNode[], address: string): string[] {
  const whole = article(content, address);
  const markdown = OUTPUTS.markdown(whole);
  return [
    ...addressesIn(OUTPUTS.html(whole)),
    ...addressesIn(OUTPUTS.tei(whole)),
    ...Object.values(RENDERERS).flatMap(render => addressesIn(render(markdown))),
    ...addressesInJson(OUTPUTS.json(whole)),
    ...chunks(whole, { size: 100 }).flatMap(({ url }) => url ?? []),
  ];
}

/** The part before a colon that could be a scheme. */
const schemeOf = (address: string) => /^[^/?#]*?(?=:)/.exec(address)?.[0].toLowerCase();
const isWeb = (address: string) => ['http', 'https', 'mailto', undefined].includes(schemeOf(address));

describe('addresses in every output', () => {
  it.each(REFUSED)('rejects %j', address => {
    expect(allAddresses(contentOfAll(page(address)), address).filter(each => !isWeb(each))).toEqual([]);
    expect(allAddresses(tree(address), address).filter(each => !isWeb(each))).toEqual([]);
  });

  it.each(TAKEN)('accepts %j', address => {
    const found = allAddresses(tree(address), address);
    expect(found.filter(each => !isWeb(each))).toEqual([]);
    for (const write of [OUTPUTS.html, OUTPUTS.tei])
      expect(
        addressesIn(write(article(tree(address), address))).filter(each => each === address).length,
      ).toBeGreaterThan(4);
    expect(addressesInJson(OUTPUTS.json(article(tree(address), address)))).toContain(address);
  });

  it('are written exactly as checked', () => {
    const [link] = addressesIn(OUTPUTS.html({ content: tree(' \u0001https://example.org/\na\t ') }));
    expect(link).toBe('https://example.org/a');
    expect(parseFragment(OUTPUTS.html({ content: tree('x\ny') })).childNodes.length).toBeGreaterThan(0);
  });

  it("are resolved against the page's URL, even with a colon", () => {
    const content = contentOfAll('<p><a href="1:2.html">a</a> <a href="word:x">b</a></p>', {
      baseUrl: 'https://example.org/a/',
    });
    expect(addressesIn(OUTPUTS.html({ content }))).toEqual(['https://example.org/a/1:2.html']);
  });
});
