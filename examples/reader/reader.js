// The reader's script: takes a file of HTML that a person chose or dropped, and shows what there is to read in it.
import { extract } from 'webpith';

const article = document.querySelector('article');
const status = document.querySelector('output');
const choose = document.querySelector('input[type=file]');

choose.addEventListener('change', () => read(choose.files[0]));
addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', event => {
  event.preventDefault();
  read(event.dataTransfer.files[0]);
});

async function read(file) {
  if (file === undefined) {
    status.value = 'That was no file. Save a page in your browser, and drop the saved file here.';
    return;
  }
  try {
    // Images are left out: to load them would tell their sites that somebody reads here.
    const page = extract(new Uint8Array(await file.arrayBuffer()), { include: { images: false } });
    show(page, file.name);
  } catch (error) {
    status.value = `${file.name} cannot be read: ${error.message}`;
  }
}

function show(page, name) {
  const { title = name, authors, published, language, direction, html, notContent } = page;
  document.title = title;
  article.lang = language ?? '';
  article.dir = direction;
  // The HTML is written from a list of harmless elements, and the page's policy lets no other script run.
  article.innerHTML = html;
  const first = article.querySelector('h1');
  if (first === null) article.prepend(element('h1', title));
  const byline = [authors.join(', '), published].filter(Boolean).join(' · ');
  if (byline !== '') article.querySelector('h1').after(element('p', byline, 'byline'));
  status.value =
    notContent === undefined ? `${name} is shown.` : `${name} seems to be no page to read: ${notContent}.`;
  article.focus();
}

function element(name, text, className = '') {
  const made = Object.assign(document.createElement(name), { className });
  made.textContent = text;
  return made;
}
