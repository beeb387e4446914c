import { ADJUDICATED, type Agreement, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { go, hrefTo } from '../../shell/route.js';
import { SelectField } from '../../ui/controls.js';
import { Table } from '../../ui/layout.js';
import { Loading } from '../../ui/messages.js';
import { counted } from '../../ui/words.js';
import { Adjudication, type AdjudicationProps, describeKappa } from './Adjudication.js';
import { Crumbs, SaveBadge } from './header.js';
import { annotatorsOf } from './PageList.js';

export function Comparison({ corpus, query }: { corpus: string; query: URLSearchParams }) {
  const loaded = useLoaded(() => server.corpusWithPages(corpus), [corpus]);
  if (!loaded.data)
    return (
      <div class="page">
        <Loading from={loaded} label="Loading" />
      </div>
    );
  const { about, pages, labelSet: set } = loaded.data;
  const names = annotatorsOf(pages, '').filter(name => name !== '' && name !== ADJUDICATED);
  const one = query.get('one') ?? names[0] ?? '';
  const other = query.get('other') ?? names.find(name => name !== one) ?? '';
  const choose = (next: { one?: string; other?: string }) =>
    go(hrefTo('annotate', [corpus], { compare: '', one, other, ...next }), { replace: true });
  const choices = names.map(value => ({ value, title: value }));
  return (
    <div class="fill comparison">
      <div class="row toolbar">
        <div class="toolbar-place">
          <Crumbs corpus={corpus} title={about.title} />
          <h1 class="ellipsis toolbar-title">Compare annotators</h1>
        </div>
        {names.length > 1 && (
          <div class="pair">
            {(['one', 'other'] as const).map(which => (
              <SelectField
                key={which}
                label={which === 'one' ? 'First annotator' : 'Second annotator'}
                value={which === 'one' ? one : other}
                choices={choices}
                onValue={name => choose({ [which]: name })}
              />
            ))}
          </div>
        )}
        <SaveBadge />
      </div>
      {names.length < 2 ? (
        <p class="empty">
          A comparison needs two annotators. {names.length === 0 ? 'Nobody has' : `Only ${names[0]} has`}{' '}
          labelled pages of this corpus. Another annotator can label the same pages under a different name.
        </p>
      ) : (
        <Compared key={`${one} ${other}`} corpus={corpus} one={one} other={other} set={set} pages={pages} />
      )}
    </div>
  );
}

interface ComparedProps extends Omit<AdjudicationProps, 'list'> {
  readonly corpus: string;
}

function Compared({ corpus, one, other, set, pages }: ComparedProps) {
  const agreement = useLoaded(() => server.agreement(corpus, one, other), [corpus, one, other]);
  if (!agreement.data) return <Loading from={agreement} label="Comparing" />;
  const { disagreements } = agreement.data;
  return (
    <>
      <Figures agreement={agreement.data} one={one} other={other} />
      {disagreements.length === 0 ? (
        <p class="empty">Both annotators agree on every node that they labelled.</p>
      ) : (
        <Adjudication list={disagreements} one={one} other={other} set={set} pages={pages} />
      )}
    </>
  );
}

function Figures({ agreement, one, other }: { agreement: Agreement; one: string; other: string }) {
  const { pages, nodes, agreed, kappa, scaledCosine, byLabel } = agreement;
  return (
    <section class="figures" aria-label="Agreement">
      <dl class="figure-row">
        <Figure
          name="Cohen’s κ"
          value={kappa?.toFixed(2) ?? '–'}
          note={kappa === null ? '' : describeKappa(kappa)}
        />
        <Figure name="Scaled cosine" value={scaledCosine?.toFixed(2) ?? '–'} note="of the main content" />
        <Figure name="Agreed" value={`${agreed} of ${nodes}`} note={`nodes on ${counted(pages, 'page')}`} />
      </dl>
      <details>
        <summary>Agreement by label</summary>
        <Table
          caption="Agreement by label"
          rows={byLabel}
          rowKey={({ label }) => label}
          columns={[
            { title: 'Label', cell: ({ label }) => label },
            { title: one, numeric: true, cell: row => row.one },
            { title: other, numeric: true, cell: row => row.other },
            { title: 'Both', numeric: true, cell: row => row.both },
            { title: 'κ', numeric: true, cell: row => row.kappa?.toFixed(2) ?? '–' },
          ]}
        />
      </details>
    </section>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong class="figure">{value}</strong> <span class="soft small">{note}</span>
      </dd>
    </div>
  );
}
