import { CheckField, type Choice, Segments, SelectField } from '../../ui/controls.js';
import type { Paint } from './blocks.js';

export interface InspectorOptions {
  /** A choice of `methodChoices`. */
  readonly method: string;
  readonly other: string;
  readonly paint: Paint;
  readonly assets: boolean;
  readonly hidesFixed: boolean;
  /** From -1 (less text) to 1 (more text). */
  readonly lean: number;
}

interface Props {
  readonly choices: readonly Choice[];
  readonly options: InspectorOptions;
  readonly onOptions: (options: InspectorOptions) => void;
  readonly moved: string;
}

const PAINTS = [
  { value: 'decisions', title: 'Decisions' },
  { value: 'heat', title: 'Probability' },
] as const;

export function Toolbar({ choices, options, onOptions, moved }: Props) {
  const change = (part: Partial<InspectorOptions>) => onOptions({ ...options, ...part });
  return (
    <div class="row inspector-toolbar" role="toolbar" aria-label="Inspector">
      <SelectField
        label="Method"
        value={options.method}
        choices={choices}
        onValue={method => change({ method })}
      />
      <SelectField
        label="Compare with"
        value={options.other}
        choices={[{ value: '', title: 'Nothing' }, ...choices]}
        onValue={other => change({ other })}
      />
      <div class="column inspector-colours">
        <Segments<Paint>
          label="Colours show"
          value={options.paint}
          choices={PAINTS}
          onValue={paint => change({ paint })}
        />
        <Legend paint={options.paint} compares={options.other !== ''} />
      </div>
      <div class="column lean">
        <label for="lean">Less or more text</label>
        <input
          id="lean"
          type="range"
          min={-1}
          max={1}
          step={0.1}
          value={options.lean}
          aria-describedby="lean-says"
          onInput={event => change({ lean: Number(event.currentTarget.value) })}
        />
        <span id="lean-says" class="small soft" role="status">
          {moved}
        </span>
      </div>
      <div class="column toolbar-checks">
        <CheckField
          label="Unpin banners"
          checked={options.hidesFixed}
          onChecked={hidesFixed => change({ hidesFixed })}
        />
        <CheckField
          label="Images and styles from its site"
          checked={options.assets}
          onChecked={assets => change({ assets })}
        />
      </div>
    </div>
  );
}

function Legend({ paint, compares }: { paint: Paint; compares: boolean }) {
  return (
    <ul class="plain-list legend" aria-label="Legend">
      {paint === 'heat' ? (
        <>
          <li class="legend-heat">0 %</li>
          <li class="legend-scale" aria-hidden="true" />
          <li>100 % content</li>
        </>
      ) : (
        <>
          <li>
            <span class="swatch kept" aria-hidden="true" /> kept
          </li>
          <li>
            <span class="swatch dropped" aria-hidden="true" /> dropped
          </li>
        </>
      )}
      {compares && (
        <li>
          <span class="swatch different" aria-hidden="true" /> decided differently
        </li>
      )}
    </ul>
  );
}
