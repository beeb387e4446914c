import type { PageSource } from '../client/api.js';

export function sourceFromText(text: string): PageSource {
  const pasted = text.trim();
  if (/^https?:\/\/\S+$/i.test(pasted)) return { url: pasted };
  if (/^[^\s<>/]+\.[a-z]{2,}(?:\/\S*)?$/i.test(pasted)) return { url: `https://${pasted}` };
  return withAddress({ html: text }, text);
}

/** Only the start of a page is searched for its address. */
const HEAD_LENGTH = 200_000;

/** Adds the address that a pasted or opened page declares, so that rules and corrections of its site apply. */
function withAddress(source: PageSource, html: string): PageSource {
  const page = new DOMParser().parseFromString(html.slice(0, HEAD_LENGTH), 'text/html');
  const declared =
    page.querySelector('link[rel~="canonical" i]')?.getAttribute('href') ??
    page.querySelector('meta[property="og:url" i]')?.getAttribute('content') ??
    '';
  return /^https?:\/\//i.test(declared) && URL.canParse(declared) ? { ...source, url: declared } : source;
}

export async function sourceFromFile(file: Blob): Promise<PageSource> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The file could not be read. Choose it again.'));
    reader.readAsDataURL(file);
  });
  const bytes = address.slice(address.indexOf(',') + 1);
  return withAddress({ bytes }, atob(bytes.slice(0, HEAD_LENGTH)));
}

export interface ExamplePage {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly load: () => Promise<string>;
}

/** One example per kind of page that the reader shows differently. */
export const EXAMPLES: readonly ExamplePage[] = [
  {
    name: 'article',
    title: 'An article',
    url: 'https://example.org/coast/lighthouse',
    load: async () => (await import('../../../../examples/lighthouse.html?raw')).default,
  },
  {
    name: 'discussion',
    title: 'A discussion',
    url: 'https://example.org/bench/threads/4711',
    load: async () => (await import('./examples/discussion.html?raw')).default,
  },
  {
    name: 'product',
    title: 'A product',
    url: 'https://example.org/shop/kettle',
    load: async () => (await import('./examples/product.html?raw')).default,
  },
];
