import { extract as extractPage } from 'webpith';

/** The library's extraction, except for pages that end their thread or throw. */
export function extract(bytes, options) {
  const html = Buffer.from(bytes).toString('latin1');
  if (html.includes('data-crash')) process.exit(3);
  if (html.includes('data-throw')) throw new Error('this page throws');
  return extractPage(bytes, options);
}
