import { useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { Button } from '../../ui/Button.js';
import { SelectField, TextField } from '../../ui/Field.js';
import { Notice, ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { toast } from '../../ui/toast.js';
import { type Job, server } from './server.js';

/** Chooses method and corpus and starts a training. */
export function TrainForm({ onStarted }: { onStarted: (job: Job) => void }) {
  const choices = useLoaded(async () => {
    const [methods, corpora] = await Promise.all([server.trainable(), server.corpora()]);
    return { methods, corpora };
  }, []);
  const [method, setMethod] = useState('adapted');
  const [corpus, setCorpus] = useState('');
  const [name, setName] = useState('');
  if (choices.problem) return <ProblemNotice error={choices.problem} />;
  if (!choices.data) return <Waiting label="Loading choices" />;
  const { methods, corpora } = choices.data;
  if (corpora.length === 0) {
    return (
      <Notice title="There is no corpus yet.">
        <p>
          A method learns from labelled pages. <a href="#/annotate">Make a corpus</a> and label three pages,
          or report what is wrong in the <a href="#/read">reader</a>.
        </p>
      </Notice>
    );
  }
  const chosen = corpus || corpora[0]!.name;
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const named = name.trim() === '' ? {} : { name: name.trim() };
    server.start({ kind: 'train', method, corpus: chosen, ...named }).then(onStarted, toast);
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
        hint="Its labelled pages are learned from."
        value={chosen}
        onValue={setCorpus}
        choices={corpora.map(own => ({
          value: own.name,
          title: `${own.title || own.name} (${own.pages} pages)`,
        }))}
      />
      <TextField
        label="Name of the model"
        hint="Left empty, it is named for method and corpus."
        value={name}
        onValue={setName}
      />
      <Button kind="primary" type="submit">
        Start training
      </Button>
    </form>
  );
}
