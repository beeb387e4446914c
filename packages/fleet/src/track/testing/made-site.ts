import { paragraphs, randomFrom, sentence, title } from '../../crawl/testing/words.js';

/** Pages of a made-up site, all from one template that differs between sites. */
export interface MadeSite {
  /** An article with its text and some optional parts. */
  article(number: number): string;
  /** A list of articles: another template of the same site. */
  list(number: number): string;
}

const NAMES =
  'story post entry main wrap page box head body lead text side rail foot meta card item media block unit'.split(
    ' ',
  );

/** A class name as a designer would choose it. */
function className(random: () => number): string {
  const pick = () => NAMES[Math.floor(random() * NAMES.length)]!;
  return `${pick()}-${pick()}`;
}

/** Wraps `inside` in `depth` nested boxes with random class names. */
function nested(random: () => number, depth: number, inside: string): string {
  let html = inside;
  for (let level = 0; level < depth; level++) html = `<div class="${className(random)}">${html}</div>`;
  return html;
}

/** Makes a site; different seeds give different templates. */
export function madeSite(seed: number): MadeSite {
  const names = () => randomFrom(seed * 7919 + 13);
  const page = (kind: string, head: string, main: string, extras: string, number: number) => {
    const design = names();
    const menu = Array.from(
      { length: 5 },
      () => `<li class="${className(design)}"><a href="/x">part</a></li>`,
    ).join('');
    const header = nested(design, 3, `<ul class="${className(design)}">${menu}</ul>`);
    const body = nested(design, 4, main);
    const side = nested(design, 2, '<section class="teasers"><p>Read also</p></section>');
    const footer = nested(design, 3, `<p class="${className(design)}">Printed nowhere</p>`);
    return `<!doctype html><html><head><title>Page ${number}</title>${head}</head><body class="${kind} id-${number}">${header}${body}${extras}${side}${footer}</body></html>`;
  };
  return {
    article(number) {
      const random = randomFrom(seed * 1_000_003 + number);
      const name = title(random);
      const meta = `<meta name="author" content="Ada Sample"><meta property="article:published_time" content="2026-02-03"><meta property="og:type" content="article">`;
      const main = `<article class="full"><h1>${name}</h1><p class="by">By Ada Sample</p>${paragraphs(random, 4 + Math.floor(random() * 8))}</article>`;
      return page('single', meta, main, extrasOf(random), number);
    },
    list(number) {
      const random = randomFrom(seed * 2_000_003 + number);
      const entry = () =>
        `<article class="teaser"><h2><a href="/a${Math.floor(random() * 1e6)}">${title(random)}</a></h2><p>${sentence(random)}</p></article>`;
      const main = `<div class="archive">${Array.from({ length: 10 }, entry).join('')}</div>`;
      return page('archive', '', main, '', number);
    },
  };
}

/** Optional parts of an article. */
function extrasOf(random: () => number): string {
  const parts = [
    '<div class="gallery"><figure class="shot"><img src="a.jpg"></figure><div class="gallery-nav"></div></div>',
    '<div class="comments"><div class="comment"><p>Quite so, I had not thought of that.</p></div></div>',
    '<div class="ad-slot"><div class="ad-inner"></div></div>',
    '<aside class="factbox"><h3>In short</h3><ul class="facts"><li>One</li></ul></aside>',
    '<div class="video"><div class="player"><span class="play"></span></div></div>',
  ];
  return parts.filter(() => random() < 0.4).join('');
}
