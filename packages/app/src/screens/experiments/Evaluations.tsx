import { useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { Button } from '../../ui/Button.js';
import { confirmed } from '../../ui/confirm.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { DownloadButton } from '../../ui/save.js';
import { Table } from '../../ui/Table.js';
import { toast } from '../../ui/toast.js';
import { formatScore, formatTime, PlotFigure, ScoreBar } from './figures.js';
import { htmlReport } from './run-report.js';
import { type Evaluation, type EvaluationRow, server } from './server.js';
import { WorstPages } from './WorstPages.js';

/** A method in a run. */
interface RunRow extends EvaluationRow {
  readonly run: Evaluation;
}

/** Runs to choose from, and those that are chosen side by side. */
export function Evaluations({ runs, onChanged }: { runs: readonly Evaluation[]; onChanged: () => void }) {
  const [picked, setPicked] = useState<readonly string[]>();
  const chosen = picked ?? runs.slice(0, 1).map(({ id }) => id);
  const shown = runs.filter(({ id }) => chosen.includes(id));
  const toggle = (id: string) =>
    setPicked(chosen.includes(id) ? chosen.filter(own => own !== id) : [...chosen, id]);
  const remove = async (id: string) => {
    const isSure = await confirmed({
      title: 'Remove this run?',
      detail: 'Its table and its pages are gone for good.',
      action: 'Remove run',
      isDangerous: true,
    });
    if (isSure) server.removeEvaluation(id).then(onChanged, toast);
  };
  if (runs.length === 0) return <p class="empty">No run yet. Evaluate some methods on a corpus.</p>;
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
          { title: 'Made', cell: ({ created }) => <span class="nowrap">{formatTime(created)}</span> },
          {
            title: 'Actions',
            cell: ({ id, corpus }) => (
              <Button kind="danger" aria-label={`Remove the run on ${corpus}`} onClick={() => remove(id)}>
                Remove
              </Button>
            ),
          },
        ]}
      />
      {shown.length > 0 && <Comparison runs={shown} />}
      {shown.map(({ id, corpus }) => (
        <RunPlots key={id} id={id} title={corpus} />
      ))}
    </div>
  );
}

function Comparison({ runs }: { runs: readonly Evaluation[] }) {
  const rows = runs.flatMap(run => run.table.map((row): RunRow => ({ ...row, run })));
  const best = Math.max(...rows.map(({ f1 }) => f1));
  return (
    <Table
      caption="Methods of the chosen runs"
      rows={rows}
      rowKey={({ run, name }) => `${run.id} ${name}`}
      columns={[
        { title: 'Method', cell: ({ name }) => <span class="strong">{name}</span> },
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
        { title: 'ms a page', numeric: true, cell: ({ msPerPage }) => msPerPage.toFixed(1) },
      ]}
    />
  );
}

function RunPlots({ id, title }: { id: string; title: string }) {
  const run = useLoaded(() => server.evaluation(id), [id]);
  if (run.problem) return <ProblemNotice error={run.problem} />;
  if (!run.data) return <Waiting label="Loading the run" />;
  const { plots, pages, measure, digest } = run.data;
  return (
    <section class="stack" aria-label={`Run on ${title}`}>
      <div class="spread">
        <h3>{title}</h3>
        <DownloadButton
          content={htmlReport(run.data)}
          name={`${title}-${run.data.created.slice(0, 10)}.html`}
          type="text/html"
          label="Report as a file"
        />
      </div>
      <p class="hint">
        {pages} pages, {measure}, corpus digest {digest.slice(0, 12)}
      </p>
      <WorstPages run={run.data} />
      <div class="plots">
        {plots.map(plot => (
          <PlotFigure key={plot.title} plot={plot} />
        ))}
      </div>
    </section>
  );
}
