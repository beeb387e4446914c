import { useState } from 'preact/hooks';
import { type Job, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { toggled } from '../../client/state.js';
import { methodChoices, sourceOf } from '../../page/methods.js';
import { Button, CheckField, SelectField, TextField } from '../../ui/controls.js';
import { Loading, Notice, toast } from '../../ui/messages.js';
import { counted } from '../../ui/words.js';

export function TrainForm({ onStarted }: { onStarted: (job: Job) => void }) {
  const choices = useLoaded(async () => {
    const [methods, corpora] = await Promise.all([server.trainable(), server.corpora()]);
    return { methods, corpora };
  }, []);
  const [method, setMethod] = useState('adapted');
  const [corpus, setCorpus] = useState('');
  const [annotator, setAnnotator] = useState('');
  const [name, setName] = useState('');
  if (!choices.data) return <Loading from={choices} label="Loading choices" />;
  const { methods, corpora } = choices.data;
  if (corpora.length === 0) {
    return (
      <Notice title="There is no corpus yet.">
        <p>
          A method learns from labelled pages. <a href="#/annotate">Create a corpus</a> and label three pages,
          or report errors in the <a href="#/read">reader</a>.
        </p>
      </Notice>
    );
  }
  const chosen = corpora.find(own => own.name === corpus) ?? corpora[0]!;
  const annotators = Object.keys(chosen.labelled).sort();
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const named = name.trim() || undefined;
    const whose = annotators.includes(annotator) ? annotator : undefined;
    server
      .start({ kind: 'train', method, corpus: chosen.name, annotator: whose, name: named })
      .then(onStarted, toast);
  };
  return (
    <form class="stack experiment-form" onSubmit={start}>
      <SelectField
        label="Method"
        hint={`Learns from ${methods.find(own => own.name === method)?.needs ?? 'labels'}.`}
        value={method}
        onValue={setMethod}
        choices={methods.map(own => ({ value: own.name, title: `${own.name}: ${own.title}` }))}
      />
      <SelectField
        label="Corpus"
        hint="The method is trained on its labelled pages."
        value={chosen.name}
        onValue={setCorpus}
        choices={corpora.map(own => ({
          value: own.name,
          title: `${own.title || own.name} (${counted(own.pages, 'page')})`,
        }))}
      />
      {annotators.length > 1 && (
        <SelectField
          label="Labels of"
          hint="Several people labelled this corpus. Agreed labels are those that somebody adjudicated."
          value={annotators.includes(annotator) ? annotator : ''}
          onValue={setAnnotator}
          choices={[
            { value: '', title: 'Agreed labels, else the latest of each page' },
            ...annotators.map(value => ({ value, title: `${value} (${chosen.labelled[value]} done)` })),
          ]}
        />
      )}
      <TextField
        label="Name of the model"
        hint="Leave empty to name it after the method and the corpus."
        value={name}
        onValue={setName}
      />
      <Button kind="primary" type="submit">
        Start training
      </Button>
    </form>
  );
}

export function EvaluateForm({ onStarted }: { onStarted: (job: Job) => void }) {
  const choices = useLoaded(async () => {
    const [methods, corpora, own] = await Promise.all([
      methodChoices(),
      server.evaluable(),
      server.corpora(),
    ]);
    const titles = new Map(own.map(({ name, title }) => [name, title || name]));
    return { methods, corpora, titles };
  }, []);
  const [corpus, setCorpus] = useState('');
  const [limit, setLimit] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['default', 'readability']));
  if (!choices.data) return <Loading from={choices} label="Loading choices" />;
  const { methods, corpora, titles } = choices.data;
  if (corpora.length === 0) {
    return (
      <Notice title="There is no corpus to evaluate on.">
        <p>
          <a href="#/annotate">Create one</a> and label some pages.
        </p>
      </Notice>
    );
  }
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const sources = [...chosen].map(sourceOf);
    const pages = Number.parseInt(limit, 10);
    server
      .start({
        kind: 'evaluate',
        corpus: corpus || corpora[0]!.name,
        methods: sources.flatMap(({ method }) => method ?? []),
        models: sources.flatMap(({ model }) => model ?? []),
        limit: pages > 0 ? pages : undefined,
      })
      .then(onStarted, toast);
  };
  return (
    <form class="stack experiment-form" onSubmit={start}>
      <SelectField
        label="Corpus"
        value={corpus || corpora[0]!.name}
        onValue={setCorpus}
        choices={corpora.map(({ name, place, pages }) => {
          const title = (place === 'store' && titles.get(name)) || name;
          return {
            value: name,
            title: pages === undefined ? title : `${title} (${counted(pages, 'page')})`,
            group: place === 'store' ? 'Labelled here' : 'On disk',
          };
        })}
      />
      <TextField
        label="Maximum number of pages"
        hint="Leave empty for all pages."
        value={limit}
        onValue={setLimit}
      />
      <div class="method-choices">
        {[...new Set(methods.map(own => own.group))].map(group => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {methods
              .filter(own => own.group === group)
              .map(({ value, title }) => (
                <CheckField
                  key={value}
                  label={title}
                  checked={chosen.has(value)}
                  onChecked={() => setChosen(toggled(chosen, value))}
                />
              ))}
          </fieldset>
        ))}
      </div>
      <Button kind="primary" type="submit" disabled={chosen.size === 0}>
        Start evaluation
      </Button>
    </form>
  );
}
