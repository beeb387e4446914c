import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageSource } from '../client/api.js';
import { asProblem, type RequestProblem } from '../client/request.js';
import { withWaiting } from '../client/waiting.js';
import { Button, FileButton, useFileDrop } from '../ui/controls.js';
import { ProblemNotice } from '../ui/messages.js';
import { EXAMPLES, type ExamplePage, sourceFromFile, sourceFromText } from './source.js';
import { type OpenedPage, openPage } from './views.js';
import './page-input.css';

interface Props {
  readonly action: string;
  readonly onOpened: (page: OpenedPage) => void;
  readonly initial?: string;
}

export function PageInput({ action, onOpened, initial = '' }: Props) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RequestProblem>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const open = async (source: () => PageSource | Promise<PageSource>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onOpened({ view: await openPage(await source()) });
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = () => {
    if (text.trim() === '' || busy) return;
    const source = sourceFromText(text);
    if (source.html === undefined && source.url !== undefined) onOpened({ url: source.url });
    else void open(() => source);
  };
  const take = ([file]: readonly File[]) => {
    if (file !== undefined) void open(() => sourceFromFile(file));
  };
  const [isOver, dropHandlers] = useFileDrop(take);
  const tryExample = ({ url, load }: ExamplePage) =>
    void open(async () => ({ html: await withWaiting('Loading the example', load()), url }));

  return (
    <form
      class={isOver ? 'page-input dragging' : 'page-input'}
      aria-busy={busy}
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
      {...dropHandlers}
    >
      <label class="unseen" for="page-input">
        Address or HTML of a page
      </label>
      <textarea
        id="page-input"
        ref={field}
        rows={3}
        spellcheck={false}
        placeholder="Paste an address or HTML, or drop a file here"
        value={text}
        onInput={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          // Enter submits an address, which is a single line, but inserts a line break into HTML.
          const goes = event.key === 'Enter' && !event.shiftKey && (!/[\n<]/.test(text) || event.ctrlKey);
          if (!goes) return;
          event.preventDefault();
          submit();
        }}
      />
      <div class="row page-input-row">
        <Button kind="primary" type="submit" disabled={busy || text.trim() === ''}>
          {busy ? 'Working…' : action}
        </Button>
        <FileButton
          label="Choose a file"
          accept=".html,.htm,.xhtml,.mht,.mhtml,.gz,text/html"
          onFiles={take}
        />
        <span class="examples">
          Try an example:
          {EXAMPLES.map(example => (
            <button
              key={example.name}
              type="button"
              class="link"
              disabled={busy}
              onClick={() => tryExample(example)}
            >
              {example.title.toLowerCase()}
            </button>
          ))}
        </span>
      </div>
      {problem !== undefined && <ProblemNotice error={problem} />}
    </form>
  );
}
