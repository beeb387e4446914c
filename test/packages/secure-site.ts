import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';

/** Environment in which https://HOST leads to a local server: a proxy and its certificate authority. */
export interface SecureSite {
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** True if certificates can be made here. */
export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version']);
    return true;
  } catch {
    return false;
  }
})();

/** A local site under a public host name, reached through the proxy in the environment. */
export async function secureSite(folder: string, host: string, answer: RequestListener): Promise<SecureSite> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const named = [
    '-subj',
    `/CN=${host}`,
    '-addext',
    `subjectAltName=DNS:${host}`,
    '-keyout',
    key,
    '-out',
    cert,
  ];
  execFileSync('openssl', ['req', ...made, ...named], { stdio: 'ignore' });
  const site = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, answer);
  const port = await listening(site);
  const proxy = createHttpServer().on('connect', (_request, socket) => {
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  });
  const env = { https_proxy: `http://127.0.0.1:${await listening(proxy)}`, NODE_EXTRA_CA_CERTS: cert };
  return {
    env,
    close() {
      for (const server of [site, proxy]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
