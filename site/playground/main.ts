import type { ExtractOptions } from 'webpith';
import type { Answer, Example, Found, Question } from './messages.js';
import { fromFragment, type Shared, toFragment } from './share.js';
import { articleView, blocksView, element, factsView, textView } from './views.js';

declare global {
  /** Set by scripts, because a page opened from disk cannot fetch files. */
  var pithWorker: string;
  var pithExamples: readonly Example[];
}

const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const source = find<HTMLTextAreaElement>('source');
const address = find<HTMLInputElement>('address');
const examples = find<HTMLSelectElement>('examples');
const result = find<HTMLElement>('result');
const facts = find<HTMLElement>('facts');
const status = find<HTMLElement>('status');
const lean = find<HTMLInputElement>('lean');
const style = find<HTMLSelectElement>('style');
const tabs = [...document.querySelectorAll<HTMLButtonElement>('[role=tab]')];

const VIEWS: Readonly<Record<string, (found: Found) => Node>> = {
  article: articleView,
  blocks: blocksView,
  markdown: ({ markdown }) => textView(markdown),
  text: ({ text }) => textView(text),
  json: ({ article }) => textView(JSON.stringify(article, null, 2)),
};
const TEXTS: Readonly<Record<string, (found: Found) => string>> = {
  article: ({ html }) => html,
  blocks: ({ decisions }) => JSON.stringify(decisions, null, 2),
  markdown: ({ markdown }) => markdown,
  text: ({ text }) => text,
  json: ({ article }) => JSON.stringify(article, null, 2),
};

let view = 'article';
let found: Found | undefined;

/** Milliseconds after which a page is given up. */
const TIME_LIMIT = 20_000;

/** Runs one extraction at a time; a new one replaces the one that is running. */
class Extraction {
  #worker: Worker | undefined;
  #timer: number | undefined;
  #id = 0;
  #busy = false;

  run(question: Omit<Question, 'id'>, done: (answer: Omit<Answer, 'id'>) => void): void {
    if (this.#busy) this.#stop();
    this.#busy = true;
    const id = ++this.#id;
    this.#worker ??= new Worker(URL.createObjectURL(new Blob([pithWorker], { type: 'text/javascript' })));
    const end = (answer: Omit<Answer, 'id'>) => {
      clearTimeout(this.#timer);
      this.#busy = false;
      done(answer);
    };
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => data.id === id && end(data);
    this.#worker.onerror = ({ message }) => {
      this.#stop();
      end({ error: `the extraction failed: ${message}` });
    };
    this.#timer = window.setTimeout(() => {
      this.#stop();
      end({ error: `the page took longer than ${TIME_LIMIT / 1000} s` });
    }, TIME_LIMIT);
    this.#worker.postMessage({ id, ...question } satisfies Question);
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    clearTimeout(this.#timer);
    this.#busy = false;
  }
}

const extraction = new Extraction();

/** The parts of `include` that have a checkbox. */
const parts = [...document.querySelectorAll<HTMLInputElement>('input[data-part]')];

function options(): ExtractOptions {
  const url = address.value.trim();
  const include = Object.fromEntries(
    parts.filter(({ checked }) => checked).map(({ dataset }) => [dataset.part!, true]),
  );
  return {
    ...(url === '' ? {} : { url }),
    ...(lean.value === '0' ? {} : { lean: Number(lean.value) }),
    ...(Object.keys(include).length > 0 ? { include } : {}),
    ...(style.value === 'llm' ? { markdown: { preset: 'llm' } as const } : {}),
  };
}

function extractNow(): void {
  const html = source.value;
  if (html.trim() === '') {
    show(undefined, 'Paste the HTML of a page, open a file, or choose an example.');
    return;
  }
  status.textContent = 'Extracting …';
  extraction.run({ html, options: options() }, answer => show(answer.found, answer.error));
}

function show(next: Found | undefined, message = ''): void {
  found = next;
  status.textContent = message;
  facts.replaceChildren(...(found === undefined ? [] : [factsView(found)]));
  showView();
}

function showView(): void {
  for (const tab of tabs) {
    const isShown = tab.dataset.view === view;
    tab.setAttribute('aria-selected', String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    if (isShown) result.setAttribute('aria-labelledby', tab.id);
  }
  result.replaceChildren(...(found === undefined ? [] : [VIEWS[view]!(found)]));
  find('copy').hidden = found === undefined;
}

function choose(example: Example): void {
  source.value = example.html;
  address.value = example.url;
  extractNow();
}

function apply({ html, url, options }: Shared): void {
  source.value = html;
  address.value = url;
  const { lean: given, include, markdown } = options as ExtractOptions;
  lean.value = String(given ?? 0);
  for (const part of parts)
    part.checked = (include as Readonly<Record<string, unknown>> | undefined)?.[part.dataset.part!] === true;
  style.value = markdown?.preset === 'llm' ? 'llm' : 'standard';
  extractNow();
}

/** Longer addresses are cut by some programs. */
const LONG_LINK = 30_000;

async function share(): Promise<void> {
  const { url: _url, ...rest } = options();
  const example = pithExamples.find(({ html }) => html === source.value);
  const isPlain = example !== undefined && Object.keys(rest).length === 0 && address.value === example.url;
  const fragment = isPlain
    ? `example=${example.name}`
    : await toFragment({ html: source.value, url: address.value.trim(), options: rest });
  history.replaceState(null, '', `#${fragment}`);
  const link = location.href;
  const isCopied = await copy(link);
  const size =
    link.length > LONG_LINK
      ? ` It is ${Math.round(link.length / 1000)} kB long; some programs cut long links.`
      : '';
  status.textContent = `${isCopied ? 'The link is copied.' : 'The link is in the address bar.'} It contains the whole page; nothing was sent.${size}`;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

async function open(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  examples.value = '';
  address.value = '';
  source.value = await file.text();
  extractNow();
}

async function begin(): Promise<void> {
  if (examples.options.length === 1)
    for (const { name, title } of pithExamples)
      examples.append(element('option', { value: name, textContent: title }));
  const named = /^#example=([\w-]+)$/.exec(location.hash)?.[1];
  const first = pithExamples.find(({ name }) => name === named) ?? pithExamples[0]!;
  try {
    const shared = await fromFragment(location.hash);
    if (shared !== undefined) {
      examples.value = '';
      return apply(shared);
    }
  } catch (error) {
    return show(undefined, `This link cannot be opened: ${(error as Error).message}`);
  }
  examples.value = first.name;
  choose(first);
}

let pending: number | undefined;
source.addEventListener('input', () => {
  examples.value = '';
  clearTimeout(pending);
  pending = window.setTimeout(extractNow, 300);
});
for (const input of [address, lean, style, ...parts]) input.addEventListener('change', extractNow);
examples.addEventListener('change', () => {
  const example = pithExamples.find(({ name }) => name === examples.value);
  if (example !== undefined) choose(example);
});
find<HTMLInputElement>('file').addEventListener('change', ({ target }) => {
  void open((target as HTMLInputElement).files?.[0]);
});
source.addEventListener('drop', event => {
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  event.preventDefault();
  void open(file);
});
for (const [i, tab] of tabs.entries()) {
  tab.addEventListener('click', () => {
    view = tab.dataset.view!;
    showView();
  });
  tab.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(i + step + tabs.length) % tabs.length]!;
    next.focus();
    next.click();
  });
}
find('share').addEventListener('click', () => void share());
find('copy').addEventListener('click', async () => {
  if (found === undefined) return;
  const isCopied = await copy(TEXTS[view]!(found));
  status.textContent = isCopied ? 'Copied.' : 'The browser does not allow copying here.';
});
window.addEventListener('hashchange', () => void begin());
if ('serviceWorker' in navigator && location.protocol.startsWith('http'))
  navigator.serviceWorker.register('offline.js').catch(() => {});
void begin();
