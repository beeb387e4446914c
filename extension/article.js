/** The article as an element: title, byline with dates in words, and the sanitised HTML of the library. */
export function articleView(
  { title, authors, published, modified, language, direction, html, notContent },
  notes = [],
) {
  const body = element('article', '', 'prose');
  body.lang = language ?? '';
  body.dir = direction;
  // Safe: the library writes only allowed elements and attributes, none of the page's own markup.
  body.innerHTML = html;
  const dates = [published, modified === published ? undefined : modified].map(dateInWords);
  const byline = [authors.join(', '), dates[0], dates[1] && `updated ${dates[1]}`]
    .filter(Boolean)
    .join(' · ');
  if (byline !== '') body.prepend(element('p', byline, 'byline'));
  if (title !== undefined && body.querySelector('h1') === null) body.prepend(element('h1', title));
  if (notContent !== undefined) notes.push(`This page seems to have no content: ${notContent}.`);
  for (const note of notes.toReversed()) body.prepend(element('p', note, 'note'));
  return body;
}

/** A date such as "March 1, 2024", in the language of the browser; other text as it is. */
function dateInWords(text) {
  const date = new Date(text ?? '');
  if (Number.isNaN(date.valueOf())) return text;
  // A date without a time is the same in every time zone.
  const zone = /T/.test(text) ? {} : { timeZone: 'UTC' };
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', ...zone }).format(date);
}

export function element(name, text = '', className = '') {
  const made = Object.assign(document.createElement(name), { className });
  made.textContent = text;
  return made;
}
