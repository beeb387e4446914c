import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageTree, TAG, treeFromHtml } from 'webpith/stages';
import { frameFromTree } from './from-tree.js';
import { attributeOf, dangersIn, readFrame } from './testing/read-frame.js';

const ORDINARY = `<!doctype html><html lang=en class=page><head><title>A &amp; B</title><meta name=x content=y>
<style>p > b { color: red }</style><link rel=stylesheet href=/s.css><base href="https://example.org/deep/"></head>
<body class=home onload=alert(1)><nav><ul><li><a href=one>One</a><li><a href="javascript:alert(1)">Two</a></ul></nav>
<article><h1>Tides</h1><p>High at <b>six</b>, <i>low</i> at noon.<p>Again.<table><tr><td>1<td>2</table>
<pre>
 a
  b</pre><form action=/send method=post><input name=q value=7><select><option>X</select><button>Go</button></form>
<img src=/a.png alt=Bay width=20><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><svg><g><text>in</text></g></svg>
<my-card data-x=1>card</my-card><iframe src=https://example.com/ width=300 height=200></iframe></article></body></html>`;

/** Elements that a frame cannot contain or does not show. */
const isInside = (tree: PageTree, node: number, names: readonly string[]) => {
  for (let up = tree.parent[node]!; up > 0; up = tree.parent[up]!)
    if (names.includes(tree.tagName(up))) return true;
  return false;
};

function nodesOf(tree: PageTree, wanted: (node: number) => boolean): number[] {
  return Array.from({ length: tree.count }, (_, node) => node).filter(node => node > 0 && wanted(node));
}

describe('a page in a frame', () => {
  const tree = treeFromHtml(ORDINARY);
  const frame = readFrame(frameFromTree(tree, { url: 'https://example.org/' }));

  it('gives every element its node id, once', () => {
    const elements = nodesOf(
      tree,
      node => tree.tag[node]! > TAG['#comment'] && !isInside(tree, node, ['svg']),
    );
    expect([...frame.ids].filter(([, times]) => times !== 1)).toEqual([]);
    expect(elements.filter(node => !frame.ids.has(node))).toEqual([]);
  });

  it('wraps every text that is not blank, character for character', () => {
    const texts = nodesOf(
      tree,
      node =>
        tree.tag[node] === TAG['#text'] &&
        /\S/.test(tree.text(node)) &&
        !isInside(tree, node, ['svg', 'style', 'title']),
    );
    expect(texts.length).toBeGreaterThan(10);
    for (const node of texts) expect(frame.texts.get(node)).toBe(tree.text(node));
  });

  it('keeps elements inside their parents', () => {
    const within = frame.elements.find(
      element => attributeOf(element, 'data-pith-node') === String(tree.tag.indexOf(TAG.b)),
    );
    expect(within?.parentNode).toMatchObject({ tagName: 'p' });
  });

  it('contains nothing that runs, loads or is submitted', () => {
    expect(dangersIn(frame)).toEqual([]);
  });

  it('keeps the targets of links as data, and links nowhere', () => {
    const links = frame.elements.filter(({ tagName }) => tagName === 'a');
    expect(links.map(link => attributeOf(link, 'data-pith-href'))).toEqual([
      'https://example.org/deep/one',
      undefined,
    ]);
  });

  it('loads images and style sheets from secure servers only if requested', () => {
    const shown = readFrame(frameFromTree(tree, { url: 'https://example.org/', assets: true }));
    expect(dangersIn(shown, true)).toEqual([]);
    const addresses = shown.elements.flatMap(element => [
      attributeOf(element, 'src'),
      element.tagName === 'link' ? attributeOf(element, 'href') : undefined,
    ]);
    expect(addresses).toContain('https://example.org/a.png');
    expect(addresses).toContain('https://example.org/s.css');
    const insecure = readFrame(frameFromTree(tree, { url: 'http://other.example/', assets: true }));
    expect(insecure.elements.filter(({ tagName }) => tagName === 'link')).toHaveLength(1);
  });

  it('makes the URLs in styles absolute, or drops them', () => {
    const css =
      '<style>a{background:url(x.png)}b{background:url("http://h.example/y")}c{background:url(data:image/png,1)}</style>';
    const html = frameFromTree(treeFromHtml(`${css}<p style="background:url('z.png')">t`), {
      url: 'https://example.org/d/',
      assets: true,
    });
    expect(html).toContain('url("https://example.org/d/x.png")');
    expect(html).not.toContain('h.example');
    expect(html).toContain('url(data:image/png,1)');
    expect(html).toContain('https://example.org/d/z.png');
  });
});

const HOSTILE: readonly string[] = [
  '<script>alert(1)</script><p>x',
  '<style></style><script>alert(1)</script>',
  '<style><!--</style><script>alert(1)</script>--></style>',
  '<style>a{content:"</sty' + 'le><img src=x onerror=alert(1)>"}</style>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<title><a id="</title><img src=x onerror=alert(1)>"></title>',
  '<textarea><a title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<select><template><script>alert(1)</script></template><img src=x onerror=alert(1)></select>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe><iframe><p title="</iframe><script>alert(1)</script>">',
  '<xmp><img title="</xmp><script>alert(1)</script>"></xmp><plaintext><script>alert(1)</script>',
  '<img src=x onerror=alert(1)><img/src="x"/onerror="alert(1)"><img src="x` `<script>alert(1)</script>"` `>',
  '<a href="java\tscript:alert(1)">x</a><a href=" javascript:alert(1)">x</a><a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)"><base href=//evil.example/><link rel=import href=x>',
  '<object data=x><embed src=y><applet code=z></applet></object><video src=x onloadstart=alert(1)><source onerror=alert(1)></video>',
  '<p data-pith-node=1 data-pith-href=javascript:1 id=x name=body>forged<pith-text data-pith-node=2>y</pith-text><pith-element>z</pith-element>',
  '<img name=querySelector><form name=body><input name=documentElement></form>',
  '<div style="background:url(javascript:alert(1));width:expression(alert(1))">x</div>',
  '<input type=image src=x onerror=alert(1)><button formaction=javascript:alert(1)>x</button><input autofocus onfocus=alert(1)>',
  '<body onload=alert(1)><body onpageshow=alert(2)><html onclick=alert(3)>',
  '<a href=x><div><a href=y>nested</a></div></a><button><button>b</button></button><form><form>f</form></form>',
  '<!--><script>alert(1)</script>--><!--[if IE]><script>alert(1)</script><![endif]--><?php <script>alert(1)</script> ?>',
  '<![CDATA[<script>alert(1)</script>]]><svg><![CDATA[</svg><script>alert(1)</script>]]></svg>',
  '<div title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" class=\'"><script>alert(1)</script>\'>x</div>',
  '<image src=x onerror=alert(1)><isindex action=javascript:alert(1)><keygen autofocus onfocus=alert(1)>',
  '<annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml><foreignObject><script>alert(1)</script></foreignObject>',
  '<table><script>alert(1)</script><tr><style>x</style><td><caption>c</table><frameset><frame src=javascript:alert(1)></frameset>',
  '<x-\u0000y onclick=1>\u0000<p\u000conclick=alert(1)>\u2028</p>',
  '<div><template shadowrootmode=open><script>alert(1)</script><slot onslotchange=alert(1)></slot></template>light</div>',
];

describe('a hostile page in a frame', () => {
  it.each(HOSTILE)('%s', html => {
    for (const assets of [false, true]) {
      const written = frameFromTree(treeFromHtml(html), { url: 'https://example.org/', assets });
      const frame = readFrame(written);
      expect(dangersIn(frame, assets)).toEqual([]);
      expect([...frame.ids].filter(([, times]) => times > 1)).toEqual([]);
    }
  });

  it('ignores node ids that the page sets itself', () => {
    const frame = readFrame(frameFromTree(treeFromHtml('<p data-pith-node=77 data-pith-tag=x>a</p>')));
    expect([...frame.ids.keys()]).not.toContain(77);
    expect(frame.elements.some(element => attributeOf(element, 'data-pith-tag') === 'x')).toBe(false);
  });

  const pieces = fc.constantFrom(
    ...'<p> </p> <b> </b> <a href=x> </a> <table> <tr> <td> </table> <ul> <li> </ul> <style> </style> <script> </script> <svg> </svg> <math> <mtext> <mglyph> <title> </title> <textarea> </textarea> <select> <option> <template> </template> <form> </form> <button> <h1> </h2> <div> </div> <!-- --> <![CDATA[ ]]> <noscript> </noscript> <iframe> </iframe> <plaintext> <frameset> <body> <head> <dd> <dt> <nobr> </nobr> <img/src=x/onerror=alert(1)> " \' > < & &lt;script&gt; =x onclick=y'.split(
      ' ',
    ),
    '<p title="',
    "<a id='",
    ' text ',
  );

  it('is safe for any combination of parts, with unique node ids', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
        const frame = readFrame(frameFromTree(treeFromHtml(parts.join(''))));
        expect(dangersIn(frame)).toEqual([]);
        expect([...frame.ids].filter(([, times]) => times > 1)).toEqual([]);
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});
