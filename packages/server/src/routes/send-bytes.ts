import type { FastifyReply } from 'fastify';

/** Sends what a thread made as it is: it is not read again to be checked. */
export function sendBytes(reply: unknown, type: string, bytes: Uint8Array): FastifyReply {
  return (reply as FastifyReply)
    .type(type)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
