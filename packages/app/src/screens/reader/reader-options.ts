import type { ExtractOptions } from '../../client/extract.js';
import type { Corrections } from '../../client/views.js';
import { READER_DEFAULTS } from '../../page/held-view.js';

/** Parts of a page that one may want or not; those not named are as the library has them. */
export const PARTS = {
  title: 'Title on top',
  byline: 'Authors and date',
  captions: 'Captions',
  comments: 'Comments at the end',
  links: 'Links',
  images: 'Pictures',
  tables: 'Tables',
} as const;
export type Part = keyof typeof PARTS;

/** Parts that are in the texts unless one says otherwise. */
const ON_BY_DEFAULT: ReadonlySet<Part> = new Set<Part>(['links', 'images', 'tables']);

/** The method that is chosen where nobody chose one: the default, or the model that answers everywhere. */
const NO_METHOD = 'default';

/** What one can choose in the reader. */
export interface ReaderOptions {
  readonly method: string;
  readonly lean: number;
  readonly include: Readonly<Partial<Record<Part, boolean>>>;
  readonly render: boolean;
}

export const DEFAULT_OPTIONS: ReaderOptions = { method: NO_METHOD, lean: 0, include: {}, render: false };

/** Whether a part is in the texts. */
export function includes({ include }: ReaderOptions, part: Part): boolean {
  return include[part] ?? ON_BY_DEFAULT.has(part);
}

/** The options as the server takes them. What is as usual is not said, so that equal extractOptions are written alike. */
export function extractOptionsFrom(
  { method, lean, include, render }: ReaderOptions,
  corrections?: Corrections,
): ExtractOptions {
  const drawn = render ? { render } : {};
  // Other methods give a text and nothing else.
  if (method !== NO_METHOD && method !== 'adapted') return { method, outputs: ['text'], ...drawn };
  return {
    ...READER_DEFAULTS,
    ...(method === NO_METHOD ? {} : { method }),
    ...(lean === 0 ? {} : { lean }),
    ...(Object.keys(include).length === 0 ? {} : { include }),
    ...drawn,
    ...(corrections === undefined || render ? {} : { corrections }),
  };
}
