import type { Job } from '../api/jobs.js';

/** Follows the events of a job until it ends or `isEnough`; returns all events. */
export async function followJob(
  address: string,
  id: string,
  isEnough: (job: Job) => boolean = () => false,
): Promise<Job[]> {
  const answer = await fetch(`${address}/v1/jobs/${id}/events`);
  const jobs: Job[] = [];
  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop()!;
    for (const part of parts) {
      const data = /^event: job\ndata: (.*)$/s.exec(part)?.[1];
      if (data === undefined) continue;
      jobs.push(JSON.parse(data) as Job);
      if (isEnough(jobs.at(-1)!)) return jobs;
    }
  }
  return jobs;
}

export async function finishedJob(address: string, id: string): Promise<Job> {
  return (await followJob(address, id)).at(-1)!;
}
