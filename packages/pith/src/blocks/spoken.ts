const SILENT = /[^\p{L}\p{N}]+/gu;
/** Equivalent for ASCII text, twice as fast. */
const SILENT_ASCII = /[^a-z\d]+/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Letters and digits only, in lower case. Equal for texts that differ in quotes, dashes, white space or capitals. */
export function spoken(text: string): string {
  return text.toLowerCase().replace(BEYOND_ASCII.test(text) ? SILENT : SILENT_ASCII, '');
}
