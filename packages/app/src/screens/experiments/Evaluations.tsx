import { useState } from 'preact/hooks';
import { escapeText } from 'webpith/stages';
import {
  type Evaluation,
  type EvaluationRow,
  type EvaluationWithPlots,
  type Model,
  type PageScores,
  server,
} from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { methodChoices } from '../../page/methods.js';
import { go, hrefTo } from '../../shell/route.js';
import { Button, DownloadButton, SelectField } from '../../ui/controls.js';
import { RemoveButton } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { Loading, toast } from '../../ui/messages.js';
import { counted, formatTime } from '../../ui/words.js';
import { formatScore, Plots, ScoreBar } from './figures.js';

interface RunRow extends EvaluationRow {
  readonly run: Evaluation;
}

interface EvaluationsProps {
  readonly runs: readonly Evaluation[];
  readonly models: readonly Model[];
  readonly onChanged: () => void;
}

export function Evaluations({ runs, models, onChanged }: EvaluationsProps) {
  const [picked, setPicked] = useState<readonly string[]>();
  const chosen = picked ?? runs.slice(0, 1).map(({ id }) => id);
  const shown = runs.filter(({ id }) => chosen.includes(id));
  const toggle = (id: string) =>
    setPicked(chosen.includes(id) ? chosen.filter(own => own !== id) : [...chosen, id]);
  if (runs.length === 0)
    return <p class="empty">There are no runs yet. Evaluate some methods on a corpus.</p>;
  return (
    <div class="stack">
      <Table
        caption="Runs"
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Show',
            cell: ({ id, corpus, created }) => (
              <input
                type="checkbox"
                aria-label={`Show the run on ${corpus} of ${formatTime(created)}`}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
            ),
          },
          { title: 'Corpus', cell: ({ corpus }) => <span class="strong">{corpus}</span> },
          { title: 'Pages', numeric: true, cell: ({ pages }) => pages },
          { title: 'Methods', cell: ({ table }) => table.map(({ name }) => name).join(', ') },
          { title: 'Created', cell: ({ created }) => <span class="nowrap">{formatTime(created)}</span> },
          {
            title: 'Actions',
            cell: ({ id, corpus }) => (
              <RemoveButton
                thing="run"
                name={`on ${corpus}`}
                detail="This permanently deletes the results of the run."
                remove={() => server.removeEvaluation(id)}
                onRemoved={onChanged}
              />
            ),
          },
        ]}
      />
      {shown.length > 0 && <Comparison runs={shown} models={models} />}
      {shown.map(({ id }) => (
        <LoadedRun key={id} id={id} />
      ))}
    </div>
  );
}

function Comparison({ runs, models }: Pick<EvaluationsProps, 'runs' | 'models'>) {
  const isTrainedOn = ({ name, run }: RunRow) =>
    models.some(model => model.name === name && model.corpus === run.corpus);
  const rows = runs.flatMap(run => run.table.map((row): RunRow => ({ ...row, run })));
  const best = Math.max(...rows.map(({ f1 }) => f1));
  return (
    <Table
      caption="Methods of the selected runs"
      rows={rows}
      rowKey={({ run, name }) => `${run.id} ${name}`}
      columns={[
        {
          title: 'Method',
          cell: row => (
            <span class="row">
              <span class="strong">{row.name}</span>
              {isTrainedOn(row) && (
                <span class="state" title="The model has seen these pages, so other pages may score lower.">
                  training pages
                </span>
              )}
            </span>
          ),
        },
        ...(runs.length > 1 ? [{ title: 'Corpus', cell: ({ run }: RunRow) => run.corpus }] : []),
        {
          title: 'F1 with 95 % interval',
          cell: ({ f1, low, high }) => (
            <span class="row nowrap">
              <ScoreBar value={f1} low={low} high={high} />
              <span class={f1 === best ? 'strong' : ''}>{formatScore(f1)}</span>
              <span class="hint">
                {formatScore(low)} to {formatScore(high)}
              </span>
            </span>
          ),
        },
        { title: 'Precision', numeric: true, cell: ({ precision }) => formatScore(precision) },
        { title: 'Recall', numeric: true, cell: ({ recall }) => formatScore(recall) },
        {
          title: 'p',
          numeric: true,
          cell: ({ p }) => (p === undefined ? '' : p < 0.001 ? '<0.001' : p.toFixed(3)),
        },
        { title: 'Failed', numeric: true, cell: ({ failed }) => failed },
        { title: 'ms per page', numeric: true, cell: ({ msPerPage }) => msPerPage.toFixed(1) },
      ]}
    />
  );
}

function LoadedRun({ id }: { id: string }) {
  const run = useLoaded(() => server.evaluation(id), [id]);
  return (
    <Loading from={run} label="Loading the run">
      {data => <RunPlots run={data} />}
    </Loading>
  );
}

function RunPlots({ run }: { run: EvaluationWithPlots }) {
  const { corpus: title, plots, pages, measure, digest } = run;
  return (
    <section class="stack" aria-label={`Run on ${title}`}>
      <div class="spread">
        <h3>{title}</h3>
        <DownloadButton
          content={htmlReport(run)}
          name={`${title}-${run.created.slice(0, 10)}.html`}
          type="text/html"
          label="Download report"
        />
      </div>
      <p class="hint">
        {counted(pages, 'page')}, {measure}, corpus digest {digest.slice(0, 12)}
      </p>
      <WorstPages run={run} />
      <Plots plots={plots} />
    </section>
  );
}

const FEW = 15;

function WorstPages({ run }: { run: EvaluationWithPlots }) {
  const names = run.table.map(({ name }) => name);
  const [method, setMethod] = useState(names[0] ?? '');
  const [all, setAll] = useState(false);
  const f1 = (page: PageScores) => page.f1[method] ?? 0;
  const pages = run.each.toSorted((a, b) => f1(a) - f1(b));
  if (pages.length === 0) return null;
  const open = async ({ page }: PageScores) => {
    try {
      const [view, choices] = await Promise.all([server.viewOf(run.id, page), methodChoices()]);
      const chosen = (name: string) =>
        choices.find(({ value, title }) => value === name || title === name)?.value;
      const one = chosen(method) ?? 'default';
      const two = one === 'default' ? names.map(chosen).find(value => value && value !== one) : 'default';
      go(hrefTo('inspect', [], { view, method: one === 'default' ? undefined : one, with: two }));
    } catch (error) {
      toast(error);
    }
  };
  return (
    <div class="stack">
      <SelectField
        label="Worst pages of"
        value={method}
        onValue={setMethod}
        choices={names.map(name => ({ value: name, title: name }))}
      />
      <Table
        caption={`Worst pages of ${method}`}
        rows={all ? pages : pages.slice(0, FEW)}
        rowKey={({ page }) => page}
        columns={[
          {
            title: 'Page',
            cell: page => (
              <Button kind="quiet" class="linkish clipped" onClick={() => open(page)}>
                {page.title ?? page.url ?? page.page}
                <span class="unseen">: compare on the page</span>
              </Button>
            ),
          },
          ...names.map(name => ({
            title: name,
            numeric: true,
            cell: (page: PageScores) => (page.f1[name] === undefined ? '–' : formatScore(page.f1[name])),
          })),
        ]}
      />
      {pages.length > FEW && (
        <Button kind="quiet" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Fewer' : `All ${pages.length} pages`}
        </Button>
      )}
    </div>
  );
}

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.3rem .7rem;border-bottom:1px solid #ccc;text-align:left}';

function htmlReport({ corpus, created, pages, measure, digest, table, plots, each }: EvaluationWithPlots) {
  const names = table.map(({ name }) => name);
  const scores = table.map(({ name, f1, low, high, precision, recall, failed, msPerPage }) => {
    const interval = `${formatScore(low)} to ${formatScore(high)}`;
    const rates = [formatScore(precision), formatScore(recall)];
    return [name, formatScore(f1), interval, ...rates, `${failed}`, msPerPage.toFixed(1)];
  });
  const worst = each.map(page => [
    page.title ?? page.url ?? page.page,
    ...names.map(name => page.f1[name]?.toFixed(3) ?? '–'),
  ]);
  const head = ['Method', 'F1', '95 % interval', 'Precision', 'Recall', 'Failed', 'ms per page'];
  const title = escapeText(corpus);
  const about = `${counted(pages, 'page')}, ${measure}, corpus digest ${digest}, created ${created}.`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}: methods compared</title><style>${STYLE}</style></head><body>
<h1>Methods on ${title}</h1>
<p>${escapeText(about)}</p>
${htmlTable([head, ...scores])}
${plots.map(plotImage).join('\n')}
<h2>Worst pages</h2>
${htmlTable([['Page', ...names], ...worst])}
</body></html>
`;
}

function htmlTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const row = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map(cell => `<${tag}>${escapeText(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${row('th', head)}${rows.map(cells => row('td', cells)).join('')}</table>`;
}

function plotImage({ title, svg }: EvaluationWithPlots['plots'][number]): string {
  const words = escapeText(title);
  return `<h2>${words}</h2><img alt="${words}" src="data:image/svg+xml,${encodeURIComponent(svg)}">`;
}
