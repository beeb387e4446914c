import { describe, expect, it } from 'vitest';
import { extract } from '../../extract.js';

describe('names that are not authors', () => {
  const authorsOf = (title: string, part: string) =>
    extract(
      `<title>${title}</title><main><h1>${title}</h1>${part}<p>Every evening the harbour master walks along the quay with a lamp and a small book, and writes down which boats are in.</p><p>${title}</p></main>`,
    ).authors;

  it('are those of people that the page is about', () => {
    expect(authorsOf('Jane Austen', '<p>Jane Austen</p>')).toEqual([]);
    expect(authorsOf('Jane Austen', '<p>By Ann Miller</p>')).toEqual(['Ann Miller']);
  });

  it('are not the title after a label that is hidden or empty', () => {
    const hidden = (label: string) =>
      extract(
        `<title>The white mug</title><main><p><span class="visually-hidden">${label}</span></p><h1>The white mug</h1>
        <p>Every evening the harbour master walks along the quay with a lamp and a small book, and writes down which boats are in.</p></main>`,
      ).authors;
    expect(hidden('Skip to the text')).toEqual([]);
    expect(hidden('Image 4 of 5')).toEqual([]);
  });

  it('are named without the date of an edit after them', () => {
    for (const line of ['By Ann Miller Last update: Monday', 'By Ann Miller, last edited 3 May 2020'])
      expect(authorsOf('The harbour', `<p class="byline">${line}</p>`)).toEqual(['Ann Miller']);
  });

  it.each(['Last edited on Monday', 'Edited: Jan 3', 'Zuletzt aktualisiert am Montag', 'Updated Tuesday'])(
    'are dates of edits: %s',
    line => {
      expect(authorsOf('The harbour', `<div class="author">${line}</div>`)).toEqual([]);
    },
  );
});
