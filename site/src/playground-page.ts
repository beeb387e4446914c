import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Example } from '../playground/messages.js';

export const PLAYGROUND = 'playground.html';

/** Test pages that make good examples, with their titles. */
const EXAMPLES: readonly (readonly [name: string, title: string, file: string, url: string])[] = [
  ['newspaper', 'A newspaper story', 'examples/lighthouse.html', 'https://example.org/coast/lighthouse'],
  [
    'forum',
    'A discussion',
    'test/pages/forum-nested-replies/source.html',
    'https://example.org/forum/thread',
  ],
  ['documentation', 'Documentation', 'test/pages/documentation/source.html', 'https://example.org/docs/page'],
  ['product', 'A product', 'test/pages/product/source.html', 'https://example.org/shop/product'],
  ['formulas', 'Formulas', 'test/pages/math-katex/source.html', 'https://example.org/notes/formulas'],
  ['listing', 'A blog index', 'test/pages/blog-index/source.html', 'https://example.org/blog/'],
];

/** File → content of the scripts of the playground. The library is part of them, so that the page needs no network. */
export async function playgroundFiles(root: string): Promise<Map<string, string>> {
  const [main, worker] = await Promise.all([bundle(root, 'main'), bundle(root, 'worker')]);
  const examples = EXAMPLES.map(
    ([name, title, file, url]): Example => ({
      name,
      title,
      url,
      html: readFileSync(join(root, file), 'utf8'),
    }),
  );
  return new Map([
    ['playground.js', main],
    ['playground-worker.js', `globalThis.pithWorker=${JSON.stringify(worker)};`],
    ['playground-examples.js', `globalThis.pithExamples=${JSON.stringify(examples)};`],
    ['playground.css', readFileSync(join(root, 'site/playground/playground.css'), 'utf8')],
  ]);
}

async function bundle(root: string, name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, `site/playground/${name}.ts`)],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['pith-source'],
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

const VIEWS = ['article', 'blocks', 'markdown', 'text', 'json'];
const PARTS = ['title', 'byline', 'captions', 'comments'];

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** The content of the page; `playground.js` fills it. */
export const PLAYGROUND_BODY = `<main class="playground" id="text">
<h1>Playground</h1>
<p class="lead">Paste the HTML of a page and see its main content, and the reason for every block that is kept or dropped. Everything runs in this browser: the page is not sent anywhere.</p>
<div class="panes">
<section aria-label="Page">
<div class="row">
<label>Example <select id="examples"><option value="">–</option></select></label>
<label class="file">Open a file <input id="file" type="file" accept=".html,.htm,.xhtml,.mhtml,text/html"></label>
</div>
<label>URL of the page, to resolve its links <input id="address" type="url" inputmode="url" placeholder="https://example.org/story" autocomplete="off" spellcheck="false"></label>
<label class="grow">HTML <textarea id="source" spellcheck="false" autocomplete="off" autocapitalize="off"></textarea></label>
<fieldset class="options"><legend>Options</legend>
<label class="lean">Less text <input id="lean" type="range" min="-1" max="1" step="0.25" value="0" aria-label="Less or more text"> more text</label>
${PARTS.map(part => `<label><input type="checkbox" data-part="${part}"> ${capital(part)}</label>`).join('\n')}
<label>Markdown <select id="style"><option value="standard">Standard</option><option value="llm">For language models</option></select></label>
</fieldset>
</section>
<section aria-label="Result">
<div class="bar">
<div role="tablist" aria-label="Views">
${VIEWS.map(view => `<button type="button" role="tab" id="tab-${view}" data-view="${view}" aria-controls="result" aria-selected="false">${view === 'json' ? 'JSON' : capital(view)}</button>`).join('\n')}
</div>
<div class="actions"><button type="button" id="copy" hidden>Copy</button><button type="button" id="share">Share</button></div>
</div>
<p id="status" role="status"></p>
<div id="facts"></div>
<div id="result" role="tabpanel" tabindex="-1"></div>
</section>
</div>
<noscript><p>The playground needs JavaScript.</p></noscript>
</main>`;
