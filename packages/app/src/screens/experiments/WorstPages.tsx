import { useState } from 'preact/hooks';
import { go, hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/Button.js';
import { SelectField } from '../../ui/Field.js';
import { Table } from '../../ui/Table.js';
import { toast } from '../../ui/toast.js';
import { formatScore } from './figures.js';
import { type EvaluationWithPlots, type PageScores, server } from './server.js';

const FEW = 15;

/** The pages on which a method did worst, each one click away from what it and another decided there. */
export function WorstPages({ run }: { run: EvaluationWithPlots }) {
  const names = run.table.map(({ name }) => name);
  const [method, setMethod] = useState(names[0] ?? '');
  const [all, setAll] = useState(false);
  const f1 = (page: PageScores) => page.f1[method] ?? 0;
  const pages = run.each.toSorted((a, b) => f1(a) - f1(b));
  if (pages.length === 0) return null;
  const open = async ({ page }: PageScores) => {
    try {
      const [view, methods] = await Promise.all([server.viewOf(run.id, page), server.methods()]);
      go(comparisonHref(view, method, names, new Set(methods.map(({ name }) => name))));
    } catch (error) {
      toast(error);
    }
  };
  return (
    <div class="stack">
      <SelectField
        label="Worst pages of"
        value={method}
        onValue={setMethod}
        choices={names.map(name => ({ value: name, title: name }))}
      />
      <Table
        caption={`Worst pages of ${method}`}
        rows={all ? pages : pages.slice(0, FEW)}
        rowKey={({ page }) => page}
        columns={[
          {
            title: 'Page',
            cell: page => (
              <Button kind="quiet" class="linkish clipped" onClick={() => open(page)}>
                {page.title ?? page.url ?? page.page}
                <span class="unseen">: compare on the page</span>
              </Button>
            ),
          },
          ...names.map(name => ({
            title: name,
            numeric: true,
            cell: (page: PageScores) => (page.f1[name] === undefined ? '–' : formatScore(page.f1[name])),
          })),
        ]}
      />
      {pages.length > FEW && (
        <Button kind="quiet" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Fewer' : `All ${pages.length} pages`}
        </Button>
      )}
    </div>
  );
}

/** The way to two methods side by side: the one that was asked about, and the default or whatever stood beside it. */
function comparisonHref(
  view: string,
  method: string,
  names: readonly string[],
  methods: ReadonlySet<string>,
): string {
  // A model that was trained here is no method that the inspector could name.
  const one = methods.has(method) ? method : 'default';
  const two = one === 'default' ? names.find(name => name !== one && methods.has(name)) : 'default';
  return hrefTo('inspect', [], { view, method: one === 'default' ? undefined : one, with: two });
}
