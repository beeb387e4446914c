import { decodeAs } from './encodings.js';

/**
 * Letter frequencies of a language, to compare encodings. Letters are in falling order of frequency; the cost of the
 * r-th is `first + step * r` bits, a line within a bit of published letter counts (Russian о 3.2 bits, я 5.6, э 8.3).
 */
interface LetterFrequencies {
  readonly letters: string;
  readonly first: number;
  readonly step: number;
  readonly other: number;
  readonly script: RegExp;
}

const LATIN_SCRIPT = /[\u00aa-\u024f]/;
const CYRILLIC_SCRIPT = /[\u0400-\u04ff]/;

const alphabet = (letters: string, script: RegExp): LetterFrequencies => ({
  letters,
  first: 3.2,
  step: 0.15,
  other: 11,
  script,
});
/** The letters of a Latin alphabet outside ASCII, which are rarer. */
const accents = (letters: string): LetterFrequencies => ({
  letters,
  first: 5.5,
  step: 0.35,
  other: 11.5,
  script: LATIN_SCRIPT,
});

// The most common characters, about two thirds of Chinese text, in simplified and traditional form.
const CHINESE =
  '的一是不了在人有我他这個个們们中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後' +
  '作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從' +
  '想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并並物手应應战戰向' +
  '头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒原东東声聲提立及' +
  '比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建' +
  '务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強';

const JAPANESE =
  'のいしるとにたてをはなでがかすれこっんらもくうりさまあきそよけつだみろえめどせじわばほちごびおやげへずぶむひべぐぎふね' +
  'ンスーイルトアラリクシドジテレフロタッグマデコプサカバメムウブキセャパニオチエダュョ' +
  '日一国人年大本中出者会事社月分上的時生見合方地今場手行学目後最東多自回同前間当開金店名小体子内部立全気作家業物心用発定動対通性市明高新力';

const KOREAN =
  '이다의는에을하고가지로한사를은도기서어대자정인시일그리나수아해들있전제라보안과부장게상주용성으국었만여원구공비스경동모연관위세' +
  '무면내민적교신마화소계조학것거우중선생요말때년월당문실식회방드트된될됐할했며까와던려야저히러더니오업개발분진재미유통체현차결';

export const LANGUAGES = {
  western: accents('éüöáíäèóçñàêôâ'),
  french: accents('éèàêçîûôùâœëï'),
  german: accents('üäöß'),
  spanish: accents('óíáéñú¿¡ü'),
  portuguese: accents('ãçáéóíêõâúôà'),
  italian: accents('àèòùéì'),
  catalan: accents('àéòíóèçúïü'),
  swedish: accents('äåöé'),
  danish: accents('åøæé'),
  icelandic: accents('áðíöþéúæóý'),
  estonian: accents('äõüöšž'),
  polish: accents('łęąóżśćńź'),
  czech: accents('íáéěřýčšžůúóňťď'),
  slovak: accents('áíéčýžšúľťôóňäďĺŕ'),
  hungarian: accents('áéóöíüőúű'),
  romanian: accents('ăîşâţșț'),
  croatian: accents('čšžćđ'),
  turkish: accents('ışüğöçİâ'),
  lithuanian: accents('ėžšųūįąčę'),
  latvian: accents('āīēšņūžļģķč'),
  russian: alphabet('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', CYRILLIC_SCRIPT),
  ukrainian: alphabet('оаиніверткслдумпяьзйгбчхцюжїшєщфґ', CYRILLIC_SCRIPT),
  bulgarian: alphabet('аиоентрсвлдкмпзбяучгъщжхйцшюфь', CYRILLIC_SCRIPT),
  greek: alphabet('αοιετνσηυρπκμςλόίέάωδγχήθύφώβξζψ', /[\u0370-\u03ff]/),
  hebrew: alphabet('יוהלארתבשמנםדחפקעכןגסטצזץךף', /[\u0590-\u05ff]/),
  arabic: alphabet('اليمونرتبعدسفهكةقأحجشصإىطخضءذزثئغظؤآ،؟', /[\u0600-\u06ff]/),
  thai: alphabet('านรอกเง่ยลวม้ทตสีัดปขคจแะิหไืพใชโบ์ำถุูผธณศซญึ็ภษฉฟฐ', /[\u0e00-\u0e7f]/),
  chinese: { letters: CHINESE, first: 6, step: 1 / 100, other: 14, script: /[\u3400-\u9fff]/ },
  japanese: {
    letters: JAPANESE,
    first: 4.2,
    step: 1 / 28,
    other: 13.5,
    script: /[\u3040-\u30ff\u3400-\u9fff]/,
  },
  korean: { letters: KOREAN, first: 6, step: 1 / 25, other: 12.5, script: /[\uac00-\ud7a3]/ },
} satisfies Record<string, LetterFrequencies>;

export type Language = keyof typeof LANGUAGES;

export interface Reading {
  readonly encoding: string;
  /** Bits to encode the sample as text of the likeliest language. */
  readonly bits: number;
  readonly text: string;
}

interface Candidate {
  readonly languages: readonly Language[];
  /** Prior cost of this encoding in bits, by its rarity among pages that declare none. */
  readonly prior: number;
}

// biome-ignore format: a table
const WESTERN: readonly Language[] = [
  'western', 'french', 'german', 'spanish', 'portuguese', 'italian', 'catalan', 'swedish', 'danish', 'icelandic', 'estonian',
];
const CENTRAL: readonly Language[] = [
  'polish',
  'czech',
  'slovak',
  'hungarian',
  'romanian',
  'croatian',
  'german',
];
const CYRILLIC: readonly Language[] = ['russian', 'ukrainian', 'bulgarian'];

const CANDIDATES: Readonly<Record<string, Candidate>> = {
  'utf-8': { languages: Object.keys(LANGUAGES) as Language[], prior: 0 },
  'windows-1252': { languages: WESTERN, prior: 0 },
  'windows-1251': { languages: CYRILLIC, prior: 2 },
  gb18030: { languages: ['chinese'], prior: 2 },
  shift_jis: { languages: ['japanese'], prior: 2 },
  'euc-kr': { languages: ['korean'], prior: 2 },
  big5: { languages: ['chinese'], prior: 3 },
  'euc-jp': { languages: ['japanese'], prior: 3 },
  'iso-8859-2': { languages: CENTRAL, prior: 8 },
  'windows-1250': { languages: CENTRAL, prior: 8 },
  'windows-1254': { languages: ['turkish'], prior: 8 },
  'koi8-r': { languages: ['russian'], prior: 5 },
  'windows-1253': { languages: ['greek'], prior: 5 },
  'windows-1255': { languages: ['hebrew'], prior: 5 },
  'windows-1256': { languages: ['arabic'], prior: 5 },
  'windows-874': { languages: ['thai'], prior: 5 },
  'windows-1257': { languages: ['lithuanian', 'latvian', 'estonian'], prior: 10 },
  'koi8-u': { languages: ['ukrainian'], prior: 6 },
  'iso-8859-7': { languages: ['greek'], prior: 7 },
  'iso-8859-5': { languages: CYRILLIC, prior: 8 },
  'iso-8859-6': { languages: ['arabic'], prior: 8 },
};

/** Encodings that differ from a candidate only in insignificant characters. */
const SAME_AS: Readonly<Record<string, string>> = {
  gbk: 'gb18030',
  'iso-8859-15': 'windows-1252',
  'iso-8859-4': 'windows-1257',
  'iso-8859-13': 'windows-1257',
};

/**
 * Decodes a sample in every candidate encoding and sorts by cost: the right encoding gives the shortest description of
 * the bytes as text of some language. A few dozen words suffice.
 */
export function readingsByCost(bytes: Uint8Array): Reading[] {
  const sample = sampleOf(bytes);
  return Object.entries(CANDIDATES)
    .map(([encoding, { languages, prior }]) => {
      const text = decodeAs(sample, encoding);
      return { encoding, text, bits: prior + costOfText(text, languages) };
    })
    .sort((a, b) => a.bits - b.bits);
}

export function candidateFor(encoding: string): string | undefined {
  const name = SAME_AS[encoding] ?? encoding;
  return name in CANDIDATES ? name : undefined;
}

function costOfText(text: string, languages: readonly Language[]): number {
  const counts = new Map<number, number>();
  const shared = countCharacters(text, counts);
  let best = Number.POSITIVE_INFINITY;
  for (const language of languages) best = Math.min(best, costInLanguage(counts, LANGUAGES[language]));
  return shared + best;
}

/** A sample, since decoding a whole page twenty times would cost more than parsing it. */
const SAMPLE_BYTES = 4096;
const SURROUNDINGS = 12;

/** The bytes outside ASCII with their surroundings: those between tags, or if there are none, those inside tags. */
export function sampleOf(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES);
  const length = collect(bytes, sample, true) || collect(bytes, sample, false);
  return sample.subarray(0, length);
}

const OPENING = 0x3c;
const CLOSING = 0x3e;

/**
 * Copies spans with bytes outside ASCII, each up to a tag or a long run of ASCII. No candidate has `<` or `>` inside a
 * character or starts one with an ASCII byte, so spans can be cut before the encoding is known.
 */
function collect(bytes: Uint8Array, sample: Uint8Array, betweenTags: boolean): number {
  let length = 0;
  let from = 0;
  let last = -1;
  let inTag = false;
  for (let i = 0; i <= bytes.length && length < sample.length; i++) {
    const byte = i < bytes.length ? bytes[i]! : OPENING;
    if (byte >= 0x80) {
      if (last < 0) from = Math.max(from, i - SURROUNDINGS);
      last = i;
      continue;
    }
    const atTag = byte === OPENING || byte === CLOSING;
    if (!atTag && (last < 0 || i - last <= SURROUNDINGS)) continue;
    if (last >= 0 && !(betweenTags && inTag)) length = copy(bytes.subarray(from, i), sample, length);
    if (atTag) inTag = byte === OPENING;
    from = i;
    last = -1;
  }
  return length;
}

function copy(span: Uint8Array, sample: Uint8Array, length: number): number {
  const fitting = span.subarray(0, sample.length - length);
  sample.set(fitting, length);
  const stop = length + fitting.length;
  sample[stop] = 0x20;
  return Math.min(stop + 1, sample.length);
}

// Costs of characters in bits. Set by hand; the tests cover every candidate encoding.
const ASCII_BITS = 5;
/** A character that no page contains, unless it is damaged. */
const IMPOSSIBLE_BITS = 24;
/** Rare in words: mixed alphabets, a capital after a small letter, a symbol inside, a single letter. */
const ODD_PLACE_BITS = 5;

/** Counts the characters outside ASCII; returns the cost that does not depend on the language. */
function countCharacters(text: string, counts: Map<number, number>): number {
  let bits = 0;
  let before = OTHER;
  let kind = kindOf(text.charCodeAt(0));
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const after = i + 1 < text.length ? kindOf(text.charCodeAt(i + 1)) : OTHER;
    if (code < 0x80) bits += ASCII_BITS;
    else if (kind === IMPOSSIBLE) bits += IMPOSSIBLE_BITS;
    else counts.set(code, (counts.get(code) ?? 0) + 1);
    if (isOddlyPlaced(before, kind, after, code)) bits += ODD_PLACE_BITS;
    before = kind;
    kind = after;
  }
  return bits;
}

const OTHER = 0;
const SYMBOL = 2;
const IMPOSSIBLE = 4;
const LATIN = 8;
const CAPITAL = 1;

/** Alphabets by first and last code point. Scripts whose words mix with others are OTHER. */
const ALPHABETS: readonly (readonly [from: number, to: number, kind: number])[] = [
  [0x370, 0x3ff, 16],
  [0x400, 0x4ff, 32],
  [0x590, 0x5ff, 64],
  [0x600, 0x6ff, 128],
  [0xe00, 0xe7f, 256],
];

/** No-break space, soft hyphen, ordinal indicators and the Catalan middle dot. */
const INSIDE_WORDS: readonly number[] = [0xa0, 0xad, 0xaa, 0xb7, 0xba];

const TABLED = 0xe80;
const KINDS = Uint16Array.from({ length: TABLED }, (_, code) => tabledKind(code));

function kindOf(code: number): number {
  if (code < TABLED) return KINDS[code]!;
  return code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) ? IMPOSSIBLE : OTHER;
}

function tabledKind(code: number): number {
  if (code < 0x80)
    return code >= 65 && code <= 90 ? LATIN | CAPITAL : code >= 97 && code <= 122 ? LATIN : OTHER;
  if (code < 0xa0) return IMPOSSIBLE;
  if (code < 0xc0) return INSIDE_WORDS.includes(code) ? OTHER : SYMBOL;
  if (code < 0x250) return code === 0xd7 || code === 0xf7 ? SYMBOL : LATIN | capital(code);
  const alphabet = ALPHABETS.find(([from, to]) => code >= from && code <= to);
  return alphabet === undefined ? OTHER : alphabet[2] | capital(code);
}

function capital(code: number): number {
  const character = String.fromCharCode(code);
  return character.toLowerCase() === character ? 0 : CAPITAL;
}

function isOddlyPlaced(before: number, kind: number, after: number, code: number): boolean {
  if (kind === SYMBOL) return before >= LATIN && after >= LATIN;
  if (kind < LATIN) return false;
  if (before < LATIN) return after < LATIN && code >= 0x80 && kind !== LATIN;
  return (before & ~CAPITAL) !== (kind & ~CAPITAL) || ((before & CAPITAL) === 0 && (kind & CAPITAL) !== 0);
}

function costInLanguage(counts: Map<number, number>, language: LetterFrequencies): number {
  let bits = 0;
  for (const [code, count] of counts) bits += count * costOfCharacter(String.fromCharCode(code), language);
  return bits;
}

/** Extra cost of a capital, and cost of a character in no table. Both set by hand. */
const CAPITAL_BITS = 3.5;
const UNEXPECTED_BITS = 15;
/** Costs of characters common to all languages. Set by hand. */
const SPECIAL: readonly (readonly [RegExp, number])[] = [
  [/[\u00a0\u00ad]/, 4],
  [/[、。「」，：；！？（）『』《》・　]/, 6],
  [/[“”‘’–—…«»„•·©®°§€£™]/, 6],
  [/[\uff00-\uff60]/, 9],
  [/[\uff61-\uff9f]/, 10],
  [/[\u00a1-\u024f\u2010-\u20ff]/, 12],
];

function costOfCharacter(character: string, language: LetterFrequencies): number {
  const rank = language.letters.indexOf(character);
  if (rank >= 0) return language.first + language.step * rank;
  const small = character.toLowerCase();
  const smallRank = small === character ? -1 : language.letters.indexOf(small);
  if (smallRank >= 0) return language.first + language.step * smallRank + CAPITAL_BITS;
  for (const [pattern, bits] of SPECIAL) {
    if (pattern.test(character))
      return language.script.test(character) ? Math.min(bits, language.other) : bits;
  }
  return language.script.test(character) ? language.other : UNEXPECTED_BITS;
}
