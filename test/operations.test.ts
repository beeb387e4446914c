import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { NODE_VERSIONS } from './packages/node-versions.js';
import { ROOT } from './packages/tarballs.js';

/** Files for other programs: images, workflows, forms. They are linted, since nothing here builds them. */
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { scripts, engines } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};

describe('the Docker image', () => {
  const text = read('Dockerfile');
  const stages = text.split(/^FROM /m).slice(1);
  const stage = (name: string) => stages.find(found => found.split('\n')[0]!.endsWith(` AS ${name}`)) ?? '';

  it('passes a linter', () => {
    const options = { instructionWorkdirRelative: 2, instructionUnnecessaryArgument: 2 };
    expect(
      validate(text, options).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    ).toEqual([]);
  });

  it('is built from files that exist and are not ignored', () => {
    const ignored = read('.dockerignore').split('\n');
    const copied = [...stage('build').matchAll(/^COPY (.+) \S+$/gm)].flatMap(match => match[1]!.split(' '));
    expect(copied.length).toBeGreaterThan(0);
    const needed = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'packages',
      'packaging',
      'examples',
    ];
    expect(needed.filter(name => !readdirSync(ROOT).includes(name) || ignored.includes(name))).toEqual([]);
    for (const name of ['**/node_modules', '**/dist', '.git']) expect(ignored).toContain(name);
  });

  it('uses pinned base versions, with a supported version of Node', () => {
    const bases = stages.map(found => found.split(/\s/)[0]!);
    const others = bases.filter(base => stage(base) === '');
    for (const base of others) expect(base).toMatch(/^node:(\d+)-bookworm-slim$/);
    expect(
      others.map(base => base.slice(5, 7)).filter(major => !NODE_VERSIONS.some(each => each === major)),
    ).toEqual([]);
    expect(others.length).toBeLessThan(bases.length); // the build stage is not the final stage
  });

  it('installs the dependencies in a layer that does not depend on the sources', () => {
    const build = stage('build');
    expect(build.indexOf('npm ci')).toBeGreaterThan(0);
    expect(build.indexOf('npm ci')).toBeLessThan(build.indexOf('COPY . .'));
    const kept = /RUN find packages .*! -name package\.json/.test(stage('manifests'));
    expect(kept).toBe(true);
  });

  it('runs as an unprivileged user, with a health check', () => {
    const last = (name: string) => [...stage(name).matchAll(/^USER (\w+)$/gm)].at(-1)?.[1];
    expect(last('pith')).toBe('node');
    expect(last('chromium')).toBe('node');
    expect(stage('pith')).toMatch(/^HEALTHCHECK [\s\S]*\/health/m);
    expect(stages.at(-1)!.trim()).toBe('pith');
    expect(stage('chromium')).toContain('PITH_CHROMIUM=');
  });

  it('starts the existing command', () => {
    const [, file] = /^ENTRYPOINT \["node", "\/app\/([^"]+)"\]$/m.exec(text) ?? [];
    expect(read(file!)).toContain('@webpith/cli');
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, null>>;
  };

  interface Service {
    readonly command?: readonly string[];
    readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
    readonly healthcheck?: object;
    readonly image: string;
    readonly volumes?: readonly string[];
    readonly ports?: readonly string[];
    readonly cap_drop?: readonly string[];
    readonly init?: boolean;
    readonly stop_grace_period?: string;
    readonly mem_limit?: string;
    readonly secrets?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
  }

  it('has the server, workers, and the databases they depend on', () => {
    expect(Object.keys(services)).toEqual(['server', 'worker', 'postgres', 'redis']);
    expect(services.server!.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services.worker!.depends_on).toEqual({ redis: { condition: 'service_healthy' } });
    for (const name of ['postgres', 'redis']) expect(services[name]!.healthcheck).toHaveProperty('test');
    expect(services.redis!.command).toContain('noeviction');
  });

  it('drops all capabilities of our containers, and opens no ports to the network', () => {
    for (const name of ['server', 'worker']) expect(services[name]!.cap_drop).toEqual(['ALL']);
    const ports = Object.values(services).flatMap(service => service.ports ?? []);
    expect(ports.filter(port => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(read('compose.yaml')).not.toMatch(/PASSWORD: (?!\$)/);
  });

  it('limits memory, ends orphaned processes, and gives running work time to finish', () => {
    for (const { mem_limit } of Object.values(services)) expect(mem_limit).toMatch(/\d+[mg]\b/);
    for (const name of ['server', 'worker']) {
      expect(services[name]).toMatchObject({ init: true });
      // The server waits a minute for requests to finish.
      expect(Number.parseInt(services[name]!.stop_grace_period!, 10)).toBeGreaterThan(60);
    }
  });

  it('keeps the password in a secret, out of commands and environments', () => {
    const { secrets } = parse(read('compose.yaml'), { merge: true }) as { secrets: object };
    expect(Object.keys(secrets)).toEqual(['database_password']);
    for (const name of ['server', 'postgres']) {
      const { secrets: used, environment } = services[name]!;
      expect(used).toEqual(['database_password']);
      expect(Object.values(environment!)).toContain('/run/secrets/database_password');
    }
    for (const { command = [] } of Object.values(services))
      expect(command.join(' ')).not.toMatch(/postgres:\/\//);
  });

  it('uses pinned versions, and existing command options', () => {
    const { server, worker, ...others } = services;
    for (const { image } of Object.values(others)) expect(image).toMatch(/^[a-z]+:\d+-bookworm$/);
    for (const { command = [] } of [server!, worker!]) {
      const source =
        read(`packages/cli/src/commands/${command[0]}.ts`) +
        read('packages/cli/src/commands/queue-connection.ts');
      const flags = command.filter(word => word.startsWith('--'));
      expect(
        flags.filter(
          flag => !source.includes(`${flag.replace('--no-', '--')} `) && !source.includes(`'${flag}'`),
        ),
      ).toEqual([]);
    }
  });

  it('declares the volumes that it uses', () => {
    const used = Object.values(services).flatMap(service =>
      (service.volumes ?? []).map(path => path.split(':')[0]!),
    );
    expect(new Set(used)).toEqual(new Set(Object.keys(volumes)));
  });
});

describe('workflows', () => {
  interface Workflow {
    readonly permissions: object;
    readonly jobs: Readonly<Record<string, Job>>;
  }
  interface Job {
    readonly permissions?: object;
    readonly needs?: string;
    readonly uses?: string;
    readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
    readonly steps?: readonly {
      readonly run?: string;
      readonly uses?: string;
      readonly with?: Readonly<Record<string, unknown>>;
    }[];
  }
  const workflow = (name: string) => parse(read(`.github/workflows/${name}.yml`)) as Workflow;

  /** Commands of all jobs; a job that calls another workflow has none. */
  const commandsOf = (name: string) =>
    Object.values(workflow(name).jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run = '' }) => run));

  it('build the image for both architectures, and publish it only for a tag after all tests', () => {
    const { image } = workflow('image').jobs;
    expect(image!.needs).toBe('tiers');
    const step = image!.steps!.find(({ uses = '' }) => uses.startsWith('docker/build-push-action'));
    expect(step!.with).toMatchObject({ platforms: 'linux/amd64,linux/arm64', provenance: 'mode=max' });
    expect(step!.with!.push).toContain("ref_type == 'tag'");
  });

  it.each(['test', 'nightly', 'release', 'image', 'site'])(
    '%s runs existing scripts with read-only permissions',
    name => {
      expect(workflow(name).permissions).toEqual({ contents: 'read' });
      const named = commandsOf(name).flatMap(line =>
        [...line.matchAll(/npm run ([\w:-]+)/g)].map(match => match[1]!),
      );
      expect(named.filter(script => !(script in scripts))).toEqual([]);
    },
  );

  it('run the test tier on every push, the other tiers every night', () => {
    expect(commandsOf('test')).toContain('npm test');
    expect(commandsOf('nightly')).toEqual(
      expect.arrayContaining(['npm run test:release', 'npm run test:soak', 'npm run test:busy']),
    );
  });

  it('test every supported version of Node, from the oldest on', () => {
    const versions = workflow('test').jobs.library!.strategy!.matrix.node;
    expect(versions.map(String)).toEqual(NODE_VERSIONS);
    expect(engines.node).toBe(`>=${versions[0]}`);
  });

  it('publish only after the release and soak tiers have passed', () => {
    const { npm, tiers } = workflow('release').jobs;
    expect(npm!.needs).toBe('tiers');
    expect(tiers!.uses).toBe('./.github/workflows/nightly.yml');
    expect(commandsOf('release')).toContain('npm test');
  });

  it('publish with provenance', () => {
    const job = workflow('release').jobs.npm!;
    expect(job.permissions).toMatchObject({ 'id-token': 'write' });
    expect(job.steps!.map(({ run = '' }) => run).join('\n')).toMatch(/npm publish .*--provenance/);
  });
});

describe('issue forms and policies', () => {
  it.each(readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter(name => name !== 'config.yml'))(
    '%s has the required fields',
    name => {
      const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
      expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const ids = form.body.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(
        form.body.some((field: { validations?: { required?: boolean } }) => field.validations?.required),
      ).toBe(true);
    },
  );

  it('are linked', () => {
    expect(read('SECURITY.md')).toContain('docs/reference/threat-model.md');
    for (const file of ['SECURITY.md', 'CODE_OF_CONDUCT.md'])
      expect(read('CONTRIBUTING.md')).toContain(`(${file})`);
  });
});
