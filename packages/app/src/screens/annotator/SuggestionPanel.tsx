import { useEffect, useState } from 'preact/hooks';
import { acceptAll, acceptInSelection } from '../../annotation/actions.js';
import type { Mark } from '../../annotation/marks.js';
import { type Action, type Session, titleOf, viewOf } from '../../annotation/session.js';
import { countByLabel, type Suggestions, suggestionsOf } from '../../annotation/suggestions.js';
import { useLoaded } from '../../client/load.js';
import { methodChoices } from '../../page/method-choices.js';
import { Button } from '../../ui/Button.js';
import { type Choice, SelectField } from '../../ui/Field.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { LabelChip } from './LabelChip.js';
import { server } from './server.js';

interface SuggestionPanelProps {
  readonly page: string;
  readonly labelSet: string;
  readonly session: Session | undefined;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly act: (action: Action) => void;
  readonly onSuggestions: (suggestions: Suggestions) => void;
}

const NONE: Choice = { value: '', title: 'None' };
const storedAs = (labelSet: string) => `pith-suggestions-${labelSet}`;
/** Who suggests where nobody has chosen: the method that knows the label set best. */
const DEFAULT_SOURCES: Readonly<Record<string, string>> = {
  content: 'method:default',
  roles: 'method:default',
  segments: 'method:default',
  leaves: 'method:leaves',
};
const chosenFor = (labelSet: string) =>
  localStorage.getItem(storedAs(labelSet)) ?? DEFAULT_SOURCES[labelSet] ?? '';

/** What a method or a model would say, to accept or correct. The choice is kept for the next page. */
export function SuggestionPanel({
  page,
  labelSet,
  session,
  marks,
  act,
  onSuggestions,
}: SuggestionPanelProps) {
  const sources = useLoaded(listSources, []);
  const [chosen, setChosen] = useState(() => chosenFor(labelSet));
  useEffect(() => setChosen(chosenFor(labelSet)), [labelSet]);
  const loaded = useLoaded(
    async signal =>
      chosen === '' ? { labels: [] } : server.suggestions(page, sourceOf(chosen), labelSet, signal),
    [page, chosen, labelSet],
  );
  const isReady = session !== undefined;
  useEffect(() => {
    if (isReady && !loaded.loading) onSuggestions(suggestionsOf(loaded.data?.labels ?? []));
  }, [isReady, loaded.data, loaded.loading]);
  const open = session ? viewOf(session).open : [];
  return (
    <section class="panel panel-suggestions" aria-label="Suggestions">
      <SelectField
        label="Suggestions by"
        value={chosen}
        choices={[NONE, ...(sources.data ?? [])]}
        onValue={value => {
          localStorage.setItem(storedAs(labelSet), value);
          setChosen(value);
        }}
      />
      {loaded.problem && <ProblemNotice error={loaded.problem} />}
      {chosen !== '' && loaded.loading && (
        <p class="soft small" role="status">
          Asking {chosen} …
        </p>
      )}
      {open.length > 0 && (
        <>
          <div class="reach">
            <Button
              kind="quiet"
              onClick={() => act(acceptInSelection)}
              title="Accept what is suggested here (Y)"
            >
              Accept here <kbd>Y</kbd>
            </Button>
            <Button kind="quiet" onClick={() => act(acceptAll())} title="Accept all suggestions (A)">
              Accept all {open.length} <kbd>A</kbd>
            </Button>
          </div>
          <ul class="waiting-labels">
            {countByLabel(open).map(([name, count]) => (
              <li key={name}>
                <button type="button" class="palette-label" onClick={() => act(acceptAll(name))}>
                  <LabelChip mark={marks.get(name)} isSuggested />
                  <span class="palette-name">{titleOf(session!, name)}</span>
                  <span class="count">{count}</span>
                  <span class="soft small">accept</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {chosen !== '' && !loaded.loading && !loaded.problem && open.length === 0 && (
        <p class="soft small">No suggestion waits.</p>
      )}
    </section>
  );
}

/** Methods, and models trained here. */
async function listSources(): Promise<Choice[]> {
  const [methods, models] = await Promise.all([server.methods(), server.models()]);
  return [
    ...models.map(({ id, name, method }) => ({
      value: `model:${id}`,
      title: `${name} (${method})`,
      group: 'Trained here',
    })),
    ...methodChoices(methods).map(choice => ({ ...choice, value: `method:${choice.value}` })),
  ];
}

function sourceOf(chosen: string): { method?: string; model?: string } {
  const [kind, name = ''] = chosen.split(/:(.*)/s);
  return kind === 'model' ? { model: name } : { method: name };
}
