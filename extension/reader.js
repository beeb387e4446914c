// Shows the extracted article over the page. Nothing leaves the machine unless marks are sent.
import { markList } from './marks.js';
import styles from './page.css';

const NAME = 'webpith-reader';

/** Shows or hides the article extracted with the model from `modelOf`. */
export function toggle(extract, modelOf = async () => undefined) {
  const open = document.querySelector(NAME);
  if (open === null) read(extract, modelOf);
  else open.remove();
}

async function read(extract, modelOf) {
  // Extracts from HTML rather than the live document, because the server parses the same HTML for the same node ids.
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
  // Safe: the library writes only allowed elements and attributes, none of the page's own markup.
  body.innerHTML = html;
  const byline = [authors.join(', '), published].filter(Boolean).join(' · ');
  if (byline !== '') body.prepend(element('p', byline, 'byline'));
  if (title !== undefined && body.querySelector('h1') === null) body.prepend(element('h1', title));
  if (model !== undefined) body.prepend(element('p', `Extracted with your model ${model.name}`, 'badge'));
  if (notContent !== undefined)
    body.prepend(element('p', `This page seems to have no content: ${notContent}.`));
  return [body];
}

/** Returns a function that sends marks to the configured server; undefined in a bookmarklet, which cannot send them. */
function report(html, status) {
  const { runtime } = globalThis.chrome ?? {};
  if (runtime?.id === undefined) return undefined;
  return async ({ missing, extra }) => {
    status.value = 'Sending…';
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
