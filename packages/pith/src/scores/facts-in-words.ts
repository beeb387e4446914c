/** No such ancestor, in the features that count steps up to one. */
const NONE = 40;

type Wording = (name: string, value: number) => string;

/** How the features of each family are put in words, by how their names begin. */
const WORDINGS: readonly (readonly [pattern: RegExp, words: Wording])[] = [
  [
    /^named: (.+)$/,
    (name, steps) =>
      steps >= NONE ? `in no element named ${name}` : `in an element named ${name}${up(steps)}`,
  ],
  [
    /^near: (.+)$/,
    (name, steps) => (steps >= NONE ? `in no ${name}` : `in ${withArticle(name)}${up(steps)}`),
  ],
  [/^own: (.+)$/, (name, has) => `${has > 0 ? '' : 'no '}words of “${name}” in it`],
  [/^heading: (.+)$/, (name, has) => `${has > 0 ? '' : 'no '}words of “${name}” in the heading above`],
  [/^page named: (.+)$/, (name, count) => `elements named ${name} on the page: ${count}`],
  [/^schema: (.+)$/, (name, has) => `the page ${has > 0 ? 'declares' : 'does not declare'} itself: ${name}`],
  [
    /^address: (news or blog|shop|discussion|manual|list|service)$/,
    (name, has) => `the address ${has > 0 ? 'speaks' : 'does not speak'} of: ${name}`,
  ],
  [/^up (\d: .+)$/, (name, value) => `${name.slice(3)} ${number(value)}, ${name[0]} up`],
  [/^\+(\d: .+)$/, (name, value) => `${name.slice(3)} ${number(value)}, ${name[0]} after it`],
  [/^-(\d: .+)$/, (name, value) => `${name.slice(3)} ${number(value)}, ${name[0]} before it`],
  [
    /^±(\d+: .+)$/,
    (name, value) =>
      `${name.replace(/^\d+: /, '')} ${number(value)} within ${Number.parseInt(name, 10)} blocks`,
  ],
  [/^(in top element)$/, (_, is) => `${is > 0 ? 'in' : 'not in'} the element with most running text`],
  [
    /^(in trunk)$/,
    (_, is) => `${is > 0 ? 'in' : 'not in'} the smallest element with most of the page's running text`,
  ],
];

/** What a feature of a block says, in words: `link density 0.83`, `in an element named related, 2 up`. */
export function factInWords(feature: string, value: number): string {
  for (const [pattern, words] of WORDINGS) {
    const match = pattern.exec(feature);
    if (match !== null) return words(match[1]!, value);
  }
  return `${feature} ${number(value)}`;
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function up(steps: number): string {
  return steps === 0 ? '' : `, ${steps} up`;
}

function number(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
