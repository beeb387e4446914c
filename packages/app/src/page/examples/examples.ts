/** A page that was written to try things on. */
export interface ExamplePage {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly load: () => Promise<string>;
}

/** Pages to begin with, one of each kind that looks different in the reader. */
export const EXAMPLES: readonly ExamplePage[] = [
  {
    name: 'article',
    title: 'An article',
    url: 'https://example.org/coast/lighthouse',
    load: async () => (await import('../../../../../examples/lighthouse.html?raw')).default,
  },
  {
    name: 'discussion',
    title: 'A discussion',
    url: 'https://example.org/bench/threads/4711',
    load: async () => (await import('./discussion.html?raw')).default,
  },
  {
    name: 'product',
    title: 'A product',
    url: 'https://example.org/shop/kettle',
    load: async () => (await import('./product.html?raw')).default,
  },
];
