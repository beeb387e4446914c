import { useState } from 'preact/hooks';
import { readSettings, setDefaultModel } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { clearExtractCache } from '../../page/views.js';
import { Button } from '../../ui/controls.js';
import { confirmed, Dialog } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { ProblemNotice, toast, Waiting } from '../../ui/messages.js';
import { formatScore, formatTime, Metrics, PlotFigure, ScoreBar } from './figures.js';
import { type Model, server } from './server.js';

export function Models({ models, onChanged }: { models: readonly Model[]; onChanged: () => void }) {
  const [opened, setOpened] = useState<string>();
  const shown = models.find(({ id }) => id === opened);
  const settings = useLoaded(readSettings, []);
  const answeringId = settings.data?.model?.id;
  return (
    <>
      <Table
        caption="Trained models"
        rows={models}
        rowKey={({ id }) => id}
        empty="There are no models yet. Train one on a corpus with labels."
        columns={[
          {
            title: 'Model',
            cell: ({ id, name, promoted }) => (
              <span class="row">
                <Button kind="quiet" class="linkish" onClick={() => setOpened(id)}>
                  {name}
                </Button>
                {promoted && <span class="state state-done">in use</span>}
                {id === answeringId && <span class="state state-done">used for all pages</span>}
              </span>
            ),
          },
          { title: 'Method', cell: ({ method }) => method },
          {
            title: 'Trained on',
            cell: ({ corpus, pages }) => <span class="nowrap">{`${corpus}, ${pages} pages`}</span>,
          },
          {
            title: 'F1 on its pages',
            cell: ({ metrics }) =>
              metrics?.own ? (
                <span class="row nowrap">
                  <ScoreBar value={metrics.own.after} /> {formatScore(metrics.own.after)}
                </span>
              ) : (
                '–'
              ),
          },
          { title: 'Created', cell: ({ created }) => <span class="nowrap">{formatTime(created)}</span> },
          {
            title: 'Actions',
            cell: model => (
              <Actions
                model={model}
                isAnswering={model.id === answeringId}
                onChanged={onChanged}
                onAnswering={settings.reload}
              />
            ),
          },
        ]}
      />
      <Dialog title={shown?.name ?? ''} open={shown !== undefined} onClose={() => setOpened(undefined)} wide>
        {shown && <ModelDetails model={shown} />}
      </Dialog>
    </>
  );
}

interface ActionProps {
  readonly model: Model;
  readonly isAnswering: boolean;
  readonly onChanged: () => void;
  readonly onAnswering: () => void;
}

function Actions({ model, isAnswering, onChanged, onAnswering }: ActionProps) {
  const { id, name, method, promoted } = model;
  const promote = () =>
    server.promote(id, !promoted).then(() => {
      toast(promoted ? `${name} is no longer used for ${method}.` : `${name} is now used for ${method}.`);
      onChanged();
    }, toast);
  const remove = async () => {
    const isSure = await confirmed(
      `Remove ${name}?`,
      'This permanently deletes the model. The labels that it was trained on are kept.',
      'Remove model',
    );
    if (isSure) server.removeModel(id).then(onChanged, toast);
  };
  const toggleAnswering = () =>
    setDefaultModel(isAnswering ? null : id).then(() => {
      clearExtractCache();
      toast(isAnswering ? 'The default is used again.' : `${name} is now used for all pages.`);
      onAnswering();
    }, toast);
  return (
    <span class="row nowrap">
      {method === 'adapted' && (
        <Button kind={isAnswering ? 'plain' : 'primary'} onClick={toggleAnswering}>
          {isAnswering ? (
            'Use the default again'
          ) : (
            <>
              Use <span class="unseen">{name} </span>from now on
            </>
          )}
        </Button>
      )}
      <Button onClick={promote} aria-label={`${promoted ? 'Withdraw' : 'Promote'} ${name}`}>
        {promoted ? 'Withdraw' : 'Promote'}
      </Button>
      <Button kind="danger" onClick={remove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </span>
  );
}

function ModelDetails({ model }: { model: Model }) {
  const plots = useLoaded(() => server.modelPlots(model.id), [model.id]);
  return (
    <div class="stack">
      <p class="hint">
        Method {model.method}, trained on {model.pages} pages of {model.corpus} by {model.createdBy}. Model
        id: <code>{model.id}</code>
      </p>
      {model.metrics && <Metrics metrics={model.metrics} />}
      {plots.problem && <ProblemNotice error={plots.problem} />}
      {plots.loading && <Waiting label="Loading plots" />}
      <div class="plots">
        {plots.data?.map(plot => (
          <PlotFigure key={plot.title} plot={plot} />
        ))}
      </div>
    </div>
  );
}
