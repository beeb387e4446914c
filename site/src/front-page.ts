import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

/** Ways to a first article: a title, a line to copy, and the guide. */
const INSTALLS = [
  ['npm', 'npx webpith extract https://example.org/story', 'docs/guides/quick-start.html'],
  ['pip', 'pip install webpith && python -m webpith https://example.org/story', 'python/index.html'],
  [
    'Docker',
    'docker run --rm -v "$PWD:/data" ghcr.io/webpith/webpith extract page.html',
    'docs/guides/docker.html',
  ],
] as const;

const USES = [
  [
    'For programs',
    'docs/guides/quick-start.html',
    'A library without dependencies on Node, for servers, browsers and workers. It never accesses the network.',
  ],
  [
    'For assistants',
    'docs/guides/assistants.html',
    'Pages within a token budget through the Model Context Protocol, and chunks with their sources.',
  ],
  [
    'For crawls',
    'docs/guides/batch.html',
    'WARC files to Parquet, resumable, on one machine or many, from Node or Python.',
  ],
  [
    'For reading',
    'docs/guides/app.html',
    'A web app and a browser extension that show why each block was kept, and take corrections.',
  ],
  [
    'For research',
    'docs/guides/evaluating.html',
    'Published methods, other extractors and your own on the same corpora, with significance tests, as a report, CSV or LaTeX.',
  ],
  [
    'For operators',
    'docs/guides/server.html',
    'An HTTP API with tokens, limits and metrics; pages are extracted in sandboxed processes.',
  ],
] as const;

/** The page of the site's root, with the figures of the README. */
export function frontPage(root: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const rows = (name: string) => tableRows(marked(readme, name));
  const accuracy = rows('results:default').filter(([group]) => GROUPS.has(group!));
  const speed = rows('speed').filter(([system]) => !system!.startsWith('bare'));
  const size = rows('weights').filter(([what]) => /npx webpith|for browsers|webpith\/small/.test(what!));
  return `<main class="front" id="text">
<section class="hero">
<h1>The main content of a web page</h1>
<p>Pith extracts the article with its title, authors and date, its comments, the posts of a discussion, the entries of a listing, and gives a reason for every block that it keeps or drops.</p>
<p class="buttons"><a class="button primary" href="playground.html">Try it in this browser</a> <a class="button" href="docs/guides/quick-start.html">Quick start</a> <a class="button" href="https://github.com/webpith/webpith">Source</a></p>
</section>
<section class="installs" aria-label="Install">
${INSTALLS.map(([name, line, guide]) => `<div><h2><a href="${guide}">${name}</a></h2><pre><code>${escaped(line)}</code></pre></div>`).join('\n')}
</section>
<figure><a href="playground.html"><picture><source srcset="docs/images/playground-dark.png" media="(prefers-color-scheme: dark)"><img src="docs/images/playground-light.png" width="1280" height="800" alt="The playground: the HTML of a newspaper story on the left, on the right its blocks, each kept or dropped with the reason"></picture></a></figure>
<section class="uses" aria-label="Uses">
${USES.map(([title, guide, text]) => `<div><h2><a href="${guide}">${title}</a></h2><p>${text}</p></div>`).join('\n')}
</section>
<section class="figures" aria-label="Figures">
<div><h2>Accuracy</h2>
<p>Mean F1 over words on pages of sites that the model has not seen. <a href="docs/results/default.html">All results</a></p>
${table(['pages of', 'n', 'Pith', 'defuddle', 'Readability', 'rs-trafilatura', 'trafilatura'], accuracy)}</div>
<div><h2>Speed</h2>
<p>Real pages per second on one thread, from decoded HTML to text. <a href="docs/results/speed.html">How it was measured</a></p>
${table(['system', 'pages per second'], withFastestMarked(speed))}</div>
<div><h2>Size</h2>
<p>Nothing is compiled on installation. <a href="docs/reference/architecture.html#packages">All packages</a></p>
${table(['installed or loaded', ''], size)}</div>
</section>
</main>`;
}

/** System and pages per second on real pages; the highest rate is bold. */
function withFastestMarked(rows: readonly (readonly string[])[]): string[][] {
  const fastest = Math.max(...rows.map(([, rate]) => Number(rate)));
  return rows.map(([system, rate]) => [
    system!.replaceAll('**', ''),
    Number(rate) === fastest ? `**${rate}**` : rate!,
  ]);
}

/** Rows of the accuracy table for the front page. */
const GROUPS: ReadonlySet<string> = new Set([
  'wcxb, article',
  'wcxb, all',
  'newspapers',
  'forums',
  'dragnet',
  'chinese',
]);

function marked(document: string, name: string): string {
  const part = new RegExp(`<!-- ${name} -->\\n([\\s\\S]*?)<!-- /${name} -->`).exec(document)?.[1];
  if (part === undefined) throw new Error(`expected <!-- ${name} --> in README.md`);
  return part;
}

/** The cells of a Markdown table, without its heading. */
function tableRows(markdown: string): string[][] {
  const lines = markdown.split('\n').filter(line => line.startsWith('|'));
  return lines.slice(2).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
}

const markdown = new MarkdownIt();

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    head.map((_, i) => `<td>${markdown.renderInline(row[i] ?? '')}</td>`).join('');
  return `<table><thead><tr>${head.map(cell => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${rows.map(row => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => SIGNS[sign]!);
