// The same from a program that still says `require`: Node takes ES modules so from 20.19 on.
const assert = require('node:assert/strict');
const { extract } = require('pith');
const { parse } = require('pith/readability');
const { decodeBytes } = require('pith/internals');
const { C45 } = require('@pith/learn');
const { fetchPage } = require('@pith/fetch');
const { openStore } = require('@pith/store');
const { baselines } = require('@pith/lab');
const { findChromium } = require('@pith/render');
const { ARTICLE_COLUMNS } = require('@pith/fleet');
const { main } = require('@pith/cli');
require('@pith/server');

const html =
  '<title>Two boats</title><article><h1>Two boats</h1><p>One was blue, and the other had been blue.</p></article>';
assert.equal(extract(html).title, 'Two boats');
assert.ok('textContent' in parse(html));
for (const part of [decodeBytes, C45, fetchPage, openStore, findChromium, main])
  assert.equal(typeof part, 'function');
assert.ok(Object.keys(baselines).length > 10 && ARTICLE_COLUMNS.length > 5);
console.log('used');
