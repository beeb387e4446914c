import type { Disagreement } from '../../annotation/comparison.js';
import type { Mark } from '../../annotation/marks.js';
import { beginning } from '../../annotation/say.js';
import { LabelChip } from './LabelChip.js';

interface ChoiceProps {
  readonly keys: string;
  readonly who: string;
  readonly label: string | null;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly title: (label: string | null) => string;
  readonly onChoose: (label: string | null) => void;
}

/** What one of the two says, to be taken. */
export function Choice({ keys, who, label, marks, title, onChoose }: ChoiceProps) {
  return (
    <button type="button" class="palette-label choice" onClick={() => onChoose(label)}>
      {label !== null && <LabelChip mark={marks.get(label)} />}
      <span class="palette-name">
        <span class="soft small">{who}</span> {title(label)}
      </span>
      <kbd>{keys}</kbd>
    </button>
  );
}

interface RowProps {
  readonly disagreement: Disagreement;
  readonly number: number;
  /** What the node says, where its page is open. */
  readonly text: string | undefined;
  readonly decided: string | null | undefined;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly title: (label: string | null) => string;
}

/** A node on which two differ, with what was decided. */
export function DisagreementRow({
  disagreement: { one, other },
  number,
  text,
  decided,
  marks,
  title,
}: RowProps) {
  return (
    <span class="column disagreement">
      <span class="soft small figure">{text ? beginning(text, 60) : `page ${number}`}</span>
      <span>
        {title(one)} <span aria-hidden="true">≠</span>
        <span class="unseen">or</span> {title(other)}
        {decided !== undefined && (
          <strong>
            {' '}
            → {decided !== null && <LabelChip mark={marks.get(decided)} />} {title(decided)}
          </strong>
        )}
      </span>
    </span>
  );
}
