import { wordsOf } from '../words.js';

/** Lower-cased words separated by single spaces: white space, punctuation and escapes do not count. */
export function normalText(text: string): string {
  return normalWords(text).join(' ');
}

export function normalWords(text: string): string[] {
  return wordsOf(text.normalize('NFKC'));
}

const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  'shell-session': 'bash',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  kt: 'kotlin',
  cs: 'csharp',
  'c++': 'cpp',
  hs: 'haskell',
  lean4: 'lean',
  yml: 'yaml',
  text: '',
  txt: '',
  plain: '',
  plaintext: '',
  none: '',
};

/** The first word of a fence's info string, with common abbreviations spelled out. */
export function normalLanguage(info: string | null | undefined): string {
  const [first = ''] = (info ?? '')
    .trim()
    .toLowerCase()
    .split(/[\s,{]/, 1);
  const name = first.replace(/^language-/, '');
  return Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name]! : name;
}

/** An absolute address without scheme, `www.` and trailing slash, percent-decoded where possible. */
export function normalAddress(address: string, base: string | undefined): string {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    return address;
  }
  return decoded(url.href)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/(?=[?#]|$)/, '');
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const table = (replacement: string, commands: string) =>
  commands.split(' ').map(command => [`\\${command}`, replacement] as const);

/** TeX commands that change only the look, and synonyms. */
const TEX: ReadonlyMap<string, string> = new Map([
  ...table('', 'displaystyle textstyle scriptstyle left right limits nolimits quad qquad mathstrut'),
  ...table('', 'big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm'),
  ...table('', 'mathrm mathbf mathit boldsymbol operatorname text textrm mbox rm bf'),
  ...table('', ', ; : ! \\'),
  ...table('<', 'lt'),
  ...table('>', 'gt'),
  ...table('\\leq', 'le'),
  ...table('\\geq', 'ge'),
  ...table('\\dots', 'ldots cdots'),
  ...table('\\frac', 'dfrac tfrac'),
  ...table("'", 'prime'),
  ['\\ ', ''],
]);

/** TeX without grouping, spacing, font and size commands, and without a final full stop or comma. */
export function normalFormula(tex: string): string {
  return tex
    .replace(/\\(?:tag|label|hspace)\*?\s{0,9}\{[^{}]{0,200}\}/g, '')
    .replace(/\\(?:[a-zA-Z]+\*?|[\s\S])|[\s~&{}]/g, token =>
      token.startsWith('\\') ? (TEX.get(token.replace(/(?<=\w)\*$/, '')) ?? token) : '',
    )
    .replace(/[.,;]$/, '');
}
