import type { Corrections, ExtractOptions } from '../../client/api.js';
import { READER_DEFAULTS } from '../../page/views.js';
import { Button, CheckField, Field } from '../../ui/controls.js';

interface Props {
  readonly options: ReaderOptions;
  readonly onOptions: (options: ReaderOptions) => void;
  readonly onRender: (() => void) | undefined;
}

export function Options({ options, onOptions, onRender }: Props) {
  const change = (part: Partial<ReaderOptions>) => onOptions({ ...options, ...part });
  return (
    <details class="options">
      <summary class="minor">Options</summary>
      <div class="stack">
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
        <RenderButton onRender={onRender} />
      </div>
    </details>
  );
}

/** Renders this page in a browser on the server, as a new version, for text that is loaded by scripts. */
export function RenderButton({
  onRender,
  kind = 'plain',
}: Pick<Props, 'onRender'> & { kind?: 'plain' | 'primary' }) {
  return (
    <Button kind={kind} disabled={onRender === undefined} onClick={onRender}>
      {onRender === undefined ? 'Rendering the page…' : 'Render this page in a browser'}
    </Button>
  );
}

function describeLean(lean: number): string {
  if (lean === 0) return 'Balanced';
  const strength = Math.abs(lean) > 0.5 ? 'much ' : '';
  return lean < 0 ? `Prefer ${strength}less, more certain text` : `Prefer ${strength}more text`;
}

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

export interface ReaderOptions {
  readonly lean: number;
  readonly include: Readonly<Partial<Record<Part, boolean>>>;
}

export const DEFAULT_OPTIONS: ReaderOptions = { lean: 0, include: {} };

export function includes({ include }: ReaderOptions, part: Part): boolean {
  return include[part] ?? ON_BY_DEFAULT.has(part);
}

/** The request options. Defaults are undefined, so that equal options give equal cache keys. */
export function extractOptionsFrom(
  { lean, include }: ReaderOptions,
  corrections?: Corrections,
): ExtractOptions {
  return {
    ...READER_DEFAULTS,
    lean: lean || undefined,
    include: Object.keys(include).length === 0 ? undefined : include,
    corrections,
  };
}
