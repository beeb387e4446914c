// The same from a program that still says `require`: Node takes ES modules so from 20.19 on.
const assert = require('node:assert/strict');
const { extract } = require('webpith');
const { parse } = require('webpith/readability');
const { decodeBytes } = require('webpith/stages');
const { C45 } = require('@webpith/learn');
const { fetchPage } = require('@webpith/fetch');
const { openStore } = require('@webpith/store');
const { peers } = require('@webpith/lab');
const { baselines, methods } = require('@webpith/papers');
const { findChromium } = require('@webpith/render');
const { ARTICLE_COLUMNS } = require('@webpith/fleet');
const { main } = require('@webpith/cli');
require('@webpith/server');

const html =
  '<title>Two boats</title><article><h1>Two boats</h1><p>One was blue, and the other had been blue.</p></article>';
assert.equal(extract(html).title, 'Two boats');
assert.ok('textContent' in parse(html));
for (const part of [decodeBytes, C45, fetchPage, openStore, findChromium, main])
  assert.equal(typeof part, 'function');
assert.ok('readability' in peers && 'swarm' in methods);
assert.ok(Object.keys(baselines).length > 10 && ARTICLE_COLUMNS.length > 5);
console.log('used');
