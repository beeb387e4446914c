// Stands for the library: answers with the page as its title, or does what a word in the page says.
const { readSync, writeSync } = require('node:fs');

function read(length) {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = readSync(0, bytes, at, length - at, null);
    if (count === 0) process.exit();
    at += count;
  }
  return bytes;
}

function write(value) {
  const json = Buffer.from(JSON.stringify(value));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(json.length, 0);
  writeSync(1, Buffer.concat([lengths, json]));
}

write({ ready: true });
for (;;) {
  const lengths = read(8);
  read(lengths.readUInt32LE(0));
  const title = read(lengths.readUInt32LE(4)).toString();
  if (title.includes('HANGS')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (title.includes('CRASHES')) process.exit(3);
  if (title.includes('BLOATS')) for (const chunks = []; ; ) chunks.push(new Array(1e5).fill({}));
  write({ columns: { title } });
}
