import type { Random } from '../random.js';
import { insertedBetween, type Mutation, utf8 } from './mutation.js';
import { TAG_NAMES } from './tags.js';

/** Constructs with special parsing rules. */
const ISLANDS = [
  '<script>if (a < b && "</p>") document.write("<p>x</p>")</script>',
  '<script><!-- <script> </script> --></script>',
  '<style>p{display:none}</style>',
  '<textarea><p>text</textarea>',
  '<title>Another title &amp; more</title>',
  '<xmp><b>raw</xmp>',
  '<plaintext>',
  '<noscript><p>No script here, but a sentence that reads like one.</p></noscript>',
  '<template><p>Inert</p></template>',
  '<div><template shadowrootmode=open><slot name=a></slot><p>Shadow</p></template><b slot=a>Light</b></div>',
  '<svg><desc><p>html</p></desc><foreignObject><div>in</div></foreignObject><style><b>x</style></svg>',
  '<math><mi>x</mi><annotation-xml encoding="text/html"><p>y</p></annotation-xml><mglyph></math>',
  '<math><semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">\\frac{a}{b</annotation></semantics></math>',
  '<!-- a comment --!> -- > <!> <!-> <!--> <!--->',
  '<![CDATA[ some <b>data</b> ]]>',
  '<?php echo "<p>x</p>" ?>',
  '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN">',
  '<select><option>one<option>two<table></select>',
  '<table><tr><td>cell<table><p>fostered</table>text<tr></table>',
  '<frameset><frame src=a></frameset>',
  '<a href=x>one<a href=y>two',
  '<b><p>a</b>b</p>',
  '<form><form><input></form></form>',
  '<sup><a href="#n1" id=r1>1</a></sup><ol><li id=n1>A note <a href="#r1">^</a></ol>',
  '<pre><code class="language-js"><span>1</span>let a;\n</code></pre>',
  '<ul><li>a<ul><li>b</ul><li><input type=checkbox checked>c</ul>',
  '<dl><dt>term<dd>description<dt>term</dl>',
  '<details open><summary>More</summary><p>inside</details>',
  '<picture><source srcset="a.webp 1x, b.webp 2x"><img src=c.png></picture>',
  '<iframe src="https://www.youtube.com/embed/x"></iframe>',
  '<div class=comment><span class=author>Ann</span><time>yesterday</time><p>Well said, I think.</p></div>',
];

const deep = (random: Random, names: readonly string[]) => {
  const count = random.chance(0.004) ? 20_000 : 2 + random.below(random.chance(0.03) ? 2000 : 100);
  const open = Array.from({ length: 1 + random.below(3) }, () => `<${random.pick(names)}>`).join('');
  return open.repeat(count);
};

/** Changes the tree: depth, width, foreign syntax, tables, two pages in one. */
export const STRUCTURE_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'deep nesting': (page, random) => insertedBetween(page, random, deep(random, TAG_NAMES)),
  'deep nesting of blocks': (page, random) =>
    insertedBetween(
      page,
      random,
      deep(random, ['div', 'blockquote', 'ul', 'li', 'table', 'tr', 'td', 'dl', 'dd', 'section', 'details']),
    ),
  'many siblings': (page, random) => {
    const name = random.pick(TAG_NAMES);
    const piece = `<${name} class=c>word ${random.chance(0.5) ? `</${name}>` : ''}`;
    return insertedBetween(page, random, piece.repeat(random.below(random.chance(0.02) ? 2000 : 60)));
  },
  island: (page, random) => insertedBetween(page, random, utf8(random.pick(ISLANDS))),
  'island cut': (page, random) => {
    const island = random.pick(ISLANDS);
    return insertedBetween(page, random, utf8(island.slice(0, random.below(island.length))));
  },
  'table with spans': (page, random) => {
    const span = () => random.pick(['1', '2', '3', '1000', '65535', '-1', '0', 'x']);
    const cell = () => `<t${random.pick(['d', 'h'])} colspan=${span()} rowspan=${span()}>c`;
    const rows = Array.from(
      { length: 1 + random.below(6) },
      () => `<tr>${Array.from({ length: 1 + random.below(5) }, cell).join('')}`,
    );
    return insertedBetween(page, random, `<table>${rows.join('')}</table>`);
  },
  'pages spliced': (page, random, other) => {
    const second = other();
    const cut = (text: string) => Math.max(0, text.indexOf('<', random.below(text.length + 1)));
    return page.slice(0, cut(page)) + second.slice(cut(second));
  },
  'page in a page': (page, random, other) => insertedBetween(page, random, other().slice(0, 8000)),
};
