import type { Random } from '../random.js';
import { type Bytes, inserted, insertedBetween, type Mutation, utf8 } from './mutation.js';

const JSON_PIECES = [
  '{"@context":"https://schema.org","@type":"NewsArticle","headline":"A head","author":{"@type":"Person","name":"Ann Bee"},"datePublished":"2024-02-03T04:05:06Z"}',
  '{"@graph":[{"@type":"Article","@id":"#a","author":{"@id":"#b"}},{"@id":"#b","@type":"Person","name":"Cy"}]}',
  '{"@type":["Product","Thing"],"offers":[{"price":"12.50","priceCurrency":"EUR"}],"name":"Lamp"}',
  '{"@type":"DiscussionForumPosting","comment":[{"@type":"Comment","text":"Yes &amp; no","author":"Di"}]}',
  '{"@type":"QAPage","mainEntity":{"@type":"Question","acceptedAnswer":{"@type":"Answer","text":"<b>42</b>"}}}',
  '{"@type":"Article","headline":["a",{"@value":"b"}],"keywords":"x,y,,z","image":{"url":["//i/1.png"]},"__proto__":{"a":1}}',
  '{"@type":"Article","articleBody":"line\nbreak","description":"tab\there \\ud800",}',
  '<!--{"@type":"Article","headline":"in a comment"}-->',
  'window.data = {"@type":"Article"};',
];

const META = [
  '<meta property="og:title" content="Another &quot;title&quot; <b>">',
  '<meta property=article:published_time content="2024-13-45">',
  '<meta name=author content="Ann Bee, Cy Dee and others; javascript:alert(1)">',
  '<meta name=description content="">',
  '<link rel=canonical href="javascript:alert(1)">',
  '<link rel=canonical href="//example.org/other">',
  '<base href="https://example.net/base/">',
  '<base href="data:text/html,x">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<meta name=robots content=noindex>',
  '<title>A | B | C – D :: E</title>',
  '<time datetime="2024-02-03">3 Feb</time>',
  '<span itemprop=author itemscope itemtype=http://schema.org/Person><b itemprop=name>Ed</b></span>',
  '<p class=byline>By Fay Gee and Hal Ive, 30 February 2024 at 25:00</p>',
  '<a rel=author href=/a>Jo</a>',
  '<meta property=og:image content="data:image/png;base64,AAAA">',
];

function script(random: Random): Bytes {
  let json = random.pick(JSON_PIECES);
  for (let n = random.below(4); n > 0; n--) {
    const at = random.below(json.length + 1);
    const breakers = [
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '\\',
      '\n',
      '//',
      '/*',
      "'",
      '&quot;',
      '</',
      '\u0000',
    ];
    json = random.chance(0.5)
      ? inserted(json, at, random.pick(breakers))
      : json.slice(0, at) + json.slice(at + 1);
  }
  return utf8(`<script type="application/ld+json">${json}</script>`);
}

/** Breaks JSON-LD; adds odd and contradictory tags. */
export const METADATA_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'JSON-LD broken': (page, random) => {
    const start = page.indexOf('application/ld+json');
    const end = start < 0 ? -1 : page.indexOf('</script', start);
    if (end < 0) return insertedBetween(page, random, script(random));
    const at = start + 20 + random.below(end - start);
    return page.slice(0, at) + page.slice(at + 1 + random.below(30));
  },
  'JSON-LD put in': (page, random) => insertedBetween(page, random, script(random)),
  'JSON-LD nested': (page, random) => {
    const open = random.pick(['[', '{"a":', '{"@graph":[', '{"author":', '[{"comment":']);
    const json = open.repeat(1 + random.below(random.chance(0.01) ? 20_000 : 200));
    return insertedBetween(page, random, `<script type="application/ld+json">${json}</script>`);
  },
  'metadata put in': (page, random) => insertedBetween(page, random, utf8(random.pick(META))),
};
