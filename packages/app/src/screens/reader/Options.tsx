import { type Corrections, type ExtractOptions, listMethods, type MethodInfo } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { methodChoices } from '../../page/method-choices.js';
import { READER_DEFAULTS } from '../../page/views.js';
import { CheckField, Field, SelectField } from '../../ui/controls.js';

interface Props {
  readonly options: ReaderOptions;
  readonly onOptions: (options: ReaderOptions) => void;
}

const NO_METHODS: readonly MethodInfo[] = [];

export function Options({ options, onOptions }: Props) {
  const { data: methods = NO_METHODS } = useLoaded(listMethods, []);
  const change = (part: Partial<ReaderOptions>) => onOptions({ ...options, ...part });
  return (
    <details class="options">
      <summary>Options</summary>
      <div class="stack">
        <SelectField
          label="Method"
          value={options.method}
          choices={methodChoices(methods)}
          onValue={method => change({ method })}
        />
        <Field label="Less or more text" hint={describeLean(options.lean)}>
          {ids => (
            <input
              {...ids}
              type="range"
              min={-1}
              max={1}
              step={0.25}
              value={options.lean}
              onChange={event => change({ lean: Number(event.currentTarget.value) })}
            />
          )}
        </Field>
        <fieldset class="column parts">
          <legend>Include</legend>
          {(Object.keys(PARTS) as Part[]).map(part => (
            <CheckField
              key={part}
              label={PARTS[part]}
              checked={includes(options, part)}
              onChecked={on => change({ include: { ...options.include, [part]: on } })}
            />
          ))}
        </fieldset>
        <CheckField
          label="Render the page in a browser first"
          hint="For pages whose content is loaded by scripts. Needs Chromium on the server."
          checked={options.render}
          onChecked={render => change({ render })}
        />
      </div>
    </details>
  );
}

function describeLean(lean: number): string {
  if (lean === 0) return 'Balanced';
  const strength = Math.abs(lean) > 0.5 ? 'much ' : '';
  return lean < 0 ? `Prefer ${strength}less, more certain text` : `Prefer ${strength}more text`;
}

/** Optional parts of the article. */
const PARTS = {
  title: 'Title on top',
  byline: 'Authors and date',
  captions: 'Captions',
  comments: 'Comments at the end',
  links: 'Links',
  images: 'Images',
  tables: 'Tables',
} as const;
type Part = keyof typeof PARTS;

const ON_BY_DEFAULT: ReadonlySet<Part> = new Set<Part>(['links', 'images', 'tables']);

/** No method is requested: the server uses its default model. */
const NO_METHOD = 'default';

export interface ReaderOptions {
  readonly method: string;
  readonly lean: number;
  readonly include: Readonly<Partial<Record<Part, boolean>>>;
  readonly render: boolean;
}

export const DEFAULT_OPTIONS: ReaderOptions = { method: NO_METHOD, lean: 0, include: {}, render: false };

export function includes({ include }: ReaderOptions, part: Part): boolean {
  return include[part] ?? ON_BY_DEFAULT.has(part);
}

/** The request options. Defaults are undefined, so that equal options give equal cache keys. */
export function extractOptionsFrom(
  { method, lean, include, render }: ReaderOptions,
  corrections?: Corrections,
): ExtractOptions {
  // Other methods produce text only.
  if (method !== NO_METHOD && method !== 'adapted')
    return { method, outputs: ['text'], render: render || undefined };
  return {
    ...READER_DEFAULTS,
    method: method === NO_METHOD ? undefined : method,
    lean: lean || undefined,
    include: Object.keys(include).length === 0 ? undefined : include,
    render: render || undefined,
    // Rendered pages have other node ids.
    corrections: render ? undefined : corrections,
  };
}
