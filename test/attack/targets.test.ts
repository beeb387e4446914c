import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addresses } from '../../fuzz/targets/addresses.js';
import { files } from '../../fuzz/targets/files.js';
import { markdown } from '../../fuzz/targets/markdown.js';
import { TARGETS } from '../../fuzz/targets/table.js';
import { jsonOf } from '../../fuzz/targets/target.js';
import { volume } from '../tiers.js';

const CASES = fileURLToPath(new URL('../../fuzz/cases', import.meta.url));
/** Inputs per target; `npm run fuzz` runs until stopped. */
const INPUTS = volume(15, 400);

describe.each(TARGETS)('$name: $about', target => {
  beforeAll(() => target.open?.());
  afterAll(() => target.close?.());

  it('passes generated inputs', async () => {
    for (let number = 0; number < INPUTS; number++) {
      expect(await target.check(target.make(7, number)), `seed 7, number ${number}`).toBeUndefined();
    }
  });

  it('passes inputs that once failed', async () => {
    const folder = `${CASES}/${target.name}`;
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      expect(await target.check(new Uint8Array(readFileSync(`${folder}/${name}`))), name).toBeUndefined();
    }
  });

  it('makes the same input for the same number, and different inputs for others', () => {
    const inputs = Array.from({ length: 30 }, (_, number) =>
      Buffer.from(target.make(7, number)).toString('latin1'),
    );
    expect(Buffer.from(target.make(7, 3)).toString('latin1')).toBe(inputs[3]);
    expect(new Set(inputs).size).toBeGreaterThan(20);
  });
});

describe('the target checks', () => {
  it('detect faults', async () => {
    const inside = (spelling: string, isInside: boolean) => jsonOf({ spelling, isInside });
    expect(addresses.check(inside('8.8.8.8', true))).toMatch(/8\.8\.8\.8 passed/);
    expect(addresses.check(inside('0x7f.1', false))).toMatch(/refused as 127\.0\.0\.1/);
    const content = [{ type: 'paragraph', children: [{ type: 'unknown' }] }];
    expect(() => markdown.check(jsonOf({ kind: 'content', content }))).toThrow();
    expect(await files.check(Buffer.from('%PDF-1.7'))).toBeUndefined();
  });
});
