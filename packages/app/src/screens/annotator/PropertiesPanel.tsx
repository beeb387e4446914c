import { useMemo } from 'preact/hooks';
import type { Mark } from '../../annotation/marks.js';
import { type Session, titleOf, viewOf } from '../../annotation/session.js';
import { countByLabel, suggestionsInside } from '../../annotation/suggestions.js';
import { LabelChip } from './LabelChip.js';
import { propertiesOf } from './properties-of.js';

/** What is known of the selected node. */
export function PropertiesPanel({
  session,
  marks,
}: {
  session: Session | undefined;
  marks: ReadonlyMap<string, Mark>;
}) {
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
        <div>
          <dt>Label</dt>
          <dd>
            {effective ? (
              <>
                <LabelChip mark={marks.get(effective.label)} /> {titleOf(session, effective.label)}
                {!effective.isOwn && <span class="soft"> from around</span>}
              </>
            ) : (
              '–'
            )}
          </dd>
        </div>
        <div>
          <dt>Suggested</dt>
          <dd>
            {suggested ? (
              <>
                <LabelChip mark={marks.get(suggested.label)} isSuggested />{' '}
                {titleOf(session, suggested.label)}
                {suggested.probability !== undefined && (
                  <span class="figure"> {(suggested.probability * 100).toFixed(0)} %</span>
                )}
              </>
            ) : (
              describeInside(session) || '–'
            )}
          </dd>
        </div>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is suggested for the leaves of an element, most frequent first. */
function describeInside(session: Session): string {
  const { outline, suggestions, selected } = session;
  const inside = suggestionsInside(outline, [...suggestions.values()], selected);
  return countByLabel(inside)
    .slice(0, 4)
    .map(([label, count]) => `${titleOf(session, label)} × ${count}`)
    .join(', ');
}
