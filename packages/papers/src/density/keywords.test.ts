import { describe, expect, it } from 'vitest';
import { COMMENT_KEYWORDS, KEYWORD_LANGUAGES, keywordTest } from './keywords.js';

describe('comment keywords', () => {
  it('are the paper’s for English', () => {
    expect(COMMENT_KEYWORDS.en).toEqual(['comment', 'reply', 'response', 'user', 'wrote:', 'said:']);
  });

  it('are found anywhere in a text or a name, case-insensitively', () => {
    const test = keywordTest(['en']);
    expect(['div-Comment-12', 'Anna wrote: no', 'REPLY'].map(test)).toEqual([true, true, true]);
    expect(['wrote a book', 'Kommentar', ''].map(test)).toEqual([false, false, false]);
  });

  it('are translated, each language only if configured', () => {
    const samples: Readonly<Record<string, string>> = {
      de: 'Drei Antworten',
      fr: 'Répondre',
      es: 'Dos comentarios',
      it: 'Rispondi',
      pl: 'Odpowiedz',
      el: 'ΣΧΌΛΙΑ',
      ru: 'Комментарии',
      zh: '网友评论',
      ja: 'コメント',
      nl: 'reacties en Reactie',
      pt: 'Comentários',
      cs: 'Odpověď',
    };
    for (const [language, text] of Object.entries(samples)) {
      expect(keywordTest([language as 'de'])(text), language).toBe(true);
      expect(keywordTest(KEYWORD_LANGUAGES)(text), language).toBe(true);
      expect(keywordTest(['en'])(text), language).toBe(false);
    }
  });

  it('match nothing without a language', () => {
    expect(keywordTest([])('comment')).toBe(false);
  });
});
