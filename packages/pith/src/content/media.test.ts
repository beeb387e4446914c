import { describe, expect, it } from 'vitest';
import type { ContentOptions } from './from-tree.js';
import { contentOf, paragraph, shapeOf, text } from './testing/shapes.js';

const BASE = { baseUrl: 'https://e.org/a/page.html' };

/** URLs of the images in a page, in order. */
function imagesOf(html: string): string[] {
  const written = JSON.stringify(contentOf(html, BASE));
  return [...written.matchAll(/"type":"image","src":"([^"]*)"/g)].map(match => match[1]!);
}

describe('images', () => {
  it.each([
    ['src', '<img src="/i.png" alt="x">', ['https://e.org/i.png']],
    ['lazy', '<img src="data:image/gif;base64,R0" data-src="i.jpg">', ['https://e.org/a/i.jpg']],
    [
      'lazy beside a spacer',
      '<img src="/img/blank.gif" data-original="//cdn.org/i.jpg">',
      ['https://cdn.org/i.jpg'],
    ],
    [
      'largest of a set',
      '<img src=s.jpg srcset="m.jpg 600w, l,w_1200.jpg 1200w, s.jpg 300w">',
      ['https://e.org/a/l,w_1200.jpg'],
    ],
    ['densest of a set', '<img srcset="one.jpg, two.jpg 2x">', ['https://e.org/a/two.jpg']],
    [
      'picture',
      '<picture><source srcset="a.webp 100w, b.webp 900w"><img src="data:image/png;base64,AA"></picture>',
      ['https://e.org/a/b.webp'],
    ],
    [
      'noscript',
      '<img src="data:," class="lazy"><noscript><img src="n.jpg"></noscript>',
      ['https://e.org/a/n.jpg'],
    ],
    [
      'noscript twin',
      '<img data-src="i-800.jpg"><noscript><img src="i-300.jpg"></noscript>',
      ['https://e.org/a/i-800.jpg'],
    ],
    [
      'noscript twin before',
      '<noscript><img src="i.jpg"></noscript><img data-src="i-2.jpg">',
      ['https://e.org/a/i.jpg'],
    ],
    [
      'preview with a noscript twin',
      '<img src="i-60.jpg"><noscript><img src="full.jpg"></noscript>',
      ['https://e.org/a/full.jpg'],
    ],
    [
      'thumbnail and large image of a lightbox',
      '<a href="harbour.jpg"><img src="harbour-640x480.jpg"></a><img src="harbour.jpg">',
      ['https://e.org/a/harbour-640x480.jpg'],
    ],
    [
      'src that is in its set',
      '<img src="a-1.jpg" srcset="a-1.jpg 320w, a-2.jpg 960w">',
      ['https://e.org/a/a-2.jpg'],
    ],
    ['src beside a set', '<img src="a.jpg" srcset="a-2x.jpg 2x">', ['https://e.org/a/a.jpg']],
    ['doubled', '<img src="i.jpg"><img src="i.jpg">', ['https://e.org/a/i.jpg']],
    [
      'in two items',
      '<ul><li><img src="i.jpg"><li><img src="i.jpg"></ul>',
      ['https://e.org/a/i.jpg', 'https://e.org/a/i.jpg'],
    ],
    ['tracker', '<img src="https://www.facebook.com/tr?id=1" width=100>', []],
    ['pixel', '<img src="/p.gif" width=1 height=1>', []],
    ['icon', '<img src="/p.gif" width=16 height=16>', []],
    ['emoji', '<img src="/p.gif" width=16 height=16 alt=":)">', ['https://e.org/p.gif']],
    ['hidden', '<img src="/p.gif" style="display:none">', []],
    ['script', '<img src="javascript:alert(1)">', []],
    ['script in a set', '<img srcset="javascript:alert(1) 900w">', []],
    ['flag', '<img data-lazy="true" src="i.jpg">', ['https://e.org/a/i.jpg']],
  ])('%s', (_, html, expected) => {
    expect(imagesOf(`<p>text before ${html} text behind</p>`)).toEqual(expected);
  });

  it('are blocks when alone, inline in text, with their sizes and texts', () => {
    expect(
      shapeOf(
        '<p>a</p><p><a href="/big"><img src="/i.png" alt=" A " title="T" width="640" height="480"></a></p><p>b <img src="/j.png"></p>',
        BASE,
      ),
    ).toEqual([
      paragraph('a'),
      {
        type: 'image',
        src: 'https://e.org/i.png',
        alt: 'A',
        title: 'T',
        href: 'https://e.org/big',
        width: 640,
        height: 480,
      },
      paragraph('b ', { type: 'image', src: 'https://e.org/j.png' }),
    ]);
  });

  it('are kept only among kept text', () => {
    const body =
      '<p>one long enough paragraph</p><div><img src="/in.png"></div><p>another paragraph of text</p>';
    expect(imagesOf(`<div><img src="/logo.png"></div><article>${body}</article>`)).toEqual([
      'https://e.org/in.png',
    ]);
    const dropped = '<p class="drop">Another story</p>';
    expect(imagesOf(`<article>${body}${dropped}<div><img src="/tail.png"></div></article>`)).toEqual([
      'https://e.org/in.png',
    ]);
    expect(imagesOf(`<article><figure><img src="/lead.png"></figure>${body}</article>`)[0]).toBe(
      'https://e.org/lead.png',
    );
  });

  it.each([
    ['behind the last text', '<div><img src="/tail.png"></div>', ['https://e.org/tail.png']],
    ['of an author', '<div class="author-photo"><img src="/tail.png"></div>', []],
    ['of another page', '<p><a href="/other.html"><img src="/tail.png"></a></p>', []],
  ])('at the end: %s', (_, end, expected) => {
    const body = '<p>one long enough paragraph</p><p>another paragraph of text</p>';
    expect(imagesOf(`<article>${body}${end}</article>`)).toEqual(expected);
  });

  it.each([
    [
      'a named box',
      '<div class="photo-box" style="background-image: url(\'/b.jpg\')" title="Harbour"></div>',
    ],
    ['a figure', '<figure><div style="background:#eee url(/b.jpg) no-repeat"></div></figure>'],
    ['a figure with a caption', '<figure style="background:url(/b.jpg)"><figcaption>C</figcaption></figure>'],
    [
      'an image by role',
      '<span role="img" aria-label="Harbour" style="background-image:url(/b.jpg)"></span>',
    ],
  ])('that are the background of %s are kept', (_, box) => {
    expect(imagesOf(`<article><p>before the picture</p>${box}<p>after the picture</p></article>`)).toEqual([
      'https://e.org/b.jpg',
    ]);
  });

  it('that decorate a box without a name are not content', () => {
    const box = '<div style="background-image: url(/b.jpg)"></div>';
    expect(imagesOf(`<p>before</p>${box}<p>after</p>`)).toEqual([]);
  });

  it('come from the source that browsers choose', () => {
    const picture =
      '<picture><source media="(max-width: 9em)" srcset="s.webp"><source type="image/webp" srcset="b.webp 9w, l.webp 99w"><img src="l.jpg"></picture>';
    expect(imagesOf(`<p>a ${picture}`)).toEqual(['https://e.org/a/l.webp']);
  });

  it('of dropped teasers are dropped', () => {
    const teaser =
      '<div class="drop"><img src="/t.png"> Read more about this other story here, it is great</div>';
    expect(imagesOf(`<article><p>${'kept '.repeat(80)}</p>${teaser}<p>kept</p></article>`)).toEqual([]);
  });

  it('of mostly dropped containers are dropped', () => {
    const rest = `<p class="drop">${'dropped '.repeat(50)}</p>`;
    expect(imagesOf(`<div><p>kept</p><div><img src="/t.png"></div><p>kept</p>${rest}</div>`)).toEqual([]);
  });
});

describe('figures', () => {
  it('join media and caption', () => {
    expect(
      shapeOf(
        '<figure><a href="x"><img src="/i.png"></a><figcaption>A <p>caption</p></figcaption></figure>',
        BASE,
      ),
    ).toEqual([
      {
        type: 'figure',
        media: [{ type: 'image', src: 'https://e.org/i.png', href: 'https://e.org/a/x' }],
        caption: [text('A'), { type: 'break' }, text('caption')],
      },
    ]);
  });

  it('keep a caption above the media', () => {
    expect(shapeOf('<figure><figcaption>C</figcaption><pre>x</pre></figure>')).toEqual([
      { type: 'figure', media: [{ type: 'code', text: 'x' }], caption: [text('C')], captionFirst: true },
    ]);
  });

  it('without a caption are replaced by their content', () => {
    expect(shapeOf('<figure><blockquote>q</blockquote></figure>')).toEqual([
      { type: 'quote', children: [paragraph('q')] },
    ]);
  });

  it('are also made by WordPress divisions', () => {
    expect(
      shapeOf('<div class="wp-caption"><img src="/i.png"><p class="wp-caption-text">C</p></div>', BASE),
    ).toEqual([
      { type: 'figure', media: [{ type: 'image', src: 'https://e.org/i.png' }], caption: [text('C')] },
    ]);
  });
});

describe('players and embeds', () => {
  it('have the URL of their media', () => {
    const html =
      '<p>a</p><video poster="/p.jpg"><source src="v.mp4">no video</video><audio src="/s.mp3" title="S"></audio>' +
      '<iframe src="https://www.youtube-nocookie.com/embed/x" title="Film"></iframe><iframe data-src="//player.vimeo.com/video/1"></iframe>' +
      '<iframe src="https://ads.example.com/x"></iframe><iframe src="https://notyoutube.com/x"></iframe><iframe src="javascript:alert(1)"></iframe>' +
      '<video src="blob:https://e.org/1"></video><p>b</p>';
    expect(shapeOf(html.replace('no video', ''), BASE)).toEqual([
      paragraph('a'),
      { type: 'video', src: 'https://e.org/a/v.mp4', poster: 'https://e.org/p.jpg' },
      { type: 'audio', src: 'https://e.org/s.mp3', title: 'S' },
      { type: 'embed', src: 'https://www.youtube-nocookie.com/embed/x', provider: 'YouTube', title: 'Film' },
      { type: 'embed', src: 'https://vimeo.com/1', provider: 'Vimeo' },
      paragraph('b'),
    ]);
  });
});

describe('players as custom elements', () => {
  it('are embeds without their fallback', () => {
    expect(
      shapeOf(
        '<p>a</p><lite-youtube videoid="abcdefghijk" title="Film"><a href="/x">Play</a></lite-youtube><p>b</p><amp-vimeo data-videoid="12"></amp-vimeo><p>c</p>',
      ),
    ).toEqual([
      paragraph('a'),
      {
        type: 'embed',
        src: 'https://www.youtube.com/watch?v=abcdefghijk',
        provider: 'YouTube',
        title: 'Film',
      },
      paragraph('b'),
      { type: 'embed', src: 'https://vimeo.com/12', provider: 'Vimeo' },
      paragraph('c'),
    ]);
  });

  it('are text if their id is not one', () => {
    expect(shapeOf('<lite-youtube videoid="x/../y"><a>Play</a></lite-youtube>')).toEqual([paragraph('Play')]);
  });
});

describe('embeds', () => {
  it.each([
    ['https://www.youtube.com/embed/abcdefghijk?rel=0', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['https://www.youtube.com/embed/videoseries?list=x', 'https://www.youtube.com/embed/videoseries?list=x'],
    [
      'https://www.youtube.com/embed/videoseries?list=PLabcdef',
      'https://www.youtube.com/playlist?list=PLabcdef',
    ],
    ['https://player.twitch.tv/?parent=e.org&channel=ottilie', 'https://www.twitch.tv/ottilie'],
    [
      'https://embed.reddit.com/r/fen/comments/ab1/tide/?embed=1',
      'https://www.reddit.com/r/fen/comments/ab1/tide/',
    ],
    [
      'https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b&color=0',
      'https://soundcloud.com/a/b',
    ],
    [
      'https://w.soundcloud.com/player/?url=https%3A//e.org/a',
      'https://w.soundcloud.com/player/?url=https%3A//e.org/a',
    ],
    [
      'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Ffen%2Fvideos%2F1%2F',
      'https://www.facebook.com/fen/videos/1/',
    ],
    ['https://open.spotify.com/embed/track/7x', 'https://open.spotify.com/track/7x'],
    ['https://platform.twitter.com/embed/Tweet.html?dnt=1&id=12345', 'https://twitter.com/i/status/12345'],
    ['https://fen.social/@ottilie/109876543210/embed', 'https://fen.social/@ottilie/109876543210'],
    ['https://www.google.com/maps/embed?pb=1', 'https://www.google.com/maps/embed?pb=1'],
  ])('lead to the page that a person would open: %s', (src, page) => {
    expect(shapeOf(`<p>a</p><iframe src="${src}"></iframe><p>b</p>`)).toMatchObject([{}, { src: page }, {}]);
  });

  it('are not made of sign-in frames', () => {
    const frame = '<iframe src="https://accounts.google.com/o/oauth2/postmessageRelay"></iframe>';
    expect(shapeOf(`<p>a</p>${frame}<p>b</p>`)).toEqual([paragraph('a'), paragraph('b')]);
  });
});

describe('links', () => {
  const hrefOf = (href: string, options?: ContentOptions, before = '') => {
    const written = JSON.stringify(contentOf(`${before}<p><a href="${href}">x</a></p>`, options));
    return /"href":"([^"]*)"/.exec(written)?.[1];
  };

  it.each([
    ['/x?a=1&amp;b=2', 'https://e.org/x?a=1&b=2'],
    ['../y', 'https://e.org/y'],
    ['#top', 'https://e.org/a/page.html#top'],
    ['//f.org/z', 'https://f.org/z'],
    ['http://f.org/a b', 'http://f.org/a%20b'],
    [' \nhttps://f.org/\t', 'https://f.org/'],
    ['mailto:a@b.org', 'mailto:a@b.org'],
    ['javascript:alert(1)', undefined],
    ['JaVa\tScRiPt:alert(1)', undefined],
    ['&#1;javascript:alert(1)', undefined],
    ['java&#10;script:alert(1)', undefined],
    ['vbscript:x', undefined],
    ['data:text/html,x', undefined],
    ['file:///etc/passwd', undefined],
    ['https://', undefined],
    ['', undefined],
  ])('resolves %j to %j', (href, expected) => {
    expect(hrefOf(href, BASE)).toBe(expected);
  });

  it('stay relative without a page URL', () => {
    expect([hrefOf('/x'), hrefOf('x y'), hrefOf('javascript:1'), hrefOf('//f.org/z')]).toEqual([
      '/x',
      'x y',
      undefined,
      'https://f.org/z',
    ]);
  });

  it('follow <base>', () => {
    expect(hrefOf('x', BASE, '<base href="/other/">')).toBe('https://e.org/other/x');
    expect(hrefOf('x', BASE, '<base href="javascript:1">')).toBe('https://e.org/a/x');
    expect(hrefOf('x', undefined, '<base href="https://g.org/d/">')).toBe('https://g.org/d/x');
  });
});
