import { useState } from 'preact/hooks';
import { type Job, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import type { ScreenProps } from '../../shell/route.js';
import { go, hrefTo } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { Tabs } from '../../ui/layout.js';
import { Loading, toast } from '../../ui/messages.js';
import { Evaluations } from './Evaluations.js';
import { Example } from './Example.js';
import { Feedback } from './Feedback.js';
import { EvaluateForm, TrainForm } from './forms.js';
import { isOver, JobCard, jobTitle, useJobs } from './jobs.js';
import { Models } from './Models.js';
import './experiments.css';

const MOST_OVER = 10;

export default function Experiments({ route }: ScreenProps) {
  const place = route.screen === 'feedback' ? 'feedback' : (route.path[0] ?? 'models');
  const models = useLoaded(server.models, []);
  const runs = useLoaded(server.evaluations, []);
  const jobs = useJobs(job => {
    toast(`${jobTitle(job)}: ${job.state}.`);
    if (job.kind === 'train') models.reload();
    if (job.kind === 'evaluate') runs.reload();
  });
  const [form, setForm] = useState('train');
  useShortcuts('Experiments', [
    { keys: 't', title: 'Train a method', run: () => setForm('train') },
    { keys: 'e', title: 'Evaluate methods', run: () => setForm('evaluate') },
    { keys: 'm', title: 'Show models', run: () => go(hrefTo('experiments', ['models'])) },
    { keys: 'c', title: 'Compare runs', run: () => go(hrefTo('experiments', ['runs'])) },
    { keys: 'f', title: 'Show feedback', run: () => go(hrefTo('experiments', ['feedback'])) },
  ]);
  const started = (job: Job) => toast(`${jobTitle(job)}: started.`);
  return (
    <div class="page stack experiments">
      <h1>Experiments</h1>
      <p class="soft">Train a method on pages labelled here, compare methods, and choose the model to use.</p>
      <div class="experiment-top">
        <section class="sheet" aria-label="Start">
          <Tabs
            label="What to start"
            chosen={form}
            onChoose={setForm}
            tabs={[
              { name: 'train', title: 'Train' },
              { name: 'evaluate', title: 'Evaluate' },
            ]}
          >
            {form === 'train' ? (
              <TrainForm onStarted={started} />
            ) : (
              <EvaluateForm models={models.data ?? []} onStarted={started} />
            )}
          </Tabs>
        </section>
        <section class="sheet stack" aria-label="Jobs">
          <h2>Jobs</h2>
          <Loading from={jobs} label="Loading jobs">
            {list => <JobList jobs={list} />}
          </Loading>
        </section>
      </div>
      <Tabs
        label="Results"
        chosen={place}
        onChoose={name => go(hrefTo('experiments', [name]), { replace: true })}
        tabs={[
          { name: 'models', title: 'Models', count: models.data?.length },
          { name: 'runs', title: 'Runs', count: runs.data?.length },
          { name: 'feedback', title: 'Feedback' },
          { name: 'example', title: 'Guided example' },
        ]}
      >
        {place === 'feedback' ? (
          <Feedback jobs={jobs.data ?? []} models={models.data ?? []} />
        ) : place === 'example' ? (
          <Example models={models.data ?? []} />
        ) : place === 'runs' ? (
          <Loading from={runs} label="Loading runs">
            {list => <Evaluations runs={list} models={models.data ?? []} onChanged={runs.reload} />}
          </Loading>
        ) : (
          <Loading from={models} label="Loading models">
            {list => <Models models={list} onChanged={models.reload} />}
          </Loading>
        )}
      </Tabs>
    </div>
  );
}

function JobList({ jobs }: { jobs: readonly Job[] }) {
  const open = jobs.filter(job => !isOver(job));
  const over = jobs.filter(isOver).slice(0, MOST_OVER);
  if (open.length + over.length === 0) return <p class="empty">There are no jobs yet.</p>;
  return (
    <ul class="plain-list column jobs">
      {[...open, ...over].map(job => (
        <JobCard key={job.id} job={job} />
      ))}
    </ul>
  );
}
