import { useId } from 'preact/hooks';
import type { Choice } from './Field.js';

interface Props<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly (Choice & { readonly value: V })[];
  readonly onValue: (value: V) => void;
}

/** A few choices side by side, of which one holds. */
export function Segments<V extends string>({ label, value, choices, onValue }: Props<V>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="unseen">{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} class="segment">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onValue(choice.value)}
          />
          <span>{choice.title}</span>
        </label>
      ))}
    </fieldset>
  );
}
