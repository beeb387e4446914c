#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Node 22 keeps what it compiled for the next time.
module.enableCompileCache?.();

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  end(`expected Node 20.19 or later, got ${process.versions.node}; install a newer one`);
}
if (!existsSync(new URL('../dist/node/main.js', import.meta.url))) {
  end('expected a build, found none; run npm run build in the root of the repository');
}

const { mainOfProcess } = await import('../dist/node/main.js');
await mainOfProcess();

function end(message) {
  console.error(`pith: ${message}`);
  process.exit(1);
}
