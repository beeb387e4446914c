import { describe, expect, it } from 'vitest';
import { countStopWords, LANGUAGES } from './stop-words.js';

const languageOf = (text: string) => countStopWords(text.split(' ')).language;

describe('countStopWords', () => {
  it('has the lists of at least 14 languages', () => {
    expect(LANGUAGES.length).toBeGreaterThanOrEqual(14);
    expect(new Set(LANGUAGES).size).toBe(LANGUAGES.length);
  });

  it.each([
    ['en', 'the boat that was here is now in the harbour'],
    ['de', 'das boot das hier war ist jetzt in dem hafen und bleibt'],
    ['fr', 'le bateau qui était ici est maintenant dans le port avec nous'],
    ['es', 'el barco que estaba aquí ahora está en el puerto con los otros'],
    ['it', 'la barca che era qui adesso è nel porto con gli altri della città'],
    ['ru', 'это был не тот корабль который мы видели вчера'],
    ['zh', '我 们 的 船 在 这 里'],
  ])('detects %s', (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it('detects no language without stop words, for numbers and signs', () => {
    expect(countStopWords(['39', '0', '%', 'xyzzy'])).toEqual({ count: 0, language: undefined });
    expect(countStopWords([])).toEqual({ count: 0, language: undefined });
  });
});
