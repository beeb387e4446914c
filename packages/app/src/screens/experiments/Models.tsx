import { useState } from 'preact/hooks';
import { type BeforeAfter, type Model, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { clearExtractCache } from '../../page/views.js';
import { Button } from '../../ui/controls.js';
import { confirmed, Dialog, RemoveButton } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { Loading, toast } from '../../ui/messages.js';
import { counted, formatTime } from '../../ui/words.js';
import { Change, describeInterval, formatScore, Metrics, Plots } from './figures.js';

export function Models({ models, onChanged }: { models: readonly Model[]; onChanged: () => void }) {
  const [opened, setOpened] = useState<string>();
  const shown = models.find(({ id }) => id === opened);
  const settings = useLoaded(server.settings, []);
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
            cell: ({ id, name }) => (
              <span class="row">
                <Button kind="quiet" class="linkish" onClick={() => setOpened(id)}>
                  {name}
                </Button>
                {id === defaultId && <span class="state state-done">in use</span>}
              </span>
            ),
          },
          { title: 'Method', cell: ({ method }) => method },
          { title: 'Trained on', cell: model => <TrainedOn model={model} /> },
          {
            title: 'F1 on pages left out of training',
            cell: ({ metrics }) => <HeldOut metrics={metrics} />,
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

function Actions(props: ActionProps) {
  const { id, name, method } = props.model;
  return (
    <span class="row nowrap">
      {method === 'adapted' && <UseModelButton {...props} />}
      <RemoveButton
        thing="model"
        name={name}
        detail="This permanently deletes the model. The labels that it was trained on are kept."
        remove={() => server.removeModel(id)}
        onRemoved={props.onChanged}
      />
    </span>
  );
}

function TrainedOn({ model: { corpus, pages, metrics } }: { model: Model }) {
  const names = metrics?.annotators ?? [];
  return (
    <span>
      {corpus}, {counted(pages, 'page')}
      {names.length > 0 && <span class="hint"> labelled by {names.join(', ')}</span>}
    </span>
  );
}

/** The change of F1 to expect on new pages, measured on pages left out of training. */
function HeldOut({ metrics }: Pick<Model, 'metrics'>) {
  const heldOut = metrics?.heldOut;
  if (heldOut === undefined) return <span class="soft">not measured</span>;
  const change = heldOut.after - heldOut.before;
  return (
    <span class="row nowrap">
      {formatScore(heldOut.after)}
      <Change value={change} />
      <span class="hint">{describeInterval(heldOut)}</span>
    </span>
  );
}

/**
 * Sets the default model of the server, or resets it to the library's own. Warns unless the model is better on pages
 * left out of training.
 */
function UseModelButton({ model: { id, name, metrics }, isDefault, onDefault }: ActionProps) {
  const heldOut = metrics?.heldOut;
  const isBetter = heldOut !== undefined && heldOut.after > heldOut.before;
  const toggle = async () => {
    const isSure = isDefault || isBetter || (await confirmed(...warning(name, heldOut)));
    if (!isSure) return;
    await server.setDefaultModel(isDefault ? null : id);
    clearExtractCache();
    toast(isDefault ? 'The default is used again.' : `${name} is now used for all pages.`);
    onDefault();
  };
  return (
    <Button kind={isBetter && !isDefault ? 'primary' : 'plain'} onClick={() => toggle().catch(toast)}>
      {isDefault ? (
        'Use the default again'
      ) : (
        <span>
          Use <span class="unseen">{name} </span>
          {isBetter ? 'from now on' : 'anyway'}
        </span>
      )}
    </Button>
  );
}

function warning(name: string, heldOut: BeforeAfter | undefined) {
  const detail =
    heldOut === undefined
      ? `${name} was not measured on pages left out of training, so its effect on other pages is unknown.`
      : `On pages left out of training, ${name} scores ${formatScore(heldOut.after)} and the default ${formatScore(heldOut.before)}. It is likely to make other pages worse.`;
  return [`${name} is not better than the default`, detail, 'Use it anyway', 'primary'] as const;
}

function ModelDetails({ model }: { model: Model }) {
  const plots = useLoaded(() => server.modelPlots(model.id), [model.id]);
  return (
    <div class="stack">
      <p class="hint">
        Method {model.method}, trained by {model.createdBy} on <TrainedOn model={model} />. Model id:{' '}
        <code>{model.id}</code>
      </p>
      {model.metrics && <Metrics metrics={model.metrics} />}
      <Loading from={plots} label="Loading plots">
        {list => <Plots plots={list} />}
      </Loading>
    </div>
  );
}
