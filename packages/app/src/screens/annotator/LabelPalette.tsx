import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { clear, label as give, toggleScope } from '../../annotation/actions.js';
import { type Mark, searchLabels } from '../../annotation/label-set.js';
import { type LabelSet, type Session, scopeNow } from '../../annotation/session.js';
import { toggleTextMode } from '../../annotation/text-selection.js';
import { Button, Field } from '../../ui/controls.js';
import { OTHER } from './page-marks.js';
import type { PanelProps } from './panels.js';

interface Props extends PanelProps {
  readonly labelSet: LabelSet;
  readonly finder: RefObject<HTMLInputElement | null>;
  readonly onLeave: () => void;
}

export function LabelPalette({ labelSet, session, marks, act, finder, onLeave }: Props) {
  const [query, setQuery] = useState('');
  const keys = session?.keys ?? new Map<string, string>();
  const typed = session?.typed ?? '';
  const shown = searchLabels(labelSet.labels, keys, query).filter(
    ({ name }) => typed === '' || keys.get(name)?.startsWith(typed),
  );
  const leave = () => {
    setQuery('');
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const first = shown[0];
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && first) {
      act(give(first.name));
      leave();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section class="panel panel-labels" aria-label="Labels">
      <Field label="Find (/)">
        {ids => (
          <input
            {...ids}
            ref={finder}
            type="search"
            autocomplete="off"
            value={query}
            onInput={event => setQuery(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <ScopeControls session={session} act={act} />
      {typed !== '' && (
        <p class="typed" role="status">
          <kbd>{typed}</kbd>: press the second key.
        </p>
      )}
      <LabelList
        labels={shown}
        keys={keys}
        marks={marks}
        counts={countLabels(session)}
        onChoose={name => act(give(name))}
      />
      {labelSet.rest !== undefined && (
        <p class="hint">When a page is done, parts without a label count as {labelSet.rest}.</p>
      )}
      {shown.length === 0 && <p class="empty">No label matches.</p>}
    </section>
  );
}

interface LabelListProps {
  readonly labels: LabelSet['labels'];
  readonly keys: ReadonlyMap<string, string>;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly counts?: ReadonlyMap<string, number>;
  readonly onChoose: (label: string) => void;
}

export function LabelList({ labels, keys, marks, counts, onChoose }: LabelListProps) {
  return (
    <ul class={labels.length > 8 ? 'plain-list palette many' : 'plain-list palette'}>
      {labels.map(({ name, title, description }) => (
        <li key={name}>
          <button type="button" class="palette-label" title={description} onClick={() => onChoose(name)}>
            <LabelChip mark={marks.get(name)} />
            <span class="palette-name">{title || name}</span>
            {counts?.has(name) && <span class="count">{counts.get(name)}</span>}
            <kbd>{keys.get(name)}</kbd>
          </button>
        </li>
      ))}
    </ul>
  );
}

function ScopeControls({ session, act }: Pick<PanelProps, 'session' | 'act'>) {
  const inText = session?.cursor !== undefined || (session?.ranges.length ?? 0) > 0;
  const scope = session ? scopeNow(session) : 'subtree';
  return (
    <div class="reach">
      <Button
        kind="quiet"
        aria-pressed={scope === 'subtree' && !inText}
        disabled={inText}
        onClick={() => act(toggleScope)}
        title="Label the whole subtree, or only this node (S)"
      >
        {inText ? 'Selected text' : scope === 'subtree' ? 'Whole subtree' : 'This node only'} <kbd>S</kbd>
      </Button>
      <Button
        kind="quiet"
        aria-pressed={inText}
        onClick={() => act(toggleTextMode)}
        title="Select text with the keyboard (T)"
      >
        Text <kbd>T</kbd>
      </Button>
      <Button kind="quiet" onClick={() => act(clear)} title="Remove the label (Delete)">
        Remove <kbd>Del</kbd>
      </Button>
    </div>
  );
}

function countLabels(session: Session | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { label } of session?.history.labels.values() ?? [])
    counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

interface ChipProps {
  readonly mark: Mark | undefined;
  readonly isSuggested?: boolean;
}

export function LabelChip({ mark = OTHER, isSuggested = false }: ChipProps) {
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
