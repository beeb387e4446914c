/** The server as the commands use it. */
export type Server = typeof import('@webpith/server');

/** The server, loaded when it is first needed. */
export async function loadServer(): Promise<Server> {
  return await import('@webpith/server');
}
