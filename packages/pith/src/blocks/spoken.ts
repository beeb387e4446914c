const SILENT = /[^\p{L}\p{N}]+/gu;
/** The same where nothing is beyond ASCII, found in half the time. */
const SILENT_ASCII = /[^a-z\d]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Letters and digits alone: the same words differ in quotes, dashes, white space and capitals of their templates. */
export function spoken(text: string): string {
  return text.toLowerCase().replace(BEYOND_ASCII.test(text) ? SILENT : SILENT_ASCII, '');
}
