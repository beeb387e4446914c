import { useState } from 'preact/hooks';
import { type Corpus, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { go, hrefTo } from '../../shell/route.js';
import { Button, SelectField, TextField } from '../../ui/controls.js';
import { Dialog, RemoveButton } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { Loading, ProblemNotice } from '../../ui/messages.js';
import { counted } from '../../ui/words.js';
import { AnnotatorName, type AnnotatorProps, SaveBadge } from './header.js';
import { useSaveStatus } from './saving.js';

export function CorpusList({ annotator, byToken }: AnnotatorProps) {
  const { state: saving } = useSaveStatus();
  const corpora = useLoaded(server.corpora, [annotator, saving === 'saved']);
  const [creating, setCreating] = useState(false);
  return (
    <div class="page stack annotator-lists">
      <div class="spread">
        <h1>Corpora</h1>
        <div class="row">
          <SaveBadge />
          <AnnotatorName annotator={annotator} byToken={byToken} />
          <Button kind="primary" onClick={() => setCreating(true)}>
            New corpus
          </Button>
        </div>
      </div>
      <p class="soft">
        A corpus is a set of pages labelled for one purpose. Create a corpus, add your pages to it and label
        them. The labels are used to train and evaluate methods.
      </p>
      <Loading from={corpora} label="Loading corpora">
        {list => <CorpusTable corpora={list} annotator={annotator} onChanged={corpora.reload} />}
      </Loading>
      <Dialog title="New corpus" open={creating} onClose={() => setCreating(false)}>
        {creating && <NewCorpus />}
      </Dialog>
    </div>
  );
}

interface TableProps {
  readonly corpora: readonly Corpus[];
  readonly annotator: string;
  readonly onChanged: () => void;
}

function CorpusTable({ corpora, annotator, onChanged }: TableProps) {
  const labelsOfOthers = ({ labelled }: Corpus) =>
    Object.entries(labelled)
      .filter(([name]) => name !== annotator)
      .map(([name, count]) => `${name}: ${counted(count, 'page')}`)
      .join(', ');
  return (
    <Table
      caption="Corpora"
      rows={corpora}
      rowKey={({ name }) => name}
      empty="There are no corpora yet. Create one to begin."
      columns={[
        {
          title: 'Corpus',
          cell: ({ name, title }) => (
            <a href={hrefTo('annotate', [name])} class="strong">
              {title || name}
            </a>
          ),
        },
        { title: 'Labels', cell: ({ task }) => task ?? '' },
        {
          title: 'Your progress',
          cell: ({ pages, labelled }) => (
            <ShareDone done={labelled[annotator] ?? 0} all={pages} label="pages labelled" />
          ),
        },
        ...(corpora.every(corpus => labelsOfOthers(corpus) === '')
          ? []
          : [{ title: 'Others', cell: labelsOfOthers }]),
        {
          title: 'Actions',
          cell: ({ name, title, pages }) => (
            <RemoveButton
              thing="corpus"
              name={title || name}
              detail={`This permanently deletes ${counted(pages, 'page')} and all labels on them. Export them first if you want to keep them.`}
              remove={() => server.removeCorpus(name)}
              onRemoved={onChanged}
            />
          ),
        },
      ]}
    />
  );
}

export function ShareDone({ done, all, label }: { done: number; all: number; label: string }) {
  return (
    <span class="share-done">
      <progress
        max={Math.max(all, 1)}
        value={Math.min(done, all)}
        aria-label={`${done} of ${all} ${label}`}
      />
      <span class="figure" aria-hidden="true">
        {done} of {all} done
      </span>
    </span>
  );
}

function NewCorpus() {
  const sets = useLoaded(server.labelSets, []);
  const [title, setTitle] = useState('');
  const [task, setTask] = useState('content');
  const [problem, setProblem] = useState<unknown>();
  const name = nameFrom(title);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await server.createCorpus({ name, title: title.trim(), task });
      go(hrefTo('annotate', [name]));
    } catch (error) {
      setProblem(error);
    }
  };
  const choices = (sets.data ?? []).map(set => ({
    value: set.name,
    title: `${set.name}: ${set.labels.length > 6 ? counted(set.labels.length, 'label') : set.labels.map(each => each.title || each.name).join(', ')}`,
  }));
  return (
    <form class="stack" onSubmit={submit}>
      <TextField
        label="Title"
        value={title}
        onValue={setTitle}
        hint={name === '' ? 'For example: News, March' : `Name in addresses and files: ${name}`}
      />
      <SelectField
        label="Labels"
        hint="The labels to choose from while labelling."
        value={task}
        choices={choices}
        onValue={setTask}
      />
      {problem !== undefined && <ProblemNotice error={problem} />}
      <div class="row end">
        <Button kind="primary" type="submit" disabled={name === ''}>
          Create corpus
        </Button>
      </div>
    </form>
  );
}

/** Derives a corpus name from its title; empty if the title has no letters or digits. */
function nameFrom(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
}
