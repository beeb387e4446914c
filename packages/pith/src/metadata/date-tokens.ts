/** A run of digits, a run of letters, one sign, or white space (as ' '). */
export interface DateToken {
  /** Lower-case text; digits of every script as ASCII digits. */
  readonly text: string;
  readonly value: number;
  readonly isWord: boolean;
}

/** Code points of zero in the digits used on the web: Arabic, Persian, Devanagari, Bengali, Thai, full-width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g;
const TOKEN = /\d+|[年月日년월일]|[\p{L}\p{M}]+|\s+|[^\s\p{L}\p{M}\d]/gu;

/** Thai abbreviates months to letters with full stops between; join them into one word. */
const THAI_ABBREVIATION = /([\u0e01-\u0e4e])\.([\u0e01-\u0e4e])/g;

export function tokensOf(line: string): DateToken[] {
  const tokens: DateToken[] = [];
  const plain = asciiDigits(line).replace(THAI_ABBREVIATION, '$1$2').toLowerCase();
  for (const [token] of plain.matchAll(TOKEN)) {
    const first = token.charCodeAt(0);
    const isNumber = first >= 48 && first <= 57;
    tokens.push({
      text: token.trim() === '' ? ' ' : token,
      value: isNumber && token.length <= 14 ? Number(token) : -1,
      isWord: !isNumber && /^\p{L}/u.test(token),
    });
  }
  return tokens;
}

function asciiDigits(line: string): string {
  return line.replace(OTHER_DIGITS, digit => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find(start => code >= start && code <= start + 9) ?? code;
    return String(code - zero);
  });
}
