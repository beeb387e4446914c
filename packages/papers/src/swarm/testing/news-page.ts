import type { Page } from '@webpith/lab';

const SUBJECTS = [
  'The harbour',
  'A ferry',
  'The old bridge',
  'One of the boats',
  'The mayor',
  'Her daughter',
];
const DOINGS = ['was closed for', 'had waited there since', 'will be mended after', 'is to be seen in'];
const TIMES = [
  'the storm of last week',
  'most of the summer',
  'the days that are to come',
  'that long winter',
];

/** A synthetic news page: an article of a few paragraphs between navigation, teasers and a legal notice. */
export function newsPage(n: number): Page {
  const sentence = (i: number) =>
    `${SUBJECTS[(n + i) % 6]} ${DOINGS[(n * 3 + i) % 4]} ${TIMES[(n + 2 * i) % 4]}, and it was not the first of its kind.`;
  const paragraphs = Array.from({ length: 4 }, (_, i) => [0, 1, 2].map(j => sentence(3 * i + j)).join(' '));
  const links = Array.from({ length: 9 }, (_, i) => `<li><a href="/${i}">Section ${i}</a></li>`).join('');
  const teasers = [4, 5].map(i => `<div><a href="/t${i}">${SUBJECTS[i]} today</a></div>`).join('');
  const html =
    `<!doctype html><html lang=en><head><title>News ${n}</title><script>var words = "it was the end";</script></head>` +
    `<body><div><ul>${links}</ul></div><div><p>${paragraphs.join('</p><p>')}</p></div><div>${teasers}</div>` +
    `<div>Copyright Gazette ${2000 + n}</div></body></html>`;
  return {
    id: `page-${n}`,
    url: `https://site-${n}.example/story`,
    type: 'article',
    text: paragraphs.join('\n'),
    html: new TextEncoder().encode(html),
  };
}
