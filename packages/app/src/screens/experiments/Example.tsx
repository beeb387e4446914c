import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Model, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { openPage } from '../../page/views.js';
import { go, hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/controls.js';
import { toast } from '../../ui/messages.js';

const CORPUS = 'one-site';
const PAGES = 10;

/** Ten pages of one site, then one page of another. */
async function loadPages(): Promise<{ url: string; html: string }[]> {
  const { default: text } = await import('../../page/examples/sites.txt?raw');
  const parts = text.split(/^<!-- page (.*) -->\n/m).slice(1);
  return Array.from({ length: PAGES + 1 }, (_, at) => ({ url: parts[2 * at]!, html: parts[2 * at + 1]! }));
}

async function addPages(): Promise<void> {
  const pages = (await loadPages()).slice(0, PAGES);
  await server.createCorpus({ name: CORPUS, title: 'Pages of one site', task: 'roles' });
  for (const [at, { html, url }] of pages.entries())
    await server.addPage(CORPUS, new Blob([html]), { id: `story-${at + 1}`, url });
}

async function readOtherSite({ id }: Model): Promise<void> {
  const view = await openPage((await loadPages())[PAGES]!);
  go(hrefTo('read', [], { view, method: `model:${id}` }));
}

/** The premise of the wrapper in four steps: labelled pages of one site are enough to extract those of other sites. */
export function Example({ models }: { models: readonly Model[] }) {
  const corpora = useLoaded(server.corpora, [models]);
  const [isBusy, setIsBusy] = useState(false);
  const corpus = corpora.data?.find(({ name }) => name === CORPUS);
  const labelled = Math.max(0, ...Object.values(corpus?.labelled ?? {}));
  const isLabelled = corpus !== undefined && labelled >= corpus.pages;
  const model = models.find(own => own.corpus === CORPUS && own.method === 'wrapper');
  const run = (work: () => Promise<unknown>) => {
    setIsBusy(true);
    work()
      .then(corpora.reload, toast)
      .finally(() => setIsBusy(false));
  };
  const train = () =>
    server.start({ kind: 'train', method: 'wrapper', corpus: CORPUS, name: 'Wrapper of one site' });
  return (
    <div class="stack">
      <p class="soft">
        The wrapper of Wang et al. (2009) learns from a few pages of one site and extracts title and text from
        pages of other sites. These four steps show it on pages of two invented sites.
      </p>
      <ol class="plain-list stack example">
        <Step title="1. Add ten pages of one site" isDone={corpus !== undefined}>
          <Button disabled={isBusy || !corpora.data || corpus !== undefined} onClick={() => run(addPages)}>
            Add the pages
          </Button>
        </Step>
        <Step title="2. Label title and body" isDone={isLabelled}>
          {corpus === undefined ? (
            <p class="hint">The pages are labelled in the annotator.</p>
          ) : (
            <p class="hint">
              {labelled} of {corpus.pages} pages labelled. On each page, <kbd>Shift</kbd> <kbd>A</kbd> accepts
              the suggestions and <kbd>Shift</kbd> <kbd>D</kbd> goes to the next page.{' '}
              <a href={hrefTo('annotate', [CORPUS])}>Label the pages</a>
            </p>
          )}
        </Step>
        <Step title="3. Train the wrapper" isDone={model !== undefined}>
          <Button disabled={isBusy || !isLabelled || model !== undefined} onClick={() => run(train)}>
            Train the wrapper
          </Button>
        </Step>
        <Step title="4. Extract from another site" isDone={false}>
          <Button
            kind="primary"
            disabled={isBusy || model === undefined}
            onClick={() => run(() => readOtherSite(model!))}
          >
            Read a page of another site
          </Button>
        </Step>
      </ol>
    </div>
  );
}

function Step(props: { title: string; isDone: boolean; children: ComponentChildren }) {
  return (
    <li class="stack">
      <strong>
        {props.title} {props.isDone && <span class="state state-done">done</span>}
      </strong>
      <div>{props.children}</div>
    </li>
  );
}
