import { useState } from 'preact/hooks';
import { type ImportResult, type Job, server } from '../../client/api.js';
import { listen } from '../../client/connection.js';
import { asProblem } from '../../client/request.js';
import { Button, Field, FileButton, useFileDrop } from '../../ui/controls.js';
import { Dialog } from '../../ui/Dialog.js';
import { Progress } from '../../ui/messages.js';
import { counted } from '../../ui/words.js';

interface ImportItem {
  readonly name: string;
  readonly share?: number | undefined;
  readonly step: string;
  readonly state: 'running' | 'done' | 'failed';
}

export function Imports({ corpus, onImported }: { corpus: string; onImported: () => void }) {
  const [imports, setImports] = useState<readonly ImportItem[]>([]);
  const [showsAddresses, setShowsAddresses] = useState(false);
  const update = (at: number, item: ImportItem) =>
    setImports(list => list.map((each, i) => (i === at ? item : each)));
  const importFiles = async (files: readonly File[]) => {
    const first = imports.length;
    setImports([
      ...imports,
      ...files.map(({ name }) => ({ name, step: 'waiting', state: 'running' as const })),
    ]);
    for (const [i, file] of files.entries()) await importFile(corpus, file, item => update(first + i, item));
    onImported();
  };
  const [isOver, dropHandlers] = useFileDrop(importFiles);
  return (
    <section class="stack" aria-labelledby="import-title">
      <h2 id="import-title" class="unseen">
        Import
      </h2>
      <div class={isOver ? 'drop-zone over' : 'drop-zone'} {...dropHandlers}>
        <span>Drop pages here: HTML, WARC, JSONL, or a text file with addresses.</span>
        <span class="row">
          <FileButton
            label="Choose files"
            multiple
            accept=".html,.htm,.xhtml,.warc,.gz,.jsonl,.txt"
            onFiles={importFiles}
          />
          <Button onClick={() => setShowsAddresses(true)}>Paste addresses</Button>
        </span>
      </div>
      <ImportProgress list={imports} />
      <Dialog title="Import by address" open={showsAddresses} onClose={() => setShowsAddresses(false)}>
        {showsAddresses && (
          <Addresses
            onAddresses={text => {
              setShowsAddresses(false);
              void importFiles([new File([text], 'addresses.txt', { type: 'text/plain' })]);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

function ImportProgress({ list }: { list: readonly ImportItem[] }) {
  if (list.length === 0) return null;
  const [running, done, failed] = (['running', 'done', 'failed'] as const).map(state =>
    list.filter(item => item.state === state),
  ) as [ImportItem[], ImportItem[], ImportItem[]];
  return (
    <div class="stack arrivals">
      {running.slice(0, 3).map(({ name, step, share }) => (
        <Progress key={name} label={`${name}: ${step}`} share={share} />
      ))}
      {[...done.slice(-5), ...failed].map(({ name, step, state }) => (
        <p
          key={name}
          class={state === 'failed' ? 'failed' : 'small'}
          role={state === 'failed' ? 'alert' : undefined}
        >
          {name}: {step}
        </p>
      ))}
      <p class="soft small" role="status">
        {counted(done.length, 'file')} imported{running.length > 0 ? `, ${running.length} remaining` : ''}
        {failed.length > 0 ? `, ${failed.length} failed` : ''}.
      </p>
    </div>
  );
}

function Addresses({ onAddresses }: { onAddresses: (text: string) => void }) {
  const [text, setText] = useState('');
  const count = text.split('\n').filter(line => /^https?:\/\/\S+$/.test(line.trim())).length;
  return (
    <form
      class="stack"
      onSubmit={event => {
        event.preventDefault();
        onAddresses(text);
      }}
    >
      <Field
        label="Addresses, one per line"
        hint="The server fetches the pages. Only public addresses are allowed."
      >
        {ids => (
          <textarea {...ids} rows={8} value={text} onInput={event => setText(event.currentTarget.value)} />
        )}
      </Field>
      <div class="row end">
        <Button kind="primary" type="submit" disabled={count === 0}>
          Import {counted(count, 'page')}
        </Button>
      </div>
    </form>
  );
}

/** Imports one file. HTML pages are added directly; other files run as a job. */
async function importFile(corpus: string, file: File, update: (item: ImportItem) => void): Promise<void> {
  const { name } = file;
  update({ name, step: 'sending', state: 'running' });
  try {
    if (/\.x?html?$/i.test(name)) {
      await server.addPage(corpus, file, { id: name.slice(0, 200) });
      update({ name, step: '1 page', state: 'done' });
      return;
    }
    const { job } = await server.importFile(corpus, name, file);
    const result = await followJob(job, ({ step, share }) =>
      update({ name, step: step || 'running', share, state: 'running' }),
    );
    update({ name, step: describeResult(result), state: 'done' });
  } catch (error) {
    const { message, remedy } = asProblem(error);
    update({ name, step: `${message} ${remedy}`.trim(), state: 'failed' });
  }
}

function followJob(job: string, onStep: (job: Job) => void): Promise<ImportResult> {
  return new Promise((resolve, reject) => {
    const stop = listen<Job>(`/v1/jobs/${encodeURIComponent(job)}/events`, 'job', now => {
      onStep(now);
      if (now.state === 'waiting' || now.state === 'running') return;
      stop();
      if (now.state === 'done') resolve(now.result as ImportResult);
      else reject(new Error(now.error ?? 'The import was stopped.'));
    });
  });
}

function describeResult({ added, known, failed, failures }: ImportResult): string {
  const parts = [
    counted(added, 'page'),
    known > 0 ? `${known} already present` : '',
    failed > 0 ? `${failed} failed` : '',
    failures[0] ? `first failure: ${failures[0].record}: ${failures[0].reason}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}
