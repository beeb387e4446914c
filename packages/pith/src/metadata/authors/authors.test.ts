import { describe, expect, it } from 'vitest';
import { extract } from '../../extract.js';

describe('authors that are none', () => {
  const authorsOf = (title: string, part: string) =>
    extract(
      `<title>${title}</title><main><h1>${title}</h1>${part}<p>Every evening the harbour master walks along the quay with a lamp and a small book, and writes down which boats are in.</p><p>${title}</p></main>`,
    ).authors;

  it('are the person that the page is about', () => {
    expect(authorsOf('Jane Austen', '<p>Jane Austen</p>')).toEqual([]);
    expect(authorsOf('Jane Austen', '<p>By Ann Miller</p>')).toEqual(['Ann Miller']);
  });

  it.each(['Last edited on Monday', 'Edited: Jan 3', 'Zuletzt aktualisiert am Montag', 'Updated Tuesday'])(
    'are dates of edits: %s',
    line => {
      expect(authorsOf('The harbour', `<div class="author">${line}</div>`)).toEqual([]);
    },
  );
});
