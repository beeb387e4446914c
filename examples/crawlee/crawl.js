// Crawls a site with Crawlee and prints an article a line; follows the links inside the text, not those of menus.
//   node examples/crawlee/crawl.js https://example.org/ [--allow-private]
import { BasicCrawler, Configuration, LogLevel, log } from '@crawlee/basic';
import { fetchPage } from '@webpith/fetch';
import { extract } from 'webpith';

const MOST_PAGES = 20;

const start = process.argv[2];
if (start === undefined || !URL.canParse(start)) {
  console.error('expected the address of a page to start from: crawl.js https://example.org/');
  process.exit(2);
}
const allowPrivate = process.argv.includes('--allow-private');
log.setLevel(LogLevel.ERROR);

const crawler = new BasicCrawler(
  {
    maxRequestsPerCrawl: MOST_PAGES,
    maxConcurrency: 2,
    maxRequestRetries: 1,
    async requestHandler({ request, addRequests }) {
      const { bytes, url, charset } = await fetchPage(request.url, { allowPrivate, timeout: 10_000 });
      const article = extract(bytes, { url, ...(charset === undefined ? {} : { charset }) });
      const { title, published, type, confidence, text } = article;
      console.log(JSON.stringify({ url, title, published, type, confidence, text }));
      const next = [...linksIn(article.content), ...article.items.flatMap(item => item.url ?? [])];
      await addRequests(next.filter(link => isHere(link, start)));
    },
    failedRequestHandler({ request }, error) {
      console.error(`${request.url}: ${error.message}`);
    },
  },
  // Crawlee's own queue stays in memory: nothing is left behind in the folder.
  new Configuration({ persistStorage: false }),
);

await crawler.run([start]);

/** The addresses that content links to: every object in it that is a link. */
function linksIn(content) {
  const links = [];
  const stack = [...content];
  while (stack.length > 0) {
    const part = stack.pop();
    if (typeof part !== 'object' || part === null) continue;
    if (part.type === 'link') links.push(part.href);
    stack.push(...Object.values(part));
  }
  return links;
}

function isHere(link, origin) {
  return URL.canParse(link) && new URL(link).origin === new URL(origin).origin;
}
