import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { acceptAll, acceptInSelection, select, step } from '../../annotation/actions.js';
import type { Mark } from '../../annotation/label-set.js';
import { countByLabel, type Suggestions, suggestionsInside, suggestionsOf } from '../../annotation/labels.js';
import { type Outline, type OutlineNode, pathOf } from '../../annotation/outline.js';
import { type Action, type Session, titleOf, viewOf } from '../../annotation/session.js';
import { server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { OutlineTree } from '../../frame/OutlineTree.js';
import { methodChoices, sourceOf } from '../../page/methods.js';
import { Button, type Choice, SelectField } from '../../ui/controls.js';
import { ProblemNotice } from '../../ui/messages.js';
import { arrowAction } from './keys.js';
import { LabelChip } from './LabelPalette.js';

export interface PanelProps {
  readonly session: Session | undefined;
  readonly act: (action: Action) => void;
  readonly marks: ReadonlyMap<string, Mark>;
}

export function TreePanel({ session, act, marks }: PanelProps) {
  return (
    <section
      class="column panel panel-tree"
      aria-label="Tree"
      onKeyDownCapture={event => {
        const isArrow = /^Arrow/.test(event.key);
        if (!isArrow || !session || !(event.shiftKey || session.cursor)) return;
        event.preventDefault();
        event.stopPropagation();
        act(arrowAction(session, event.key as 'ArrowUp', event));
      }}
    >
      <OutlineTree
        label="Nodes of the page"
        outline={session?.outline}
        current={session?.selected ?? -1}
        onCurrent={index => act(select(index))}
        onStep={direction => act(step(direction))}
        before={(node, index) => {
          const { label, isLabelled } = shownLabel(session!, node, index);
          return label !== undefined && <LabelChip mark={marks.get(label)} isSuggested={!isLabelled} />;
        }}
        after={(node, index) => {
          const { label, isLabelled } = shownLabel(session!, node, index);
          return (
            label !== undefined && (
              <span class="unseen">
                {isLabelled ? ', label' : ', suggested'} {titleOf(session!, label)}
              </span>
            )
          );
        }}
      />
    </section>
  );
}

function shownLabel(session: Session, { node }: OutlineNode, index: number) {
  const { effective, open } = viewOf(session);
  const own = effective[index];
  const suggested = own ? undefined : session.suggestions.get(node);
  const isOpen = suggested !== undefined && open.includes(suggested);
  return { label: own?.label ?? (isOpen ? suggested.label : undefined), isLabelled: own !== undefined };
}

interface SuggestionPanelProps extends PanelProps {
  readonly page: string;
  readonly labelSet: string;
  readonly onSuggestions: (suggestions: Suggestions) => void;
}

const NONE: Choice = { value: '', title: 'None' };
const storedAs = (labelSet: string) => `pith-suggestions-${labelSet}`;
const chosenFor = (labelSet: string) =>
  localStorage.getItem(storedAs(labelSet)) ?? (labelSet === 'leaves' ? 'leaves' : 'default');

/** Suggestions of a method or model, to accept or correct. The choice is stored per label set. */
export function SuggestionPanel({
  page,
  labelSet,
  session,
  marks,
  act,
  onSuggestions,
}: SuggestionPanelProps) {
  const sources = useLoaded(methodChoices, []);
  const [chosen, setChosen] = useState(() => chosenFor(labelSet));
  useEffect(() => setChosen(chosenFor(labelSet)), [labelSet]);
  const loaded = useLoaded(
    async signal =>
      chosen === '' ? { labels: [] } : server.suggestions(page, { ...sourceOf(chosen), labelSet }, signal),
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
          Loading suggestions…
        </p>
      )}
      {open.length > 0 && (
        <>
          <div class="reach">
            <Button
              kind="quiet"
              onClick={() => act(acceptInSelection)}
              title="Accept the suggestions in the selection (Y)"
            >
              Accept here <kbd>Y</kbd>
            </Button>
            <Button kind="quiet" onClick={() => act(acceptAll())} title="Accept all suggestions (A)">
              Accept all {open.length} <kbd>A</kbd>
            </Button>
          </div>
          <ul class="plain-list palette waiting-labels">
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
        <p class="soft small">There are no open suggestions.</p>
      )}
    </section>
  );
}

export function PropertiesPanel({ session, marks }: Pick<PanelProps, 'session' | 'marks'>) {
  const rows = useMemo(
    () => (session?.outline.nodes[session.selected] ? propertiesOf(session.outline, session.selected) : []),
    [session?.outline, session?.selected],
  );
  if (!session) return <section class="panel panel-properties" aria-label="Properties" />;
  const effective = viewOf(session).effective[session.selected];
  const suggested = session.suggestions.get(session.outline.nodes[session.selected]?.node ?? -1);
  return (
    <section class="panel panel-properties" aria-label="Properties">
      <h2 class="panel-title">Selection</h2>
      <dl class="properties">
        <PropertyRow name="Label">
          {effective ? (
            <>
              <LabelChip mark={marks.get(effective.label)} /> {titleOf(session, effective.label)}
              {!effective.isOwn && <span class="soft"> inherited</span>}
            </>
          ) : (
            '–'
          )}
        </PropertyRow>
        <PropertyRow name="Suggested">
          {suggested ? (
            <>
              <LabelChip mark={marks.get(suggested.label)} isSuggested /> {titleOf(session, suggested.label)}
              {suggested.probability !== undefined && (
                <span class="figure"> {(suggested.probability * 100).toFixed(0)} %</span>
              )}
            </>
          ) : (
            describeInside(session) || '–'
          )}
        </PropertyRow>
        {rows.map(([name, value]) => (
          <PropertyRow key={name} name={name}>
            {value}
          </PropertyRow>
        ))}
      </dl>
    </section>
  );
}

function PropertyRow({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describeInside(session: Session): string {
  const { outline, suggestions, selected } = session;
  const inside = suggestionsInside(outline, [...suggestions.values()], selected);
  return countByLabel(inside)
    .slice(0, 4)
    .map(([label, count]) => `${titleOf(session, label)} × ${count}`)
    .join(', ');
}

function propertiesOf(outline: Outline, index: number): [name: string, value: string][] {
  const { element, tag, node } = outline.nodes[index]!;
  const all = {
    Tag: tag,
    Id: element.id,
    Class: element.getAttribute('class'),
    Role: element.getAttribute('role'),
    Link: element.closest('a')?.getAttribute('data-pith-href'),
    'Alt text': element.getAttribute('alt'),
    Path: pathOf(outline, index),
    Node: `${node}`,
  };
  return Object.entries(all).flatMap(([name, value]) => (value ? [[name, value.slice(0, 300)]] : []));
}
