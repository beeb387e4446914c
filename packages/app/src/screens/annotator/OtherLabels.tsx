import type { Mark } from '../../annotation/marks.js';
import type { LabelSet } from '../../annotation/session.js';
import { LabelChip } from './LabelChip.js';

interface OtherLabelsProps {
  readonly set: LabelSet;
  readonly keys: ReadonlyMap<string, string>;
  /** The first letter of a key, where it was pressed. */
  readonly typed: string;
  readonly marks: ReadonlyMap<string, Mark>;
  title(label: string): string;
  onChoose(label: string | null): void;
}

/** All labels of a set, for what neither of two has said. */
export function OtherLabels({ set, keys, typed, marks, title, onChoose }: OtherLabelsProps) {
  return (
    <details class="others" open={typed !== ''}>
      <summary>Another label</summary>
      <ul class={set.labels.length > 8 ? 'palette many' : 'palette'}>
        {set.labels
          .filter(({ name }) => keys.get(name)?.startsWith(typed))
          .map(({ name }) => (
            <li key={name}>
              <button type="button" class="palette-label" onClick={() => onChoose(name)}>
                <LabelChip mark={marks.get(name)} />
                <span class="palette-name">{title(name)}</span>
                <kbd>{keys.get(name)}</kbd>
              </button>
            </li>
          ))}
        <li>
          <button type="button" class="palette-label" onClick={() => onChoose(null)}>
            <span class="palette-name">No label</span>
            <kbd>0</kbd>
          </button>
        </li>
      </ul>
    </details>
  );
}
