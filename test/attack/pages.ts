/** Test pages that contain a vector in text that is kept. */

/** Prose without characters that are special to a parser. */
const SENTENCES = [
  'The harbour was dredged twice that winter, and the pilots complained that the channel moved faster than the charts.',
  'Nobody on the quay believed the figures until the lighthouse keeper read them aloud, slowly, from the log.',
  'By the end of March the ferries ran again, an hour late on most days and two hours late when the wind was from the east.',
  'The council paid for new buoys, argued about their colour for a month, and then painted them as they had been.',
];
const paragraph = (from: number) => `<p>${SENTENCES[from % 4]} ${SENTENCES[(from + 1) % 4]}</p>\n`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The places of a vector, each with its page. */
export const PLACES: Readonly<Record<string, (vector: string) => string>> = {
  content: vector =>
    `<!doctype html><html lang=en><head><title>Harbour news</title></head><body><article><h1>Harbour news</h1>
${paragraph(0)}${paragraph(1)}<div>${vector}</div>\n<p>${SENTENCES[2]} ${vector}</p>${paragraph(3)}${paragraph(0)}</article></body></html>`,
  metadata: vector =>
    `<!doctype html><html lang="${escaped(vector)}"><head><title>${escaped(vector)}</title>
<meta name=author content="${escaped(vector)}"><meta property="og:title" content="${escaped(vector)}">
<meta property="og:image" content="${escaped(vector)}"><meta name=description content="${escaped(vector)}">
<meta property="og:site_name" content="${escaped(vector)}"><link rel=canonical href="${escaped(vector)}">
<script type="application/ld+json">${JSON.stringify({
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: vector,
      author: { '@type': 'Person', name: vector, url: vector },
      image: vector,
      url: vector,
      datePublished: vector,
      keywords: [vector],
      articleSection: vector,
      license: vector,
    }).replaceAll('<', '\\u003c')}</script></head>
<body><article><h1>${escaped(vector)}</h1><p class=byline>By ${escaped(vector)}</p><time datetime="${escaped(vector)}">1 May</time>
${paragraph(0)}${paragraph(1)}${paragraph(2)}</article></body></html>`,
  records: vector =>
    `<!doctype html><html lang=en><head><title>Harbour news</title></head><body><article><h1>Harbour news</h1>${paragraph(0)}${paragraph(1)}${paragraph(2)}</article>
<section id=comments class=comments><h2>Comments</h2>${[1, 2, 3]
      .map(
        n =>
          `<div class=comment id=c${n}><span class=author>${escaped(vector)}</span> <time datetime="2024-05-0${n}">${escaped(vector)}</time><div class="comment-body"><p>${SENTENCES[n]}</p>${vector}</div></div>`,
      )
      .join('\n')}</section></body></html>`,
  items: vector =>
    `<!doctype html><html lang=en><head><title>All stories</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"CollectionPage"}</script></head><body class="archive category"><main><h1>All stories</h1><ul class=list>${[
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]
      .map(
        n =>
          `<li class=card><h2><a href="${n === 2 ? escaped(vector) : `/story/${n}`}">${n === 3 ? escaped(vector) : `Story number ${n} of the harbour`}</a></h2>${n === 4 ? `<img src="${escaped(vector)}" alt="${escaped(vector)}">` : ''}<p>${SENTENCES[n % 4]!.slice(0, 40)}…</p><time datetime=2024-05-${n + 9}>${n + 9} May 2024</time> <span class=price>${n === 1 ? escaped(vector) : '£3'}</span></li>`,
      )
      .join('\n')}</ul><div class=pagination><a href=?page=2>Next page</a></div></main></body></html>`,
};

/** A text without the prose of these pages and without paragraphs of nothing else, to save layout time. */
export const withoutProse = (text: string) =>
  SENTENCES.reduce((rest, sentence) => rest.replaceAll(sentence, 'Tide.'), text).replaceAll(
    /<p>Tide\.(?: Tide\.)*<\/p>/g,
    '',
  );
