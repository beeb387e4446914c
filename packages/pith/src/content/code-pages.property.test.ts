import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/tiers.js';
import { extract } from '../extract.js';

const PROSE = [
  'The service reads its settings when it starts, so a change needs a restart before it takes effect.',
  'Every request has an identifier, which the log repeats on each line that belongs to it.',
  'Install the package first, and check that the version on the path is the one you expect.',
  'The second argument is optional and defaults to the folder in which the command runs.',
  'If the connection fails, the client waits for a second and tries again, at most five times.',
];

const LINES = [
  'npm install left-pad',
  'const x = 1;',
  'SELECT * FROM users;',
  'docker compose up -d',
  'key: value',
  'curl -X POST https://api.example.org/v1/items',
  'export PATH=$PATH:/usr/local/bin',
  '<div class="x"></div>',
  'return a + b',
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const rows = (lines: readonly string[], row: (line: string) => string) => lines.map(row).join('');

/** Markup of code blocks, as documentation sites write them. */
const FORMS: readonly ((lines: readonly string[], language: string) => string)[] = [
  (lines, language) => `<pre><code class="language-${language}">${escaped(lines.join('\n'))}</code></pre>`,
  (lines, language) =>
    `<div class="code-block"><div class="code-header"><span>${language}</span><button>Copy code</button></div>
      <pre><code>${escaped(lines.join('\n'))}</code></pre></div>`,
  lines => `<figure><figcaption>Listing 1</figcaption><pre>${escaped(lines.join('\n'))}</pre></figure>`,
  lines =>
    `<div class="tabs"><ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul>
      <div role="tabpanel"><pre><code>${escaped(lines.join('\n'))}</code></pre></div>
      <div role="tabpanel" hidden><pre><code>yarn add x</code></pre></div></div>`,
  lines =>
    `<div class="highlight"><table><tr><td class="gutter"><pre>${lines.map((_, n) => n + 1).join('\n')}</pre>
      <td class="code"><pre>${escaped(lines.join('\n'))}</pre></table></div>`,
  (lines, language) =>
    `<div class="expressive-code"><figure class="frame"><figcaption class="header"></figcaption><pre data-language="${language}">
      <code>${rows(lines, line => `<div class="ec-line"><div class="code">${escaped(line)}</div></div>`)}</code></pre>
      <div class="copy"><button>Copy</button></div></figure></div>`,
  (lines, language) =>
    `<div class="language-${language}"><button class="copy"></button><span class="lang">${language}</span>
      <pre class="shiki"><code>${lines.map(line => `<span class="line">${escaped(line)}</span>`).join('\n')}</code></pre></div>`,
  lines => `<details open><summary>Example</summary><pre>${escaped(lines.join('\n'))}</pre></details>`,
];

const section = fc.record({
  form: fc.constantFrom(...FORMS),
  language: fc.constantFrom('bash', 'python', 'typescript', 'yaml', 'sql'),
  lines: fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 5 }),
  prose: fc.shuffledSubarray(PROSE, { minLength: 2, maxLength: 3 }),
  announced: fc.boolean(),
});

describe('pages with code', () => {
  it('lose no line of it', () => {
    fc.assert(
      fc.property(fc.array(section, { minLength: 2, maxLength: 5 }), sections => {
        // Numbered, so that each line occurs once on the page.
        const numbered = sections.map(({ lines }, s) => lines.map((line, n) => `${line} # ${s}.${n}`));
        const body = sections.map(
          ({ form, language, prose, announced }, s) =>
            `<h2>Step ${s}</h2><p>${prose.join(' ')}${announced ? ' For example:' : ''}</p>${form(numbered[s]!, language)}`,
        );
        const { markdown } = extract(
          `<title>Guide</title><nav><a href="/">Home</a></nav><main><h1>Guide</h1>${body.join('')}<p>${PROSE[0]}</p></main>`,
          { url: 'https://docs.example.org/guide' },
        );
        expect(numbered.flat().filter(line => !markdown.includes(line))).toEqual([]);
      }),
      { numRuns: volume(40, 400) },
    );
  });
});
