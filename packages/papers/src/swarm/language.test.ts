import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSentences, countStopWords, LANGUAGES } from './language.js';

describe('countSentences', () => {
  it.each([
    ['Mr. Bush met Dr. J. R. Smith of Acme Inc. in Rome. He left.', 2],
    ['Was sagt z. B. Frau Merkel dazu? Nichts!', 2],
    ['The U.S. Army, i.e. Smith, paid approx. 3.5 million. True.', 2],
    ['天气很好。我们去公园。', 2],
    ['Home', 1],
    ['… – !', 0],
    ['', 0],
  ])('of “%s” is %i', (text, count) => {
    expect(countSentences(text)).toBe(count);
  });

  it('does not depend on where a long text is split for the segmenter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), length => {
        const lead = `${'x'.repeat(length)} `;
        expect(countSentences(lead + 'The cat sat on the mat. '.repeat(900))).toBe(900);
      }),
      { numRuns: 12 },
    );
  });

  it('counts a sentence longer than any window once', () => {
    expect(countSentences(`${'word '.repeat(5_000)}end.`)).toBe(1);
    expect(countSentences('x'.repeat(50_000))).toBe(1);
  });

  it('takes linear time', () => {
    const text = (times: number) => 'The quick brown fox jumps over it. '.repeat(times);
    const cost = (times: number) => {
      const before = process.cpuUsage();
      countSentences(text(times));
      return process.cpuUsage(before).user / 1000;
    };
    cost(2_000);
    // Eight times as long; the square would be 64 times the cost.
    expect(cost(16_000)).toBeLessThan(24 * cost(2_000) + 60);
  });
});

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
