import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { closeServers, listening } from '@webpith/fetch/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPool, type RenderPool } from './pool.js';
import { hasChromium } from './testing/chromium.js';

/** A server that records every packet and connection. */
interface Canary {
  readonly udp: number;
  readonly tcp: number;
  /** Recorded packets and connections. */
  readonly noticed: string[];
  close(): void;
}

async function openCanary(): Promise<Canary> {
  const noticed: string[] = [];
  const socket: Socket = createSocket('udp4', bytes => noticed.push(`${bytes.length} bytes by UDP`));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const tcp = await listening(createServer(connection => noticed.push('TCP') && connection.destroy()));
  return { udp: socket.address().port, tcp, noticed, close: () => socket.close() };
}

/** Runs in the page: gathers ICE candidates from every server, and returns the outcomes. */
const GATHER = `async servers => {
  const settled = [];
  for (const urls of servers) {
    const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'u', credential: 'c' }] });
    connection.createDataChannel('x');
    const over = new Promise(resolve => {
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve('complete');
      setTimeout(() => resolve('late'), 4000);
    });
    await connection.setLocalDescription(await connection.createOffer());
    settled.push(await over);
    connection.close();
  }
  return settled;
}`;

/** Runs in the page: opens a session over QUIC. */
const TRANSPORT = `async address => {
  const transport = new WebTransport(address);
  transport.closed.catch(() => {});
  const late = new Promise(resolve => setTimeout(() => resolve('late'), 4000));
  return await Promise.race([transport.ready.then(() => 'open', () => 'refused'), late]);
}`;

describe.skipIf(!hasChromium)('traffic that bypasses proxies', () => {
  let pool: RenderPool;
  let canary: Canary;
  beforeAll(async () => {
    pool = openPool({ pages: 1 });
    canary = await openCanary();
  });
  afterEach(() => {
    canary.noticed.length = 0;
  });
  afterAll(async () => {
    canary.close();
    closeServers();
    await pool?.close();
  });

  it('would be recorded', async () => {
    createSocket('udp4').unref().send('hello', canary.udp, '127.0.0.1');
    await expect.poll(() => canary.noticed).toEqual(['5 bytes by UDP']);
  });

  it.each([
    ['with the network on', { network: true }],
    ['with the network off', { network: false }],
  ])('is blocked %s: WebRTC reaches no server', async (_name, options) => {
    const servers = [
      `stun:127.0.0.1:${canary.udp}`,
      `turn:127.0.0.1:${canary.udp}?transport=udp`,
      `turn:127.0.0.1:${canary.tcp}?transport=tcp`,
    ];
    const source = { html: '<p>x', url: 'https://page.example/' };
    const ends = await pool.use(source, options, ({ page }) =>
      page.evaluate(`(${GATHER})(${JSON.stringify(servers)})`),
    );
    expect(ends).toHaveLength(servers.length); // WebRTC is available, and has tried
    expect(canary.noticed).toEqual([]);
  });

  it.each([{ network: true }, { network: false }])('is blocked: WebTransport, %j', async options => {
    const source = { html: '<p>x', url: 'https://page.example/' };
    const address = `https://127.0.0.1:${canary.udp}/x`;
    const end = await pool.use(source, options, ({ page }) =>
      page.evaluate(`(${TRANSPORT})(${JSON.stringify(address)})`),
    );
    expect(end).not.toBe('open');
    expect(canary.noticed).toEqual([]);
  });
});
