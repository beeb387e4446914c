import { listMethods, type MethodInfo } from '../../client/extract.js';
import { useLoaded } from '../../client/load.js';
import { methodChoices } from '../../page/method-choices.js';
import { CheckField, Field, SelectField } from '../../ui/Field.js';
import { includes, PARTS, type Part, type ReaderOptions } from './reader-options.js';

interface Props {
  readonly options: ReaderOptions;
  readonly onOptions: (options: ReaderOptions) => void;
}

const NO_METHODS: readonly MethodInfo[] = [];

/** How the page is read: by which method, how strictly, with which parts. */
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
          <legend>In the texts</legend>
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
          label="Draw the page in a browser first"
          hint="For pages that their scripts fill. Needs Chromium on the server."
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
  return lean < 0 ? `Towards ${strength}less and surer text` : `Towards ${strength}more text`;
}
