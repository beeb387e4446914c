#!/usr/bin/env node
// The command is a package of its own, which the library does not load: it only gives it its name.
await import('@webpith/cli/bin/pith.js').catch(error => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('pith: expected @webpith/cli, but it was left out; run npm install @webpith/cli');
  process.exit(1);
});
