// Script of the bookmarklet. A bookmark contains the whole script, so it uses the small library. It shows the article
// over the page and sends nothing: scripts of the page could reach it.
import { extract } from 'webpith/small';
import { articleView, element } from './article.js';
import styles from './bookmarklet.css';

const NAME = 'webpith-reader';

function show() {
  const html = `<!doctype html>${document.documentElement.outerHTML}`;
  const host = document.createElement(NAME);
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const main = element('main');
  main.tabIndex = -1;
  main.append(articleView(extract(html, { url: location.href })));
  const close = element('button', 'Close');
  close.addEventListener('click', () => host.remove());
  root.append(close, main);
  root.addEventListener('keydown', event => event.key === 'Escape' && host.remove());
  document.documentElement.append(host);
  main.focus();
}

const open = document.querySelector(NAME);
if (open === null) show();
else open.remove();
