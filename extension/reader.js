// Runs in the page that is read: shows what a person would read there, over the page. Nothing leaves the machine unless sent.
import { markList } from './marks.js';
import styles from './page.css';

const NAME = 'webpith-reader';

/** Shows what `extract` finds, by the model that `modelOf` gives, or takes it away again. */
export function toggle(extract, modelOf = async () => undefined) {
  const open = document.querySelector(NAME);
  if (open === null) read(extract, modelOf);
  else open.remove();
}

async function read(extract, modelOf) {
  // As HTML and not as the live document: then the nodes are those that a server finds in the same HTML.
  const html = `<!doctype html>${document.documentElement.outerHTML}`;
  const model = await modelOf();
  const article = extract(html, { url: location.href, ...(model && { model }) });
  const host = document.createElement(NAME);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const main = element('main');
  const show = view => main.replaceChildren(...view);
  const text = () => show(articleView(article, model));
  const status = element('output');
  const bar = element('nav');
  bar.append(
    button('Text', text),
    button('Mark what is wrong', () => show([markList(article.explain(), report(html, status))])),
    status,
    button('Close', () => host.remove()),
  );
  root.append(bar, main);
  root.addEventListener('keydown', event => event.key === 'Escape' && host.remove());
  text();
  document.documentElement.append(host);
  main.tabIndex = -1;
  main.focus();
}

function articleView({ title, authors, published, language, direction, html, notContent }, model) {
  const body = element('article');
  body.lang = language ?? '';
  body.dir = direction;
  // Written by the library from a fixed list of elements and attributes: nothing of the page's markup is in it.
  body.innerHTML = html;
  const byline = [authors.join(', '), published].filter(Boolean).join(' · ');
  if (byline !== '') body.prepend(element('p', byline, 'byline'));
  if (title !== undefined && body.querySelector('h1') === null) body.prepend(element('h1', title));
  if (model !== undefined) body.prepend(element('p', `Answered by your model ${model.name}`, 'badge'));
  if (notContent !== undefined)
    body.prepend(element('p', `This page seems to be none to read: ${notContent}.`));
  return [body];
}

/** Sends marks to the server that the options name; undefined where nobody can: in a bookmarklet. */
function report(html, status) {
  const { runtime } = globalThis.chrome ?? {};
  if (runtime?.id === undefined) return undefined;
  return async ({ missing, extra }) => {
    status.value = 'Sending …';
    const answer = await runtime.sendMessage({ kind: 'report', html, url: location.href, missing, extra });
    status.value = answer?.error ?? 'Sent. Thank you.';
  };
}

function button(label, action) {
  const made = element('button', label);
  made.type = 'button';
  made.addEventListener('click', action);
  return made;
}

function element(name, text = '', className = '') {
  const made = Object.assign(document.createElement(name), { className });
  made.textContent = text;
  return made;
}
