import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/reference/threat-model.md`, 'utf8');
const [, table = ''] = PAGE.split('## Attackers');
const rows = table
  .split('\n## ')[0]!
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| attacker '))
  .map(line => line.split(' | '));

describe('the threat model', () => {
  it('lists for every attacker their abilities, the defences, and existing tests', () => {
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const [who, may, defence, tests = ''] of rows) {
      expect(
        [may, defence].every(cell => cell !== undefined && cell.length > 20),
        who,
      ).toBe(true);
      const files = [...tests.matchAll(/`([^`]+)`/g)].map(match => match[1]!);
      expect(
        files.some(file => file.endsWith('.test.ts')),
        who,
      ).toBe(true);
      expect(
        files.filter(file => !existsSync(ROOT + file)),
        who,
      ).toEqual([]);
    }
  });

  it('refers to no missing file', () => {
    const named = [...PAGE.matchAll(/`((?:packages|test|fuzz|bench)\/[^`]+)`/g)].map(match => match[1]!);
    expect(named.filter(file => !existsSync(ROOT + file))).toEqual([]);
  });

  it('refers to no missing test where the folder is omitted', () => {
    const sources = readdirSync(`${ROOT}packages`).map(name => `${ROOT}packages/${name}/src`);
    const files = sources
      .filter(existsSync)
      .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }));
    const named = [...PAGE.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(match => match[1]!);
    const short = named.filter(name => !/^(?:packages|test)\//.test(name));
    expect(short.length).toBeGreaterThan(3);
    expect(short.filter(name => !files.some(file => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });
});
