import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';

const FILES = new URL('./harbour/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/** Serves a page with much boilerplate around its article, written for the project. */
export const harbourSite: RequestListener = (request, response) => {
  const name = request.url === '/' ? 'page.html' : (request.url ?? '').slice(1);
  const type = TYPES[name.split('.').at(-1) ?? ''];
  if (type === undefined || !/^[a-z]+\.[a-z]+$/.test(name)) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': type }).end(readFileSync(new URL(name, FILES)));
};
