import fc from 'fast-check';
import reference from 'robots-parser';
import { describe, expect, it } from 'vitest';
import { LARGEST_ROBOTS, ROBOT, RobotsRules } from './robots.js';

const ADDRESS = 'http://a.org/robots.txt';

// The types declare the function as the module's `default`; at run time it is the module itself.
const referenceFor = reference as unknown as typeof reference.default;

describe('robots.txt', () => {
  it('is parsed like the reference parser', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '/',
      '*',
      '$',
      '.',
      'é',
      '%c3',
      '%C3%A9',
      '?',
      '=',
      'ab',
      '**',
      '#',
      ' ',
    );
    const pattern = fc.array(piece, { maxLength: 8 }).map(pieces => `/${pieces.join('')}`);
    const line = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constantFrom('Allow', 'Disallow', 'disallow '), pattern) },
      fc.tuple(fc.constant('User-agent'), fc.constantFrom('*', 'pith', 'Pith/2.0', 'other')),
      fc.tuple(fc.constantFrom('Crawl-delay'), fc.constantFrom('2', '0.5', 'soon', '')),
      fc.tuple(fc.constantFrom('Sitemap', 'Host', 'x'), fc.constantFrom('http://a.org/map.xml', '')),
      fc.constant(['', ''] as const),
    );
    const text = fc
      .array(line, { maxLength: 14 })
      .map(lines => ['User-agent: *', ...lines.map(([key, value]) => `${key}: ${value}`)].join('\n'));
    const pathPiece = fc.constantFrom('a', 'b', '/', '.', 'é', '?', '=', 'ab', '$', '%c3%a9');
    const path = fc.array(pathPiece, { maxLength: 10 }).map(pieces => `http://a.org/${pieces.join('')}`);
    fc.assert(
      fc.property(text, fc.array(path, { minLength: 1, maxLength: 5 }), (robots, urls) => {
        const expected = referenceFor(ADDRESS, robots);
        const ours = new RobotsRules(ADDRESS, robots);
        for (const url of urls)
          expect([url, ours.allows(url)]).toEqual([url, expected.isAllowed(url, ROBOT)]);
        expect(ours.sitemaps).toEqual(expected.getSitemaps());
        expect(ours.pause).toBe(1000 * (expected.getCrawlDelay(ROBOT) ?? 0));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['many wildcards', (size: number) => [`/${'*a'.repeat(size / 2)}b`]],
    ['a pattern that almost fits everywhere', (size: number) => [`/*${'a'.repeat(size / 4)}b`]],
    ['many rules', (size: number) => Array.from({ length: size / 20 }, (_, n) => `/*${'a'.repeat(8)}${n}`)],
    ['many plain rules', (size: number) => Array.from({ length: size / 20 }, (_, n) => `/aaaaaa${n}`)],
    [
      'plain rules of every length',
      (size: number) => Array.from({ length: Math.floor(Math.sqrt(size)) }, (_, n) => `/${'a'.repeat(n)}b`),
    ],
  ])('takes time proportional to its size: %s', (_name, patterns) => {
    const path = `/${'a'.repeat(2000)}`;
    const stepsOf = (size: number) => {
      const lines = patterns(size).map(each => `Disallow: ${each}\n`);
      const rules = new RobotsRules(ADDRESS, `User-agent: *\n${lines.join('')}`);
      rules.allows(`http://a.org${path}`);
      return { steps: rules.steps, bound: 3 * (lines.join('').length + lines.length * path.length) };
    };
    const [small, large] = [stepsOf(20_000), stepsOf(80_000)];
    expect(large.steps).toBeLessThanOrEqual(large.bound);
    expect(large.steps).toBeLessThanOrEqual(5 * Math.max(small.steps, path.length));
  });

  it('with too many wildcards disallows everything', () => {
    const lines = Array.from({ length: LARGEST_ROBOTS / 20 }, (_, n) => `Disallow: /*${n}x`);
    const rules = new RobotsRules(ADDRESS, ['User-agent: *', ...lines].join('\n'));
    expect(rules.allows('http://a.org/story')).toBe(false);
  });

  it('takes little CPU time for hostile patterns', () => {
    const lines = Array.from({ length: 200 }, (_, n) => `Disallow: /${'*a'.repeat(1000)}b${n}`);
    const hostile = ['User-agent: *', ...lines].join('\n');
    const url = `http://a.org/${'a'.repeat(1900)}`;
    const cpuOf = (text: string) => {
      const rules = new RobotsRules(ADDRESS, text);
      const { user } = process.cpuUsage();
      for (let n = 0; n < 20; n++) rules.allows(url);
      return process.cpuUsage().user - user;
    };
    // Backtracking over the wildcards takes ten thousand times as long.
    const harmless = Math.max(cpuOf(hostile.replaceAll('*', 'c')), 2000);
    expect(cpuOf(hostile) / harmless).toBeLessThan(500);
  });
});
