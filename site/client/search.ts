import './copy.js';
import MiniSearch from 'minisearch';
import { SEARCH } from '../src/search-fields.js';

/** Search while typing; the index is loaded when the field first gets the focus. */
const root = document.documentElement.dataset.root ?? './';
const input = document.querySelector<HTMLInputElement>('#query')!;
const list = document.querySelector<HTMLUListElement>('#found')!;
const MOST = 12;

let index: Promise<MiniSearch> | undefined;

declare global {
  /** The index, set by search-index.js. A script, because pages opened from disk cannot fetch files. */
  var pithSearchIndex: string | undefined;
}

function loaded(): Promise<MiniSearch> {
  index ??= new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: `${root}search-index.js` });
    script.onload = () => resolve(MiniSearch.loadJSON(globalThis.pithSearchIndex!, SEARCH));
    script.onerror = () => reject(new Error('cannot load search-index.js; build the site again'));
    document.head.append(script);
  });
  return index;
}

async function show(): Promise<void> {
  const query = input.value.trim();
  const found = query === '' ? [] : (await loaded()).search(query).slice(0, MOST);
  if (query !== input.value.trim()) return; // the query has changed meanwhile
  list.replaceChildren(...found.map(({ page, heading, address }) => entry(page, heading, address)));
  if (query !== '' && found.length === 0)
    list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
  list.hidden = query === '';
}

function entry(page: string, heading: string, address: string): HTMLLIElement {
  const link = Object.assign(document.createElement('a'), { href: root + address });
  link.append(Object.assign(document.createElement('b'), { textContent: heading || page }));
  if (heading && heading !== page) link.append(` · ${page}`);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

input.addEventListener('input', () => void show());
document.addEventListener('keydown', event => {
  const typing = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !typing) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape') list.hidden = true;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...list.querySelectorAll('a')];
  if (list.hidden || links.length === 0) return;
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
  (links[next] ?? input).focus();
});

// On small screens the menu is collapsed above the text.
if (matchMedia('(width < 48rem)').matches) document.querySelector('nav details')?.removeAttribute('open');
