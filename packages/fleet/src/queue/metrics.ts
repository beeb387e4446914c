import type { FleetStatus } from './status.js';

interface Metric {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  /** Additional labels and value per sample. */
  readonly samples: (status: FleetStatus) => readonly (readonly [labels: string, value: number])[];
}

const one = (value: number): readonly (readonly [string, number])[] => [['', value]];

const metrics: readonly Metric[] = [
  {
    name: 'pith_jobs',
    type: 'gauge',
    help: 'Jobs in the queue by state.',
    samples: ({ jobs }) => Object.entries(jobs).map(([state, count]) => [`,state="${state}"`, count]),
  },
  {
    name: 'pith_workers',
    type: 'gauge',
    help: 'Worker processes that are connected.',
    samples: ({ workers }) => one(workers.length),
  },
  {
    name: 'pith_jobs_finished_total',
    type: 'counter',
    help: 'Jobs that were finished.',
    samples: ({ totals }) => one(totals.jobs),
  },
  {
    name: 'pith_jobs_repeated_total',
    type: 'counter',
    help: 'Jobs that came again after their output was written.',
    samples: ({ totals }) => one(totals.repeated),
  },
  {
    name: 'pith_pages_total',
    type: 'counter',
    help: 'Rows written.',
    samples: ({ totals }) => one(totals.rows),
  },
  {
    name: 'pith_page_errors_total',
    type: 'counter',
    help: 'Rows that say what went wrong with their page.',
    samples: ({ totals }) => one(totals.errors),
  },
  {
    name: 'pith_output_bytes_total',
    type: 'counter',
    help: 'Bytes of shards written.',
    samples: ({ totals }) => one(totals.bytes),
  },
  {
    name: 'pith_job_seconds_total',
    type: 'counter',
    help: 'Seconds that workers had jobs in hand.',
    samples: ({ totals }) => one(totals.ms / 1000),
  },
  {
    name: 'pith_redis_memory_bytes',
    type: 'gauge',
    help: 'Memory that Redis uses.',
    samples: ({ redis }) => one(redis.memory),
  },
];

/** The status in the text format of Prometheus. */
export function metricsText(status: FleetStatus): string {
  const lines = metrics.flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples(status).map(([labels, value]) => `${name}{queue="${status.queue}"${labels}} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}
