// A program that has installed the packages: every entry is imported and does something.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { main } from '@webpith/cli';
import { fetchPage } from '@webpith/fetch';
import { ARTICLE_COLUMNS, runPipe } from '@webpith/fleet';
import { peers } from '@webpith/lab';
import { C45 } from '@webpith/learn';
import * as workers from '@webpith/learn/workers';
import { baselines, methods } from '@webpith/papers';
import { findChromium } from '@webpith/render';
import * as server from '@webpith/server';
import * as api from '@webpith/server/api';
import { openStore } from '@webpith/store';
import { chunks, extract, render } from 'webpith';
import { parse } from 'webpith/readability';
import { decodeBytes } from 'webpith/stages';

const sentence = 'Both boats were for sale, and the man who sold them could not see colours.';
const html = `<html lang=en><title>Two boats</title><body><nav><a href=/>Home</a></nav><article><h1>Two boats</h1>
<p>One was blue. ${sentence}</p><p>The other had been blue. ${sentence}</p></article>`;

const article = extract(html);
assert.equal(article.title, 'Two boats');
assert.match(render(article, 'markdown'), /could not see colours/);
assert.ok(chunks(article, { size: 20 }).length > 2);
assert.equal(decodeBytes(new TextEncoder().encode(html)).text, html);
assert.match(parse(html).textContent, /see colours/);

const tree = new C45();
assert.equal(typeof tree.fit, 'function');
assert.ok(Object.keys(workers).length > 0);
assert.ok('readability' in peers && Object.keys(baselines).length > 10);
// Its model is a file of the package.
const swarm = await (await methods.swarm()).load();
const long = new TextEncoder().encode(html.replace('</article>', `<p>${sentence} ${sentence}</p>`.repeat(8)));
assert.match((await swarm.extract({ id: 'page', html: long })).text, /colours/);

const web = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
await new Promise(resolve => web.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${web.address().port}/`;
await assert.rejects(fetchPage(address), /allow/);
assert.equal(new TextDecoder().decode((await fetchPage(address, { allowPrivate: true })).bytes), html);
web.close();

const store = await openStore(':memory:');
assert.equal(typeof store.dialect, 'string');
await store.close();

assert.ok(ARTICLE_COLUMNS.includes('text'));
assert.equal(typeof runPipe, 'function');
assert.doesNotThrow(findChromium);
// Processes without files must find all code that they load where it was installed.
const running = await server.startServer({ port: 0, store: ':memory:', threads: 1 });
for (const method of ['default', 'swarm', 'crunch']) {
  const answer = await fetch(`${running.address}/v1/extract?format=text&method=${method}`, {
    method: 'POST',
    headers: { 'content-type': 'text/html' },
    body: long,
  });
  assert.match(await answer.text(), /colours/, method);
}
await running.close();
assert.ok(api);
assert.equal(typeof main, 'function');
console.log('used');
