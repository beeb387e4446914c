import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { readSettings, setDefaultModel } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { clearExtractCache } from '../../page/views.js';
import { Button } from '../../ui/controls.js';
import { Dialog } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { Loading, toast } from '../../ui/messages.js';
import { RemoveButton } from '../../ui/RemoveButton.js';
import { formatScore, formatTime, Metrics, Plots, ScoreBar } from './figures.js';
import { type Model, server } from './server.js';

export function Models({ models, onChanged }: { models: readonly Model[]; onChanged: () => void }) {
  const [opened, setOpened] = useState<string>();
  const shown = models.find(({ id }) => id === opened);
  const settings = useLoaded(readSettings, []);
  const defaultId = settings.data?.model?.id;
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
                {id === defaultId && <span class="state state-done">used for all pages</span>}
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
                isDefault={model.id === defaultId}
                onChanged={onChanged}
                onDefault={settings.reload}
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
  readonly isDefault: boolean;
  readonly onChanged: () => void;
  readonly onDefault: () => void;
}

function Actions({ model, isDefault, onChanged, onDefault }: ActionProps) {
  const { id, name, method, promoted } = model;
  const promote = () =>
    server.promote(id, !promoted).then(() => {
      toast(promoted ? `${name} is no longer used for ${method}.` : `${name} is now used for ${method}.`);
      onChanged();
    }, toast);
  return (
    <span class="row nowrap">
      {method === 'adapted' && (
        <UseModelButton model={model} isDefault={isDefault} onChanged={onDefault}>
          Use <span class="unseen">{name} </span>from now on
        </UseModelButton>
      )}
      <Button onClick={promote} aria-label={`${promoted ? 'Withdraw' : 'Promote'} ${name}`}>
        {promoted ? 'Withdraw' : 'Promote'}
      </Button>
      <RemoveButton
        label={`Remove ${name}`}
        question={`Remove ${name}?`}
        detail="This permanently deletes the model. The labels that it was trained on are kept."
        action="Remove model"
        remove={() => server.removeModel(id)}
        onRemoved={onChanged}
      />
    </span>
  );
}

interface UseModelProps {
  readonly model: Pick<Model, 'id' | 'name'>;
  readonly isDefault: boolean;
  readonly onChanged: () => void;
  readonly children: ComponentChildren;
}

/** Makes a model the default for all pages, or restores the library's own default. */
export function UseModelButton({ model: { id, name }, isDefault, onChanged, children }: UseModelProps) {
  const toggle = () =>
    setDefaultModel(isDefault ? null : id).then(() => {
      clearExtractCache();
      toast(isDefault ? 'The default is used again.' : `${name} is now used for all pages.`);
      onChanged();
    }, toast);
  return (
    <Button kind={isDefault ? 'plain' : 'primary'} onClick={toggle}>
      {isDefault ? 'Use the default again' : children}
    </Button>
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
      <Loading from={plots} label="Loading plots">
        {list => <Plots plots={list} />}
      </Loading>
    </div>
  );
}
