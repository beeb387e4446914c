import type { ComponentChildren } from 'preact';
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
  const place = route.screen === 'feedback' ? 'feedback' : (route.path[0] ?? 'train');
  const models = useLoaded(server.models, []);
  const runs = useLoaded(server.evaluations, []);
  const jobs = useJobs(job => {
    toast(`${jobTitle(job)}: ${job.state}.`);
    if (job.kind === 'train') models.reload();
    if (job.kind === 'evaluate') runs.reload();
  });
  useShortcuts('Experiments', [
    { keys: 't', title: 'Train a method', run: () => go(hrefTo('experiments', ['train'])) },
    { keys: 'e', title: 'Evaluate methods', run: () => go(hrefTo('experiments', ['evaluate'])) },
    { keys: 'f', title: 'Show feedback', run: () => go(hrefTo('experiments', ['feedback'])) },
  ]);
  const started = (job: Job) => {
    toast(`${jobTitle(job)}: started.`);
    go(hrefTo('experiments', [job.kind]));
  };
  const withJobs = (form: ComponentChildren) => (
    <div class="experiment-top">
      <section class="sheet" aria-label="Start">
        {form}
      </section>
      <section class="sheet stack" aria-label="Jobs">
        <h2>Jobs</h2>
        <Loading from={jobs} label="Loading jobs">
          {list => <JobList jobs={list} />}
        </Loading>
      </section>
    </div>
  );
  return (
    <div class="page stack experiments">
      <h1>Experiments</h1>
      <p class="soft">Train a method on pages labelled here, compare methods, and choose the model to use.</p>
      <Tabs
        label="Experiments"
        chosen={place}
        onChoose={name => go(hrefTo('experiments', [name]), { replace: true })}
        tabs={[
          { name: 'train', title: 'Train', count: models.data?.length },
          { name: 'evaluate', title: 'Evaluate', count: runs.data?.length },
          { name: 'feedback', title: 'Feedback' },
          { name: 'example', title: 'Example' },
        ]}
      >
        {place === 'feedback' ? (
          <Feedback onStarted={started} />
        ) : place === 'example' ? (
          <Example models={models.data ?? []} />
        ) : place === 'evaluate' ? (
          <div class="stack">
            {withJobs(<EvaluateForm onStarted={started} />)}
            <h2>Runs</h2>
            <Loading from={runs} label="Loading runs">
              {list => <Evaluations runs={list} models={models.data ?? []} onChanged={runs.reload} />}
            </Loading>
          </div>
        ) : (
          <div class="stack">
            {withJobs(<TrainForm onStarted={started} />)}
            <h2>Models</h2>
            <Loading from={models} label="Loading models">
              {list => <Models models={list} onChanged={models.reload} />}
            </Loading>
          </div>
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
