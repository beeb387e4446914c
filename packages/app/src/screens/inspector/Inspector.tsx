import { useEffect, useState } from 'preact/hooks';
import { type ExtractResult, listMethods, type MethodInfo } from '../../client/extract.js';
import { useLoaded } from '../../client/load.js';
import { extractView, lastView, lookAt } from '../../page/held-view.js';
import { methodTitle } from '../../page/method-choices.js';
import { PageInput } from '../../page/PageInput.js';
import { go, hrefTo } from '../../shell/route.js';
import type { ScreenProps } from '../../shell/screens.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { type InspectorOptions, Toolbar } from './Toolbar.js';
import { Workbench } from './Workbench.js';
import './inspector.css';

/** Shows on the page itself what was kept, what was dropped, and why. */
export default function Inspector({ route }: ScreenProps) {
  const view = route.query.get('view') ?? lastView();
  if (view === undefined) return <Welcome />;
  return <Inspected key={view} view={view} route={route} />;
}

function Welcome() {
  return (
    <div class="page welcome">
      <h1>See why</h1>
      <p class="lead">
        The page as it is: what was kept is tinted, what was dropped is hatched, each with its reason.
      </p>
      <PageInput action="Inspect" onHeld={view => go(hrefTo('inspect', [], { view }))} />
    </div>
  );
}

const NO_METHODS: readonly MethodInfo[] = [];

function Inspected({ view, route }: { view: string } & ScreenProps) {
  const [options, setOptions] = useState<InspectorOptions>(() => ({
    method: route.query.get('method') ?? 'default',
    other: route.query.get('with') ?? '',
    paint: route.query.get('paint') === 'heat' ? 'heat' : 'decisions',
    assets: false,
  }));
  const { method, other, paint } = options;
  useEffect(() => {
    lookAt(view);
    const said = { method: method === 'default' ? undefined : method, with: other || undefined };
    go(hrefTo('inspect', [], { view, ...said, paint: paint === 'heat' ? paint : undefined }), {
      replace: true,
    });
  }, [view, method, other, paint]);
  useShortcuts('Page', [{ keys: 'r', title: 'Read this page', run: () => go(hrefTo('read', [], { view })) }]);

  const { data: methods = NO_METHODS } = useLoaded(listMethods, []);
  const one = useLoaded(signal => extractView(view, { method, explain: true }, signal), [view, method]);
  const two = useLoaded(
    async signal =>
      other === '' ? undefined : await extractView(view, { method: other, explain: true }, signal),
    [view, other],
  );
  const problem = one.problem ?? two.problem;
  const others = other === '' ? undefined : two.data?.decisions;
  return (
    <>
      <h1 class="unseen">Inspector</h1>
      <Toolbar methods={methods} options={options} onOptions={setOptions} />
      {problem !== undefined && <ProblemNotice error={problem} />}
      {problem?.status === 404 && (
        <div class="page">
          <PageInput action="Inspect" onHeld={held => go(hrefTo('inspect', [], { view: held }))} />
        </div>
      )}
      {one.data === undefined && one.loading && <Waiting label="Looking at the page" />}
      {one.data?.decisions !== undefined && (
        <Workbench
          view={view}
          options={options}
          onOptions={setOptions}
          decisions={one.data.decisions}
          labels={one.data.labels}
          others={others}
          names={others === undefined ? undefined : namesOf(methods, one.data, two.data)}
        />
      )}
    </>
  );
}

/** Who decided what is shown: while other decisions are on their way, those that are still there. */
function namesOf(
  methods: readonly MethodInfo[],
  one: ExtractResult,
  two: ExtractResult | undefined,
): [string, string] {
  return [methodTitle(one.method, methods), methodTitle(two?.method ?? '', methods)];
}
