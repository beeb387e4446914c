import { useState } from 'preact/hooks';
import { ADJUDICATED, type StoredPage, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { storedState, storeState } from '../../client/state.js';
import { go, hrefTo } from '../../shell/route.js';
import { Segments, SelectField } from '../../ui/controls.js';
import { RemoveButton } from '../../ui/Dialog.js';
import { Table } from '../../ui/layout.js';
import { Loading, toast, Waiting } from '../../ui/messages.js';
import { counted } from '../../ui/words.js';
import { ShareDone } from './CorpusList.js';
import { AnnotatorName, type AnnotatorProps, Crumbs, SaveBadge } from './header.js';
import { Imports } from './Imports.js';
import { useSaveStatus } from './saving.js';
import type { LabelPageProps } from './Workspace.js';

const STATES = [
  { value: 'all', title: 'All' },
  { value: 'todo', title: 'To do' },
  { value: 'done', title: 'Done' },
] as const;
type State = (typeof STATES)[number]['value'];
const ORDERS = [
  { value: 'added', title: 'As added' },
  { value: 'uncertain', title: 'Least certain first' },
] as const;

export function PageList({ corpus, annotator, byToken }: AnnotatorProps & { corpus: string }) {
  const about = useLoaded(() => server.corpus(corpus), [corpus]);
  const { state: saving } = useSaveStatus();
  // Labels of the previous page may still be in transit.
  const pages = useLoaded(() => server.pages(corpus), [corpus, saving === 'saved']);
  const [state, setState] = useState<State>('all');
  const [order, setOrder] = useState<Order>(() => (storedOrder(corpus).length > 0 ? 'uncertain' : 'added'));
  const [isSorting, setIsSorting] = useState(false);
  const list = sortPages(corpus, pages.data ?? []);
  const sort = (wanted: Order) => {
    setOrder(wanted);
    if (wanted === 'added') return storeState(`queue-${corpus}`, NO_ORDER);
    setIsSorting(true);
    const store = (found: readonly { page: string }[]) =>
      storeState(`queue-${corpus}`, { ids: found.map(({ page }) => page) });
    server
      .uncertain(corpus)
      .then(store, toast)
      .finally(() => setIsSorting(false));
  };
  const isDone = (page: StoredPage) => page.labels[annotator]?.done === true;
  const shown = list.filter(page => state === 'all' || isDone(page) === (state === 'done'));
  const next = list.find(page => !isDone(page));
  return (
    <div class="page stack annotator-lists">
      <Crumbs />
      <div class="spread">
        <h1>{about.data?.title || corpus}</h1>
        <div class="row">
          <SaveBadge />
          <AnnotatorName annotator={annotator} byToken={byToken} />
          <a class="button" href={hrefTo('annotate', [corpus], { compare: '' })}>
            Compare annotators
          </a>
          {next && (
            <a class="button primary" href={hrefTo('annotate', [corpus, next.id])}>
              Label the next page
            </a>
          )}
        </div>
      </div>
      {pages.data && <ShareDone done={list.filter(isDone).length} all={list.length} label="pages done" />}
      <Imports corpus={corpus} onImported={pages.reload} />
      {list.length > 0 && (
        <div class="row">
          <Segments label="Which pages" value={state} choices={STATES} onValue={setState} />
          <Segments<Order> label="Order of pages" value={order} choices={ORDERS} onValue={sort} />
          {isSorting && <Waiting label="Sorting pages by certainty" />}
        </div>
      )}
      <Loading from={pages} label="Loading pages">
        {all => (
          <PageTable
            corpus={corpus}
            pages={shown}
            annotator={annotator}
            isEmpty={all.length === 0}
            onChanged={pages.reload}
          />
        )}
      </Loading>
      {list.length > 0 && <Exports corpus={corpus} pages={list} annotator={annotator} />}
    </div>
  );
}

/** Everyone who has labelled one of these pages, and the current annotator. */
export function annotatorsOf(pages: readonly StoredPage[], self: string): string[] {
  return [...new Set([self, ...pages.flatMap(({ labels }) => Object.keys(labels))])].sort();
}

interface TableProps {
  readonly corpus: string;
  readonly pages: readonly StoredPage[];
  readonly annotator: string;
  readonly isEmpty: boolean;
  readonly onChanged: () => void;
}

function PageTable({ corpus, pages, annotator, isEmpty, onChanged }: TableProps) {
  const others = annotatorsOf(pages, annotator).filter(name => name !== annotator);
  const labelsOfOthers = ({ labels }: StoredPage) =>
    others
      .flatMap(name =>
        labels[name] === undefined
          ? []
          : [`${name}${labels[name].done ? ' ✓' : ''}: ${counted(labels[name].count, 'label')}`],
      )
      .join(', ');
  return (
    <Table
      caption="Pages"
      rows={pages}
      rowKey={({ id }) => id}
      empty={isEmpty ? 'There are no pages yet. Drop some above.' : 'No pages match the filter.'}
      columns={[
        {
          title: 'Page',
          cell: ({ id, title, url, name }) => (
            <span class="column page-cell">
              <a href={hrefTo('annotate', [corpus, id])} class="strong">
                {title || url || name}
              </a>
              {title && url && <span class="ellipsis soft small address">{url}</span>}
            </span>
          ),
        },
        { title: 'You', cell: ({ labels }) => <LabelState state={labels[annotator]} /> },
        ...(others.length === 0 ? [] : [{ title: 'Others', cell: labelsOfOthers }]),
        {
          title: 'Size',
          numeric: true,
          cell: ({ bytes }) => `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en')} KB`,
        },
        {
          title: 'Actions',
          cell: ({ id, title, url, name }) => (
            <RemoveButton
              thing="page"
              name={title || url || name}
              detail={`This permanently deletes “${title || url || name}” and everyone’s labels on it.`}
              remove={() => server.removePage(id)}
              onRemoved={onChanged}
            />
          ),
        },
      ]}
    />
  );
}

function LabelState({ state }: { state: { count: number; done: boolean } | undefined }) {
  if (!state || (state.count === 0 && !state.done)) return <span class="soft nowrap">To do</span>;
  return (
    <span class={state.done ? 'is-done nowrap' : 'nowrap'}>
      {state.done ? '✓ Done' : 'Started'}, {counted(state.count, 'label')}
    </span>
  );
}

const FORMATS = [
  ['folder', 'Corpus folder', 'Pages and labels for training and evaluation, .tar.gz'],
  ['arff', 'ARFF', 'Features and labels for WEKA'],
  ['jsonl', 'JSONL', 'One page with its labels per line'],
  ['text', 'Gold text', 'The labelled content as plain text'],
] as const;

function Exports({ corpus, pages, annotator }: Pick<TableProps, 'corpus' | 'pages' | 'annotator'>) {
  const [whose, setWhose] = useState(annotator);
  const names = [...new Set([...annotatorsOf(pages, annotator), ADJUDICATED])];
  const choices = names.map(value => ({ value, title: value }));
  return (
    <section class="stack exports" aria-labelledby="exports-title">
      <h2 id="exports-title">Export</h2>
      <div class="row">
        <SelectField label="Labels of" value={whose} choices={choices} onValue={setWhose} />
        <ul class="plain-list export-links">
          {FORMATS.map(([format, title, hint]) => (
            <li key={format}>
              <a class="button" href={server.exportHref(corpus, format, whose)} download>
                {title}
              </a>
              <span class="hint">{hint}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export function pageOrder({ corpus, page, annotator, pages }: LabelPageProps) {
  const at = pages.findIndex(({ id }) => id === page);
  const isOpen = (other: StoredPage) => other.id !== page && other.labels[annotator]?.done !== true;
  const next = [...pages.slice(at + 1), ...pages.slice(0, at)].find(isOpen);
  const goTo = (other: StoredPage | undefined) => {
    if (other) go(hrefTo('annotate', [corpus, other.id]));
    else toast('There are no more pages.');
  };
  return { at, next, goTo };
}

export type Order = 'added' | 'uncertain';

const NO_ORDER: { readonly ids: readonly string[] } = { ids: [] };
const storedOrder = (corpus: string) => storedState(`queue-${corpus}`, NO_ORDER).ids;

export function sortPages(corpus: string, pages: readonly StoredPage[]): readonly StoredPage[] {
  const places = new Map(storedOrder(corpus).map((id, place) => [id, place]));
  if (places.size === 0) return pages;
  const placeOf = ({ id }: StoredPage) => places.get(id) ?? places.size;
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b));
}
