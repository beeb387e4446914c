import type { FastifyReply } from 'fastify';

/** Server-sent events to one reader. */
export interface EventStream {
  send(event: string, data: unknown): void;
  end(): void;
  /** Calls a function when the stream is over, or at once where it is. */
  onEnd(then: () => void): void;
}

/** Milliseconds between two signs of life; proxies and our own server end silent connections. */
const HEARTBEAT = 15_000;
/** Bytes that may wait for a reader who does not read. */
const MOST_WAITING = 2 ** 20;

/** Begins a stream; `open` holds the ways to end all that are open. */
export function openStream(reply: FastifyReply, open: Set<() => void>): EventStream {
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...Object.fromEntries(headers),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write('retry: 2000\n\n');
  const endings: (() => void)[] = [];
  let isOver = false;
  const clock = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT);
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearInterval(clock);
    open.delete(end);
    for (const then of endings) then();
    raw.end();
  };
  open.add(end);
  raw.on('close', end);
  raw.on('error', end);
  return {
    send(event, data) {
      if (isOver) return;
      if (raw.writableLength > MOST_WAITING) raw.destroy();
      else raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    end,
    onEnd(then) {
      if (isOver) then();
      else endings.push(then);
    },
  };
}
