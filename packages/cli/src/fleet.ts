/** The fleet as the commands use it. */
export type Fleet = typeof import('@webpith/fleet');

/** The fleet, loaded when it is first needed. */
export async function loadFleet(): Promise<Fleet> {
  return await import('@webpith/fleet');
}

/** The queue and its workers. */
export type Queueing = typeof import('@webpith/fleet/queue');

/** The queue, loaded when it is first needed. */
export async function loadQueueing(): Promise<Queueing> {
  return await import('@webpith/fleet/queue');
}
