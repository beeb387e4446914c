import type { Page } from 'playwright-core';
import type { PageLabels } from '../../../server/src/api/labels.js';
import type { AppPage, OpenedApp } from './opened-app.js';

/** A news page, written for these tests: a menu, an article with an advertisement, comments, teasers. */
export const NEWS_PAGE = `<!doctype html><html lang=en><head><title>Ferry returns to the harbour – Courier</title><style>
body{font:16px/1.5 Georgia,serif;margin:0;color:#222}header,footer{background:#123;color:#fff;padding:12px 24px}
header a,footer a{color:#cde;margin-right:14px}.wrap{display:grid;grid-template-columns:1fr 220px;gap:24px;max-width:960px;margin:0 auto;padding:16px}
h1{font-size:30px;line-height:1.2}aside{font:14px/1.4 sans-serif;background:#f2f2ee;padding:12px}
.sea{height:90px;background:linear-gradient(#9cc3d5,#47799a)}figure{margin:0 0 12px}figcaption{font-size:13px;color:#555}
.ad{border:1px solid #caa;padding:10px;margin:12px 0;background:#fff6f0;font-family:sans-serif}
@media(max-width:600px){.wrap{display:block}}</style></head><body>
<header><b>Courier</b> <nav><a href=/>Home</a><a href=/region>Region</a><a href=/sport>Sport</a><a href=/weather>Weather</a></nav></header>
<div class=wrap><main><article><p class=kicker>Region</p><h1>Ferry returns to the harbour after eleven years</h1>
<p class=byline>By <a href=/ada>Ada Winter</a>, <time>4 May 2021</time></p>
<figure><div class=sea></div><figcaption>The new ferry on its first crossing. Photo: Tom Lake</figcaption></figure>
<p>The first ferry in eleven years left the old harbour on Tuesday morning with two hundred passengers on board, a brass band and the mayor, who had promised the crossing in three elections.</p>
<p>The boat takes forty minutes to the island and runs six times a day until October. Tickets cost four crowns, children travel free of charge, and bicycles are welcome on the lower deck.</p>
<div class=ad>Advertisement: Warm boots for wet days. Order today.</div>
<h2>A long wait</h2>
<p>The line had been closed when the pier was found to be unsafe. Repairs were put off again and again, until the islanders collected the money for the first of the new piles themselves.</p>
<p>“We never stopped believing in it,” said Mara Holm, who runs the only bakery on the island and had baked three hundred rolls for the day.</p>
<ul><li>First boat at 6.30, last boat at 21.00</li><li>Six crossings on weekdays, eight on Sundays</li></ul></article>
<section class=comments><h3>Comments (2)</h3><div class=comment><b>Olaf</b><p>About time! See you all on the pier on Sunday.</p></div>
<div class=comment><b>Ines</b><p>Will there be a night boat in the summer?</p></div></section></main>
<aside><h3>Most read</h3><ul><li><a href=/1>Ten soups for winter</a></li><li><a href=/2>The bridge that moved</a></li><li><a href=/3>Snow expected on Friday</a></li></ul>
<h3>Newsletter</h3><p>Get the news every morning.</p></aside></div>
<footer><a href=/contact>Contact</a><a href=/privacy>Privacy</a> © Courier Press</footer></body></html>`;

/** The same page with another subject. */
export const OTHER_PAGE = NEWS_PAGE.replaceAll(
  /Ferry returns to the harbour( after eleven years)?/g,
  'Library opens on Sundays',
);

/** A page whose every part tries to run a script, send something or leave the frame. */
export const HOSTILE_PAGE = `<!doctype html><html><head><title>Trap</title><base href="/steal/base/"><meta http-equiv=refresh content="0;url=/steal/refresh">
<script>top.pwned=document.cookie;fetch('/steal/script?'+document.cookie)</script><link rel=stylesheet href="/steal/style.css">
<style>@import "/steal/import.css";body{background:url(/steal/background.png)}</style></head>
<body onload="top.pwned=1"><h1 onclick="top.pwned=2" onmouseover="top.pwned=3">Trap</h1>
<p>Words to label on a page that means harm. <a href="javascript:top.pwned=4" target=_top>press me</a></p>
<img src=/steal/picture.png onerror="top.pwned=5"><svg onload="top.pwned=6"><script>top.pwned=7</script><text>drawn</text></svg>
<iframe src=/steal/frame srcdoc="<script>top.pwned=8</script>"></iframe><object data=/steal/object></object>
<form action=/steal/form><input name=x autofocus onfocus="top.pwned=9"><button>send</button></form>
<math><mtext><style><img src=x onerror="top.pwned=10"></style></mtext></math><noscript><p title="</noscript><img src=x onerror=top.pwned=11>"></noscript>
<pith-text data-pith-node=1 onclick="top.pwned=12">forged</pith-text></body></html>`;

/** Adds a corpus with these pages; returns their ids. */
export async function addCorpus(
  { server }: Pick<OpenedApp, 'server'>,
  corpus: { readonly name: string; readonly title?: string; readonly task?: string },
  pages: readonly string[],
): Promise<string[]> {
  await answered(server.post('/v1/corpora', corpus));
  const ids: string[] = [];
  for (const body of pages) {
    const headers = { 'content-type': 'text/html' };
    const path = `/v1/corpora/${corpus.name}/pages?url=https://courier.example/${ids.length + 1}`;
    ids.push(((await answered(server.get(path, { method: 'POST', headers, body }))) as { id: string }).id);
  }
  return ids;
}

/** The labels stored on the server, as `node label scope` lines in order. */
export async function storedLabels(address: string, page: string, annotator: string): Promise<string[]> {
  const { labels } = (await answered(
    fetch(`${address}/v1/pages/${page}/labels?annotator=${annotator}`),
  )) as PageLabels;
  return labels.map(({ node, label, scope, start, end }) =>
    [node, label, scope, start, end].join(' ').trim(),
  );
}

/** Opens a page of a corpus in the annotator as the given user, ready for the first key. */
export async function openLabelling(
  app: OpenedApp,
  corpus: string,
  page: string,
  annotator = 'local',
): Promise<AppPage> {
  const opened = await app.open('');
  await opened.page.evaluate(name => localStorage.setItem('pith-annotator', name), annotator);
  await goToPage(opened.page, app.server.address, corpus, page);
  return opened;
}

/** Reloads a page of a corpus, and waits until it can be labelled. */
export async function goToPage(page: Page, address: string, corpus: string, id: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${address}/#/annotate/${corpus}/${id}`);
  await labellingReady(page);
}

/** Waits until the page can be labelled. */
export async function labellingReady(page: Page): Promise<void> {
  await page.frameLocator('iframe').locator('[data-pith-mark-selected]').waitFor();
}

/** Presses keys without pauses, then waits until their effect is drawn. Returns the number of keys. */
export async function press(page: Page, ...keys: string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
  return keys.length;
}

/**
 * Waits until Preact has rendered and run its effects, twice. Like Preact, it waits for an animation frame or, where the
 * browser draws none, for a timer.
 */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) {
      await new Promise<void>(resolve => {
        requestAnimationFrame(() => setTimeout(resolve));
        setTimeout(resolve, 200);
      });
    }
  });
}

/** Waits until all changes are saved. */
export async function saved(page: Page): Promise<void> {
  await page.locator('.save-badge.saved').first().waitFor();
}

/** The id of the selected node in the frame. */
export async function selectedNode(page: Page): Promise<number> {
  const selected = page.frameLocator('iframe').locator('[data-pith-mark-selected]');
  return Number(await selected.getAttribute('data-pith-node'));
}

/** The id of the node in the frame that contains a text directly. */
export async function nodeWith(page: Page, text: string): Promise<number> {
  const leaf = page.frameLocator('iframe').locator('pith-text', { hasText: text }).first();
  return Number(await leaf.getAttribute('data-pith-node'));
}

/** The marked nodes in the frame, as node and mark. */
export function shownMarks(page: Page, layer: 'tint' | 'suggested'): Promise<string[]> {
  return page
    .frameLocator('iframe')
    .locator(`[data-pith-mark-${layer}]`)
    .evaluateAll(
      (elements, name) =>
        elements.map(
          each => `${each.getAttribute('data-pith-node')} ${each.getAttribute(`data-pith-mark-${name}`)}`,
        ),
      layer,
    );
}

async function answered(request: Promise<Response>): Promise<unknown> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

/** Labels a page as two annotators who differ on some of it. */
export async function disagree({ server }: OpenedApp, page: string): Promise<void> {
  const answer = await server.get(`/v1/pages/${page}/suggestions?method=default`);
  if (!answer.ok) throw new Error(await answer.text());
  const { labels } = (await answer.json()) as { labels: { node: number; label: string }[] };
  const other: Readonly<Record<string, string>> = { noise: 'main content', 'main content': 'noise' };
  for (const [name, differs] of [
    ['ada', () => false],
    ['mara', (i: number) => i % 6 === 4],
  ] as const) {
    const operations = labels.map(({ node, label }, i) => ({
      id: crypto.randomUUID(),
      node,
      label: differs(i) ? other[label] : label,
    }));
    const headers = { 'x-pith-annotator': name };
    await server.post(`/v1/pages/${page}/labels`, { operations, done: true }, { headers });
  }
}

/** Finishes the first pages of a corpus with the suggested labels. */
export async function acceptSuggestions({ server }: OpenedApp, corpus: string, count: number): Promise<void> {
  const path = `/v1/corpora/${corpus}/pages?limit=${count}`;
  const { items } = (await answered(server.get(path))) as { items: { id: string }[] };
  for (const { id } of items) {
    const suggested = (await answered(server.get(`/v1/pages/${id}/suggestions`))) as {
      labels: { node: number; label: string }[];
    };
    const operations = suggested.labels.map(({ node, label }) => ({ id: crypto.randomUUID(), node, label }));
    await answered(server.post(`/v1/pages/${id}/labels`, { operations, done: true }));
  }
}
