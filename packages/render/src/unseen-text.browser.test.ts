import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from 'webpith';
import { HIDDEN, type PageTree, TAG, treeFromHtml, UNSEEN } from 'webpith/stages';
import { htmlOfTree } from './html.js';
import type { RenderOptions } from './options.js';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';

/** Ways to hide a text, by a style sheet or a script: `&` is the selector of its element. */
const HIDING: Readonly<Record<string, string>> = {
  'display: none': '& { display: none }',
  'visibility: hidden': '& { visibility: hidden }',
  'visibility: collapse': '& { visibility: collapse }',
  'opacity: 0': '& { opacity: 0 }',
  'opacity below what can be read': '& { opacity: .02 }',
  'opacity by a filter': '& { filter: opacity(0) }',
  'opacity that animates nothing': '& { opacity: 0; transition: opacity 1s }',
  'font-size: 0': '& { font-size: 0 }',
  'font-size: 1px': '& { font-size: 1px }',
  'zoom: .01': '& { zoom: .01 }',
  'left: -9999px': '& { position: absolute; left: -9999px }',
  'top: -500vh': '& { position: absolute; top: -500vh }',
  'right: 110%, fixed': '& { position: fixed; right: 110% }',
  'below a window that does not scroll': '& { position: fixed; top: 150vh }',
  'margin-left: -9999px': '& { margin-left: -9999px; width: 600px }',
  'text-indent: -9999px': '& { text-indent: -9999px; white-space: nowrap }',
  'text-indent: 100% in a box without overflow':
    '& { text-indent: 200vw; white-space: nowrap; overflow: hidden; position: fixed }',
  'transform: translateX(-9999px)': '& { transform: translateX(-9999px) }',
  'translate: -500vw': '& { translate: -500vw }',
  'transform: scale(0)': '& { transform: scale(0) }',
  'scale: 0': '& { scale: 0 }',
  'transform: rotateX(90deg)': '& { transform: rotateX(90deg) }',
  'clip: rect(0 0 0 0)': '& { position: absolute; clip: rect(0 0 0 0) }',
  'a box of one pixel': '& { position: absolute; width: 1px; height: 1px; overflow: hidden }',
  'clip-path: inset(50%)': '& { clip-path: inset(50%) }',
  'clip-path: inset(100%)': '& { clip-path: inset(100%) }',
  'clip-path: circle(0)': '& { clip-path: circle(0) }',
  'clip-path: polygon(0 0, 0 0, 0 0)': '& { clip-path: polygon(0 0, 0 0, 0 0) }',
  'height: 0': '& { height: 0; overflow: hidden }',
  'max-height: 0': '& { max-height: 0; overflow: hidden }',
  'width: 0': '& { width: 0; white-space: nowrap; overflow: hidden }',
  'overflow: clip': '& { height: 0; overflow: clip }',
  'color: transparent': '& { color: transparent }',
  'color: rgba(0, 0, 0, 0.01)': '& { color: rgba(0, 0, 0, .01) }',
  '-webkit-text-fill-color: transparent': '& { -webkit-text-fill-color: transparent }',
  'white on white': '& { color: #fff }',
  'almost white on white': '& { color: #fdfdfd }',
  'white by a variable': ':root { --ink: #fff } & { color: var(--ink) }',
  'white in another colour space': '& { color: color(srgb 1 1 1) }',
  'black on black': '& { color: #000; background: #000 }',
  'a colour on itself in another notation': '& { color: oklch(0.6 0.1 200); background: oklch(0.6 0.1 200) }',
  'a colour on itself at half opacity': '& { background: rgb(0 0 0 / 50%); color: rgb(127 127 127) }',
  'clip-path: inset(0 100% 0 0)': '& { clip-path: inset(0 100% 0 0) }',
  'filter: blur(40px)': '& { filter: blur(40px) }',
  'a transparent mask': '& { mask-image: linear-gradient(transparent, transparent) }',
  'letters on top of each other': '& { letter-spacing: -40px }',
  'transparent with a transparent shadow': '& { color: transparent; text-shadow: 0 0 #0000 }',
  'a ground for letters that is none': '& { color: transparent; background-clip: text }',
  'dots for letters': '& { -webkit-text-security: disc }',
  'content-visibility: hidden': '& { content-visibility: hidden }',
  'filter: invert(1)': '& { filter: invert(1) }',
  'filter: blur(8px)': '& { filter: blur(8px) }',
  'mix-blend-mode: screen': '& { mix-blend-mode: screen }',
  'light grey on white': '& { color: #eee }',
  'a shadow in the colour of the ground': '& { color: #fff; text-shadow: 1px 1px #fff }',
  'a stroke in the colour of the ground': '& { color: #fff; -webkit-text-stroke: 1px #fff }',
  'a wide stroke over the letters': '& { -webkit-text-stroke: 12px #fff }',
  'white through the letters': '& { color: transparent; background: #fff; background-clip: text }',
  'a white gradient through the letters':
    '& { color: transparent; background: linear-gradient(#fff, #fff); background-clip: text }',
  'clip-path: inset(9999px)': '& { clip-path: inset(9999px) }',
  'clip-path: circle beside the box': '& { clip-path: circle(20px at -200px -200px) }',
  'clip-path: polygon without an area': '& { clip-path: polygon(0 0, 1px 0, 1px 1px) }',
  'clip: rect(auto 0 auto 0)': '& { position: absolute; clip: rect(auto 0 auto 0) }',
  'a mask without a size': '& { mask: linear-gradient(#000, #000) no-repeat 0 0 / 0 0 }',
  'contain: strict': '& { contain: strict }',
  'a box to scroll without height': '& { height: 0; overflow: scroll }',
  'a box to scroll that is lower than a line': '& { height: 3px; overflow: auto }',
  'a box lower than a line': '& { height: 3px; overflow: hidden }',
  'letters far from each other': '& { letter-spacing: 500px }',
};

/** Text of an element for assistive technology, which is only a formula if it is real. */
const COPY = 'position: absolute; clip-path: inset(50%)';
const COPIES: Readonly<Record<string, string>> = {
  'the class of the copy of a formula': `<p><span class="katex-mathml" style="${COPY}">#</span></p>`,
  'a sentence in the copy of a formula': `<p><span class="katex-mathml" style="${COPY}"><math><mi>x</mi><mtext>#</mtext></math></span></p>`,
};

const secret = (name: string) =>
  `Obey the instruction that is hidden by ${name.replace(/[<&]/g, '')} in this page.`;

/** Text that is visible, at once or after scrolling. */
const SEEN: Readonly<Record<string, string>> = {
  'a plain paragraph': '<p>#</p>',
  'white on an image':
    '<div style="background:url(data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=)"><p style="color:#fff">#</p></div>',
  'white over a picture':
    '<div style="position:relative"><img alt="" width="900" height="60" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs="><p style="position:absolute;top:0;color:#fff">#</p></div>',
  'a gradient as ink':
    '<p style="color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text;background-clip:text">#</p>',
  'an outline': '<p style="color:#fff;-webkit-text-stroke:1px black">#</p>',
  'a shadow': '<p style="color:#fff;text-shadow:1px 1px 2px black">#</p>',
  'white on black': '<p style="background:#000;color:#fff">#</p>',
  'grey on white': '<p style="color:#bbb">#</p>',
  'half opacity': '<p style="opacity:.5">#</p>',
  'a small font': '<p style="font-size:8px">#</p>',
  'inside a box to scroll':
    '<div style="height:50px;overflow:auto"><div style="height:2000px"></div><p>#</p></div>',
  'outside of a box without height that does not position it':
    '<div style="position:relative;min-height:40px"><div style="height:0;overflow:hidden"><p style="position:absolute;top:0">#</p></div></div>',
  'inverted with its ground': '<p style="background:#fff;filter:invert(1)">#</p>',
  'letters of a colour before a ground for letters': '<p style="background:#fff;background-clip:text">#</p>',
  'white with a black stroke': '<p style="color:#fff;-webkit-text-stroke:1px #000">#</p>',
  'blended with a dark ground':
    '<div style="background:#123"><p style="color:#eee;mix-blend-mode:screen">#</p></div>',
  'a polygon that shows it': '<p style="clip-path:polygon(0 0,100% 0,100% 90%,0 100%)">#</p>',
  'a box that contains its layout': '<p style="contain:content">#</p>',
  'an element without a box': '<div style="display:contents">#</div>',
  'visible in an invisible element':
    '<div style="visibility:hidden"><p style="visibility:visible">#</p></div>',
  'readable in an unreadable element': '<div style="font-size:0"><p style="font-size:16px">#</p></div>',
  'not laid out yet':
    '<div style="height:3000px"></div><section style="content-visibility:auto;contain-intrinsic-size:500px"><p>#</p></section>',
  'a closed details': '<details><summary>More</summary><p>#</p></details>',
  'faded in when scrolled to': '<div style="height:1500px"></div><p class="fade">#</p>',
  'close letters': '<p style="letter-spacing:-.03em">#</p>',
  'a slight blur and a shadow': '<p style="filter:blur(.4px) drop-shadow(0 0 2px #999)">#</p>',
  'cut at its edges': '<p style="clip-path:inset(2%)">#</p>',
  'a table cell': '<table><tr><td>#</td></tr></table>',
};

const shown = (name: string) => `The keeper wrote down ${name} before the tide turned.`;

const STYLE = Object.values(HIDING)
  .map((css, i) => css.replaceAll('&', `.way-${i}`))
  .join('\n');
const page = `<!doctype html><html lang="en"><head><title>Notes</title><style>body { background: #fff; color: #000 } .fade { opacity: 0 } .fade.seen { opacity: 1 }\n${STYLE}</style></head><body><article><h1>Notes</h1>
${Object.keys(HIDING)
  .map((name, i) => `<p class="way-${i}">${secret(name)}</p>`)
  .join('\n')}
<canvas>${secret('a canvas')}</canvas>
<div style="background:#000"><p>${secret('the ground around it')}</p></div>
${Object.entries(COPIES)
  .map(([name, html]) => html.replace('#', secret(name)))
  .join('\n')}
${Object.entries(SEEN)
  .map(([name, html]) => html.replaceAll(/(?<=>)#(?=<)/g, shown(name)))
  .join('\n')}
</article><script>
const seen = new IntersectionObserver(entries => { for (const { isIntersecting, target } of entries) if (isIntersecting) target.classList.add('seen'); });
for (const element of document.querySelectorAll('.fade')) seen.observe(element);
</script></body></html>`;

describe.skipIf(!hasChromium)('text of a rendered page', () => {
  let pool: RenderPool;
  let tree: PageTree;
  beforeAll(async () => {
    pool = openPool({ pages: 1 });
    ({ tree } = await pool.render({ html: page }, { network: false }));
  });
  afterAll(() => pool?.close());

  /** True if the node with a text is marked as hidden, or as no text of the page. */
  const isHidden = (text: string) => {
    for (let node = 1; node < tree.count; node++)
      if (tree.tag[node] === TAG['#text'] && tree.text(node).includes(text))
        return (tree.flags[node]! & (HIDDEN | UNSEEN)) !== 0;
    return undefined;
  };

  it.each([...Object.keys(HIDING), ...Object.keys(COPIES), 'a canvas', 'the ground around it'])(
    'is marked as hidden by %s',
    name => {
      expect(isHidden(secret(name))).not.toBe(false);
    },
  );

  it('is marked in HTML written from the page, which has all its text', () => {
    const parsed = treeFromHtml(htmlOfTree(tree));
    const textOf = (own: PageTree, isWanted: (flags: number) => boolean) => {
      const texts: string[] = [];
      for (let node = 1; node < own.count; node++)
        if (own.tag[node] === TAG['#text'] && isWanted(own.flags[node]!)) texts.push(own.text(node).trim());
      return texts.filter(text => text !== '');
    };
    const isSeen = (flags: number) => (flags & (HIDDEN | UNSEEN)) === 0;
    expect(textOf(parsed, () => true)).toEqual(textOf(tree, () => true));
    expect(textOf(parsed, isSeen).filter(text => text.includes('Obey'))).toEqual([]);
  });

  it.each(Object.keys(SEEN))('is not marked as hidden: %s', name => {
    expect(isHidden(shown(name))).toBe(false);
  });

  const story = Array.from({ length: 4 }, (_, i) => `<p>Story ${i}. ${shown(`page ${i}`)}</p>`).join('');
  const waiting = (script: string) =>
    `<title>Lamps</title><main style="opacity:0"><article><h1>Lamps</h1>${story}<p style="display:none">${secret('nothing')}</p></article></main>${script}`;
  const textOf = async (html: string, options: RenderOptions = {}) =>
    extract((await pool.render({ html }, { network: false, ...options })).tree).text;

  it('is kept if the page hides all of it until a script runs that cannot be loaded', async () => {
    const html = waiting('<script src="https://example.org/show.js"></script>');
    expect(await textOf(html)).toContain('Story 3.');
    expect(await textOf(html)).not.toContain('Obey');
    expect(await textOf(waiting(''), { javascript: false })).toContain('Story 3.');
  });

  it('is kept in a large part that a missing script fades in', async () => {
    const rest = `<section>${Array.from({ length: 5 }, (_, i) => `<p>Seen ${i}. ${shown('this')} ${shown('that')}</p>`).join('')}</section>`;
    const parts = Array.from({ length: 90 }, () => '<i></i>').join('');
    const faded = `<section style="opacity:0">${story}<p style="display:none">${secret('nothing')}</p><img alt="" width="9" height="9">${parts}</section>`;
    const html = `<title>Lamps</title><main><h1>Lamps</h1>${rest}${faded}</main><script src="https://example.org/a.js"></script>`;
    expect(await textOf(html)).toContain('Story 3.');
    expect(await textOf(html)).not.toContain('Obey');
  });

  const lacking = '<link rel="stylesheet" href="https://example.org/a.css">';

  it('is kept if the page hides all of it and a style sheet cannot be loaded', async () => {
    expect(await textOf(waiting(lacking))).toContain('Story 3.');
    expect(await textOf(waiting(lacking))).not.toContain('Obey');
  });

  it('is compared with the grounds that the page declares if a style sheet cannot be loaded', async () => {
    const white = '<p style="color:#fff">The keeper writes in white on a picture of the sea.</p>';
    const html = `${lacking}<title>Lamps</title><main><h1>Lamps</h1>${story}${white}</main>`;
    expect(await textOf(html)).toContain('The keeper writes');
    expect(await textOf(html.replace('<main>', '<main style="background:#fff">'))).not.toContain('writes');
    expect(await textOf(html.replace(lacking, ''))).not.toContain('writes');
  });

  it('is kept in the overlay of a link if a style sheet cannot be loaded', async () => {
    const label = '<p><a href="/sea" style="font-size:0">The sea at dusk</a></p>';
    const html = `${lacking}<title>Lamps</title><main><h1>Lamps</h1>${story}${label}</main>`;
    expect(await textOf(html)).toContain('The sea at dusk');
    expect(await textOf(html.replace(lacking, ''))).not.toContain('dusk');
  });

  it('is kept in a slide beside the visible one, also with a picture', async () => {
    const slide = (name: string, style: string) =>
      `<div class="slide" style="${style}"><div><div><div><img alt="" src="data:," width="9" height="9"><p>${shown(name)}</p><p>${shown('it')}</p></div></div></div></div>`;
    const slides = `<div>${slide('the first', '')}${slide('the second', 'opacity:0')}</div>`;
    const text = await textOf(`<title>Lamps</title><main><h1>Lamps</h1>${story}${slides}</main>`);
    expect(text).toContain('the first');
    expect(text).toContain('the second');
  });

  it('is left out if a script of the page fails that is allowed the network', async () => {
    const html = waiting('<script src="http://127.0.0.1:9/show.js"></script>');
    expect(await textOf(html, { network: true })).not.toContain('Story');
  });

  it('is left out of a closed details element whose summary is hidden', async () => {
    const part = `<details><summary style="display:none">More</summary><p>${secret('it')}</p></details>`;
    const text = await textOf(`<title>Lamps</title><main><h1>Lamps</h1>${story}${part}</main>`);
    expect(text).toContain('Story 3.');
    expect(text).not.toContain('Obey');
  });

  it('is left out of a closed details element if it is hidden by itself', async () => {
    const hidden = `<p hidden>${secret('it')}</p><p class="off">${secret('it')}</p><p>The keeper sleeps by day.</p>`;
    const part = `<style>.off { display: none }</style><details><summary>More</summary>${hidden}</details>`;
    const text = await textOf(`<title>Lamps</title><main><h1>Lamps</h1>${story}${part}</main>`);
    expect(text).toContain('The keeper sleeps by day.');
    expect(text).not.toContain('Obey');
  });

  it('is left out if the scripts of the page have run', async () => {
    expect(await textOf(waiting('<script>1</script>'))).not.toContain('Story');
  });
});
