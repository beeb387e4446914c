/**
 * The characters of windows-1252 at 0x80 to 0x9f. Node 20 decodes this encoding as ISO 8859-1 and leaves control
 * characters there; other platforms leave nothing to replace.
 */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const CONTROLS = /[\u0080-\u009f]/g;

export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replace(CONTROLS, control => WINDOWS_1252[control.charCodeAt(0) - 0x80]!);
}

export function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
