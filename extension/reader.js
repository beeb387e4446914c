// The reader: extracts the page of another tab with the full library and the default model of the server.
import { extract, loadModel } from 'webpith';
import { articleView, element } from './article.js';
import { markList } from './marks.js';
import { memoryWith } from './memories.js';
import { modelOfServer, sendReport } from './server.js';

const main = document.querySelector('main');
const status = document.querySelector('output');
const [showText, showMarks, close] = document.querySelectorAll('nav button');

const closeTab = async () => await chrome.tabs.remove((await chrome.tabs.getCurrent()).id);
close.addEventListener('click', closeTab);
document.addEventListener('keydown', event => event.key === 'Escape' && closeTab());

try {
  const [page, model] = await Promise.all([pageOf(tabInAddress()), loadedModel()]);
  show(page, model, await memoryWith(page).catch(() => undefined));
} catch (error) {
  main.replaceChildren(element('p', error.message, 'note'));
}

function tabInAddress() {
  return Number(new URLSearchParams(location.search).get('tab'));
}

/** The HTML of a tab and its URL. Serialised, because the server parses the same HTML for the same node ids. */
async function pageOf(tabId) {
  const func = () => ({ html: `<!doctype html>${document.documentElement.outerHTML}`, url: location.href });
  const [{ result }] = await chrome.scripting.executeScript({ target: { tabId }, func }).catch(() => {
    throw new Error('This page cannot be read. Go back to it and press the button of the extension again.');
  });
  return result;
}

async function loadedModel() {
  try {
    const file = await modelOfServer();
    return file && loadModel(file);
  } catch {
    return undefined; // this version cannot read it
  }
}

function show({ html, url }, model, site) {
  const options = { url, ...(model && { model }) };
  const article = extract(html, { ...options, ...(site && { site }) });
  document.title = article.title ?? url;
  document.documentElement.lang = article.language ?? '';
  const text = () => {
    const view = articleView(article, model ? [`Extracted with your model ${model.name}.`] : []);
    // Other links open a tab.
    for (const link of view.querySelectorAll('a[href^="#"]')) link.target = '_self';
    return view;
  };
  const report = async marks => {
    status.value = 'Sending…';
    status.value = await sendReport({ html, url, ...marks }).then(
      () => 'Sent. Thank you.',
      error => error.message,
    );
  };
  const turnTo = (button, view) => {
    for (const other of [showText, showMarks]) other.setAttribute('aria-pressed', String(other === button));
    main.replaceChildren(view);
    scrollTo(0, 0);
  };
  showText.addEventListener('click', () => turnTo(showText, text()));
  // The server extracts the reported page without other pages of its site.
  showMarks.addEventListener('click', () =>
    turnTo(showMarks, markList(extract(html, options).explain(), report)),
  );
  showMarks.disabled = false;
  turnTo(showText, text());
  main.focus();
}
