import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { paragraphs, randomFrom, sentence, title } from './words.js';

/** A made-up site with a few hundred pages and some traps. */
export interface TestSite {
  readonly listener: RequestListener;
  /** Requested paths, in order, with their query. */
  readonly requests: string[];
  /** Highest number of concurrent requests. */
  most(): number;
  /** Paths of the articles that a crawl can find. */
  readonly articles: readonly string[];
}

const SECTIONS = ['town', 'sport', 'culture', 'science'];
const PER_PAGE = 10;

const articlePath = (id: number) => `/news/${1000 + id}-story.html`;

function frame(head: string, name: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${name} | The Made-up Herald</title>${head}</head>
<body class="site"><header class="masthead"><a href="/">The Made-up Herald</a></header>
<nav class="menu"><ul>${SECTIONS.map(section => `<li><a href="/section/${section}">${section}</a></li>`).join('')}
<li><a href="/calendar/2026/01">Calendar</a></li><li><a href="/login">Sign in</a></li></ul></nav>
<main>${body}</main><footer class="foot"><p>Printed nowhere. All rights imagined.</p></footer></body></html>`;
}

function article(id: number, count = 1): string {
  const random = randomFrom(id + 1);
  const name = title(random);
  const date = `2026-01-${String(1 + (id % 28)).padStart(2, '0')}`;
  const meta = `<meta property="og:type" content="article"><meta name="author" content="Ada Sample"><meta property="article:published_time" content="${date}">`;
  return frame(
    meta,
    name,
    `<article class="story"><h1>${name}</h1><p class="byline">By Ada Sample, <time datetime="${date}">${date}</time></p>
${paragraphs(random, 4 + (id % 5))}</article>
<aside class="related"><h2>More</h2><ul><li><a href="${articlePath((id + 1) % count)}?PHPSESSID=${'abcdef0123456789'.repeat(2)}${id}">Next story</a></li></ul></aside>`,
  );
}

/** An article on three pages. */
function longArticle(id: string, page: number): string {
  const random = randomFrom(5000 + Number(id) * 10 + page);
  const name = `Long read ${id}`;
  const next = page < 3 ? `<a href="/long/${id}?page=${page + 1}" rel="next">Page ${page + 1}</a>` : '';
  return frame(
    '<meta property="og:type" content="article">',
    name,
    `<article class="story"><h1>${name}</h1>${paragraphs(random, 6)}</article><p class="pages">${next}</p>`,
  );
}

function section(name: string, page: number, count: number): string {
  const own = Array.from({ length: count }, (_, id) => id).filter(
    id => SECTIONS[id % SECTIONS.length] === name,
  );
  const shown = own.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const entries = shown.map(id => {
    const random = randomFrom(id + 1);
    return `<article class="teaser"><h2><a href="${articlePath(id)}">${title(random)}</a></h2><p>${sentence(random)}</p></article>`;
  });
  const last = Math.ceil(own.length / PER_PAGE);
  const next =
    page < last
      ? `<a class="next" rel="next" href="/section/${name}?page=${page + 1}">Older stories</a>`
      : '';
  return frame(
    '',
    `${name} news`,
    `<h1>${name}</h1><div class="list">${entries.join('\n')}</div><p>${next}</p>`,
  );
}

/** Pages reached through redirects or links of odd kinds, and pages that are useless or expensive. */
const DETOURS = ['/print/3', '/r/5', '/go-private', '/unindexed', '/long/1', '/long/2'];
const TRAPS = [
  ...[
    '/loop/a',
    '/drip',
    '/bomb',
    '/private/plans',
    '/flaky',
    '/gone',
    '/picture',
    '/deep/deep/deep/deep/deep',
  ],
  ...['/script', '/chain/1'],
];

function home(traps: boolean): string {
  const entries = Array.from({ length: 8 }, (_, id) => {
    const random = randomFrom(id + 1);
    return `<article class="teaser"><h2><a href="${articlePath(id)}">${title(random)}</a></h2><p>${sentence(random)}</p></article>`;
  });
  const odd = traps ? [...DETOURS, ...TRAPS] : DETOURS;
  const links = odd.map(path => `<li><a href="${path}">${path}</a></li>`).join('');
  return frame(
    '<link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" type="application/atom+xml" href="/atom.xml">',
    'Front page',
    `<h1>Today</h1><div class="list">${entries.join('\n')}</div><ul class="odd">${links}</ul>`,
  );
}

/** An empty month with a link to the next. */
function calendar(year: number, month: number): string {
  const [y, m] = month === 12 ? [year + 1, 1] : [year, month + 1];
  const days = Array.from({ length: 28 }, (_, day) => `<td>${day + 1}</td>`).join('');
  const next = `/calendar/${y}/${String(m).padStart(2, '0')}`;
  return frame(
    '',
    `${year}-${month}`,
    `<table><tr>${days}</tr></table><a rel="next" href="${next}">next month</a><a href="${next}">${y}-${m}</a>`,
  );
}

const xmlType = { 'content-type': 'application/xml' };

function sitemap(from: number, to: number, base: string): string {
  const urls = Array.from(
    { length: to - from },
    (_, place) => `<url><loc>${base}${articlePath(from + place)}</loc></url>`,
  );
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

/** Ten gigabytes of zeros in ten megabytes: a hundred members of a hundred megabytes each. */
function bomb(): Buffer {
  const member = gzipSync(Buffer.alloc(100 << 20, ' '));
  return Buffer.concat(Array.from({ length: 100 }, () => member));
}

/** Built once: it takes half a second. */
let packed: Buffer | undefined;

type Page = (response: ServerResponse, match: RegExpExecArray, base: string, query: URLSearchParams) => void;

const html = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
const redirect = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end();
const pageOf = (query: URLSearchParams) => Number(query.get('page') ?? 1);

/** Makes a site with `count` articles, lists, sitemaps and feeds, and optionally slow traps. */
export function testSite(count = 200, traps = true): TestSite {
  const requests: string[] = [];
  let busy = 0;
  let most = 0;
  let flaky = 0;
  const routes: readonly (readonly [RegExp, Page])[] = [
    [/^\/$/, response => html(response, home(traps))],
    [
      /^\/robots\.txt$/,
      (response, _, base) =>
        response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end(`User-agent: *\nDisallow: /private\nSitemap: ${base}/sitemap.xml\n`),
    ],
    [
      /^\/sitemap\.xml$/,
      (response, _, base) =>
        response
          .writeHead(200, xmlType)
          .end(
            `<sitemapindex><sitemap><loc>${base}/sitemap-1.xml.gz</loc></sitemap><sitemap><loc>${base}/sitemap.xml</loc></sitemap></sitemapindex>`,
          ),
    ],
    [
      /^\/sitemap-1\.xml\.gz$/,
      (response, _, base) =>
        response
          .writeHead(200, { 'content-type': 'application/gzip' })
          .end(gzipSync(sitemap(0, count / 2, base))),
    ],
    [
      /^\/feed\.xml$/,
      (response, _, base) =>
        response
          .writeHead(200, { 'content-type': 'application/rss+xml' })
          .end(
            `<rss version="2.0"><channel><link>${base}/</link><item><title>a &amp; b</title><link><![CDATA[${base}${articlePath(count - 50)}]]></link></item></channel></rss>`,
          ),
    ],
    [
      /^\/atom\.xml$/,
      (response, _, base) =>
        response
          .writeHead(200, { 'content-type': 'application/atom+xml' })
          .end(
            `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${base}/"/><entry><link rel="edit" href="${base}/private/edit"/><link href="${base}${articlePath(count - 49)}?utm_source=feed&amp;utm_medium=atom"/></entry></feed>`,
          ),
    ],
    [
      /^\/news\/(\d+)-story\.html$/,
      (response, match) => html(response, article(Number(match[1]) - 1000, count)),
    ],
    [
      /^\/print\/(\d+)$/,
      (response, match) => html(response, article(Number(match[1])).replace('masthead', 'print')),
    ],
    [
      /^\/section\/(\w+)$/,
      (response, match, _, query) => html(response, section(match[1]!, pageOf(query), count)),
    ],
    [/^\/long\/(\d+)$/, (response, match, _, query) => html(response, longArticle(match[1]!, pageOf(query)))],
    [
      /^\/calendar\/(\d+)\/(\d+)$/,
      (response, match) => html(response, calendar(Number(match[1]), Number(match[2]))),
    ],
    [/^\/loop\/a$/, response => redirect(response, '/loop/b')],
    [/^\/loop\/b$/, response => redirect(response, '/loop/a')],
    [/^\/chain\/(\d+)$/, (response, match) => redirect(response, `/chain/${Number(match[1]) + 1}`)],
    [/^\/r\/(\d+)$/, (response, match) => redirect(response, articlePath(Number(match[1])))],
    [/^\/go-private$/, response => redirect(response, '/private/secret')],
    [/^\/private\//, response => html(response, article(9999))],
    [
      /^\/unindexed$/,
      response =>
        html(response, article(7777).replace('<head>', '<head><meta name="robots" content="noindex">')),
    ],
    [/^\/picture$/, response => response.writeHead(200, { 'content-type': 'image/png' }).end('not really')],
    [
      /^\/deep(?:\/deep)+$/,
      (response, match) => html(response, frame('', 'deep', `<a href="${match[0]}/deep">deeper</a>`)),
    ],
    [
      /^\/script$/,
      response =>
        html(
          response,
          '<!doctype html><title>App</title><div id="app"></div><script src="/app.js"></script>',
        ),
    ],
    [
      /^\/flaky$/,
      response => (flaky++ === 0 ? response.writeHead(503).end() : html(response, article(8888))),
    ],
    [/^\/drip$/, response => drip(response)],
    [
      /^\/bomb$/,
      response => {
        packed ??= bomb();
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(packed);
      },
    ],
  ];
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const base = `http://${request.headers.host}`;
    const url = new URL(request.url ?? '/', base);
    requests.push(`${url.pathname}${url.search}`);
    most = Math.max(most, ++busy);
    response.once('close', () => busy--);
    for (const [path, page] of routes) {
      const match = path.exec(url.pathname);
      if (match !== null) return page(response, match, base, url.searchParams);
    }
    response
      .writeHead(404, { 'content-type': 'text/html' })
      .end('<title>Not found</title><h1>Not found</h1>');
  };
  const articles = Array.from({ length: count }, (_, id) => articlePath(id));
  return { listener: listener as RequestListener, requests, most: () => most, articles };
}

/** A page sent one letter at a time that never ends. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
}
