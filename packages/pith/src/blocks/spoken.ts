const SILENT = /[^\p{L}\p{N}]+/gu;

/** Letters and digits alone: the same words differ in quotes, dashes, white space and capitals of their templates. */
export function spoken(text: string): string {
  return text.toLowerCase().replace(SILENT, '');
}
