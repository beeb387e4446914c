import { useEffect, useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { extractView, lastView, lookAt } from '../../page/held-view.js';
import { PageInput } from '../../page/PageInput.js';
import { go, hrefTo } from '../../shell/route.js';
import { SCREENS, type ScreenProps } from '../../shell/screens.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { Result } from './Result.js';
import { READER_OPTIONS, wishesFrom } from './wishes.js';
import './reader.css';

/** Gives a page, gets what a person would read there. */
export default function Reader({ route }: ScreenProps) {
  const view = route.query.get('view') ?? undefined;
  const startAnew = () => go(hrefTo('read'));
  useShortcuts('Reader', [
    { keys: 'n', title: 'Another page', run: startAnew },
    {
      keys: 'i',
      title: 'Inspect this page',
      run: () => go(hrefTo('inspect', [], { view: view ?? lastView() })),
    },
  ]);
  if (view === undefined) return <Welcome />;
  return <Held key={view} view={view} />;
}

function Welcome() {
  return (
    <div class="page welcome">
      <h1>Read a page without the rest</h1>
      <p class="lead">
        Pith takes a web page and gives back what a person would read there: the article, its comments, the
        posts of a discussion, the items of a list.
      </p>
      <PageInput action="Read" onHeld={view => go(hrefTo('read', [], { view }))} />
      <OtherScreens />
    </div>
  );
}

/** Where else one can go, each in a sentence. */
function OtherScreens() {
  return (
    <ul class="other-screens">
      {SCREENS.map(
        ({ name, title, about }) =>
          about !== undefined && (
            <li key={name}>
              <a href={hrefTo(name)}>{title}</a>
              <span>{about}</span>
            </li>
          ),
      )}
    </ul>
  );
}

function Held({ view }: { view: string }) {
  const [options, setOptions] = useState(READER_OPTIONS);
  const wishes = wishesFrom(options);
  const { data, problem, loading } = useLoaded(
    signal => extractView(view, wishes, signal),
    [view, JSON.stringify(wishes)],
  );
  useEffect(() => lookAt(view), [view]);
  return (
    <div class="page">
      <p class="another">
        <a href={hrefTo('read')}>← Another page</a>
      </p>
      {data === undefined && <h1 class="unseen">Reader</h1>}
      {problem !== undefined && <Failed problem={problem} />}
      {data === undefined && loading && <Waiting label="Reading the page" />}
      {data !== undefined && (
        <Result view={view} result={data} options={options} onOptions={setOptions} isStale={loading} />
      )}
    </div>
  );
}

function Failed({ problem }: { problem: { status: number } }) {
  if (problem.status !== 404) return <ProblemNotice error={problem} />;
  return (
    <div class="stack">
      <ProblemNotice error={problem} />
      <p>The server holds a page only for a while. Give it again:</p>
      <PageInput action="Read" onHeld={view => go(hrefTo('read', [], { view }))} />
    </div>
  );
}
