import { type ExtractOptions, extract, PithError } from 'webpith';
import { randomOf } from '../random.js';
import { jsonOf, lineOf, parsedInput, type Target } from './target.js';

const PAGE =
  '<title>A</title><nav class="menu top"><a href=/>Home</a></nav><article id=main class="story long" itemprop=articleBody><p>Some words that are read by those who read, and are enough of them.</p></article><div class="footer">Imprint</div>';
const PARTS = [
  'article',
  'p',
  '.story',
  '#main',
  '[itemprop]',
  '[itemprop=articleBody]',
  '[class="story long"]',
  '.',
  '#',
  '[',
  ']',
  '*',
  ' > ',
  ',',
  ':not(p)',
  '__proto__',
  'constructor',
  '"',
  '\\',
  '\0',
  '[a=b]',
  'é',
  '🙂',
  '',
];
const KEYS = ['keep', 'drop', 'kepe', '__proto__', 'constructor'];

export const rules: Target = {
  name: 'rules',
  about: 'site rules and options of any shape: they are followed, or refused with a typed error',
  make(seed, number) {
    const random = randomOf(seed, number);
    const selector = (): unknown => {
      if (random.chance(0.03)) return random.pick([null, 7, {}, [], 'a'.repeat(100_000), '['.repeat(10_000)]);
      return Array.from({ length: random.below(4) }, () => random.pick(PARTS)).join('');
    };
    const list = () => (random.chance(0.03) ? selector() : Array.from({ length: random.below(4) }, selector));
    const given = Object.fromEntries(
      [0, 1].map(() => [random.chance(0.9) ? random.pick(['keep', 'drop']) : random.pick(KEYS), list()]),
    );
    const options: Record<string, unknown> = { rules: given };
    if (random.chance(0.1))
      options[random.pick(['url', 'lean', 'include', 'maxLength', 'charset', 'corrections', 'rulez'])] =
        random.pick([null, -1, 1e9, '', 'x', {}, [], { keep: [1, -1, 1e9] }, { title: 1 }]);
    return jsonOf(options);
  },
  check(bytes) {
    try {
      const { text } = extract(PAGE, parsedInput(bytes) as ExtractOptions);
      return typeof text === 'string' ? undefined : 'no text';
    } catch (error) {
      return error instanceof PithError ? undefined : lineOf(error);
    }
  },
};
