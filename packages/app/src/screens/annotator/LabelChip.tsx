import type { Mark } from '../../annotation/marks.js';
import { OTHER } from './label-styles.js';

/** The letters of a label on its colour, as in the page. */
export function LabelChip({
  mark = OTHER,
  isSuggested = false,
}: {
  mark?: Mark | undefined;
  isSuggested?: boolean;
}) {
  return (
    <span
      class={isSuggested ? 'chip suggested' : 'chip'}
      style={{ '--label': mark.colour, '--label-ink': mark.ink }}
      aria-hidden="true"
    >
      {mark.letters}
    </span>
  );
}
