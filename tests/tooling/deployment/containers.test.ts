import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatProblem } from '../../../src/options/problem.ts';
import { readConfiguration } from '../../../src/project/configuration.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { makeSampleProject, provideBuild, removeProject } from '../../http/servers.ts';
import { projectWith } from '../../unit/config/project.ts';
import {
  knownVariables,
  type Loose,
  REPOSITORY,
  readDockerfile,
  readDocuments,
  readImage,
  readText,
  readYaml,
} from './files.ts';

const REPLICAS = 'docs/deployment/compose/replicas.local.yaml';
const KUBERNETES = 'docs/deployment/kubernetes/platform-documentation.yaml';
const image = readImage();
const compose: Loose = readYaml('compose.yaml');
const manifests: readonly Loose[] = readDocuments(KUBERNETES);
const find = (kind: string, name = 'platform-documentation'): Loose =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const pod: Loose = find('Deployment').spec.template.spec;
const container: Loose = pod.containers[0];

describe('the image', () => {
  test('copies what there is', () => {
    const copied = readDockerfile().filter(([name, argument]) => name === 'COPY' && !argument.startsWith('--from'));
    const sources = copied.flatMap(([, argument]) => argument.split(' ').slice(0, -1));
    expect(sources.filter((source) => !existsSync(join(REPOSITORY, source)))).toEqual([]);
    const run = [...readText('Dockerfile').matchAll(/^RUN node (\S+)/gm)].map(([, script = '']) => script);
    expect(run.filter((script) => !existsSync(join(REPOSITORY, script)))).toEqual([]);
  });

  test('takes along nothing of this machine', () => {
    const ignored = readText('.dockerignore').split('\n');
    const secrets = readText('.gitignore')
      .split('\n')
      .filter((line) => /^(?:data|config\/autoload\/(?:local|\*\.local)|\.env|node_modules|dist)/.test(line));
    expect(secrets.length).toBe(6);
    // Folders have no slash at their end there.
    expect(secrets.filter((line) => !ignored.includes(line.replace(/\/$/, '')))).toEqual([]);
  });

  test('does not run as root, and has variables that the server reads', () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(Object.keys(image.environment).filter((name) => !knownVariables.has(name))).toEqual([]);
  });
});

describe('the image of a project that has installed the package', () => {
  const instructions = readDockerfile('docs/deployment/container/Dockerfile');

  test('runs what the image of the repository runs', () => {
    const lastStage = (stages: typeof instructions) => stages.slice(stages.findLastIndex(([name]) => name === 'FROM'));
    expect(lastStage(instructions)).toEqual(lastStage(readDockerfile()));
  });

  test('copies what every project has, and nothing of this machine', () => {
    const copied = instructions.filter(([name, argument]) => name === 'COPY' && !argument.startsWith('--from'));
    expect(copied.map(([, argument]) => argument)).toEqual(['package.json package-lock.json ./', '. .']);
    const ignored = readText('docs/deployment/container/.dockerignore').split('\n');
    const kept = readText('config/examples/project/gitignore').split('\n');
    const secrets = kept.filter((line) =>
      /^(?:data|config\/autoload\/(?:local|\*\.local)|node_modules|dist)/.test(line),
    );
    expect(secrets.length).toBe(5);
    expect(secrets.filter((line) => !ignored.includes(line.replace(/\/$/, '')))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const { documentation, nginx, valkey } = compose.services;

  test('mounts what is in the repository or what the first start makes', () => {
    const made = ['./data', './config/autoload/local.yaml', './config/autoload/library.local.yaml'];
    expect(existsSync(join(REPOSITORY, 'api-descriptors/library/local.yaml.dist'))).toBe(true);
    const mounts: readonly Loose[] = [...documentation.volumes, ...nginx.volumes];
    expect(mounts.filter(({ source }) => !made.includes(source) && !existsSync(join(REPOSITORY, source)))).toEqual([]);
    expect(mounts.every((mount) => mount.read_only === true && mount.bind.create_host_path === false)).toBe(true);
    for (const { target } of documentation.volumes) expect(target.startsWith(`${image.folder}/`)).toBe(true);
  });

  test('gives the server variables that it or its configuration reads', () => {
    const asked = new Set([...readText(REPLICAS).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
    expect(
      Object.keys(documentation.environment).filter((name) => !knownVariables.has(name) && !asked.has(name)),
    ).toEqual([]);
    expect([...asked].filter((name) => name !== undefined && !Object.hasOwn(documentation.environment, name))).toEqual(
      [],
    );
  });

  test('configures shared state in the store that it starts, and believes its own proxy alone', () => {
    const environment = { ...documentation.environment, PROXY_NETWORK: '172.30.77.0/24' };
    const folder = projectWith({ 'config/autoload/replicas.local.yaml': readText(REPLICAS) });
    const { configuration, problems } = readConfiguration(folder, environment);
    expect(problems.map(formatProblem)).toEqual([]);
    expect(configuration).toMatchObject({
      state: { kind: 'redis', options: { url: 'redis://valkey:6379', when_down: 'refuse' } },
      trustedProxies: ['172.30.77.0/24'],
    });
    expect(compose.networks.proxy.ipam.config).toEqual([{ subnet: documentation.environment.PROXY_NETWORK }]);
    expect([documentation.networks, nginx.networks, valkey.networks]).toEqual([
      ['proxy', 'store'],
      ['proxy'],
      ['store'],
    ]);
  });

  test('restricts every container, and waits for what it needs', () => {
    for (const service of [documentation, nginx, valkey]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    }
    expect(documentation.deploy.replicas).toBe(2);
    expect(Object.keys(nginx.depends_on)).toEqual(['documentation']);
    expect(readText('docs/deployment/compose/nginx.conf')).toContain(
      `server documentation:${image.environment['PORT']};`,
    );
  });
});

describe('the Kubernetes manifest', () => {
  test('agrees with the image', () => {
    const port = Number(image.environment['PORT']);
    const environment = Object.fromEntries(container.env.map(({ name, value }: Loose) => [name, value]));
    expect(environment).toMatchObject({ HOST: image.environment['HOST'], PORT: String(port) });
    expect(Object.keys(environment).filter((name) => !knownVariables.has(name))).toEqual([]);
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
    expect(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`).toBe(image.user);
    expect(container.volumeMounts.map(({ mountPath }: Loose) => mountPath)).toEqual([
      `${image.folder}/config/autoload`,
      `${image.folder}/data`,
    ]);
  });

  test('has settings that the server accepts, and a store where they say', () => {
    const { configuration, problems } = readConfiguration(
      projectWith(
        Object.fromEntries(
          Object.entries<string>(find('ConfigMap', 'platform-documentation-replicas').data).map(([name, text]) => [
            `config/autoload/${name}`,
            text,
          ]),
        ),
      ),
      {},
    );
    expect(problems.map(formatProblem)).toEqual([]);
    const store = find('Service', 'platform-documentation-valkey');
    expect(configuration.state).toEqual({
      kind: 'redis',
      options: { url: `redis://${store.metadata.name}:${store.spec.ports[0].port}`, when_down: 'refuse' },
    });
  });

  test('selectors, ports and volumes fit each other', () => {
    for (const name of ['platform-documentation', 'platform-documentation-valkey']) {
      const { spec } = find('Deployment', name);
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
      expect(find('Service', name).spec.selector).toEqual(spec.selector.matchLabels);
      const ports = spec.template.spec.containers[0].ports.map((port: Loose) => port.name);
      expect(find('Service', name).spec.ports.map(({ targetPort }: Loose) => targetPort)).toEqual(ports);
    }
    const volumes = pod.volumes.map(({ name }: Loose) => name);
    expect(container.volumeMounts.map(({ name }: Loose) => name)).toEqual(volumes);
    const mounted = pod.volumes[0].projected.sources.flatMap(({ configMap }: Loose) => configMap?.name ?? []);
    expect(mounted).toEqual(['platform-documentation-replicas']);
  });
});

describe('the server as containers and services start it', () => {
  let folder: string;
  beforeAll(async () => {
    folder = makeSampleProject();
    await provideBuild(folder);
  });
  afterAll(() => removeProject(folder));

  test('answers the paths that are probed, is healthy by the command of the image, and ends on SIGTERM', async () => {
    const port = await freePort();
    const environment = { PATH: dirname(process.execPath), ...image.environment, PORT: String(port) };
    const [, ...server] = image.command;
    const [, ...health] = image.health;
    const isHealthy = (): boolean => spawnSync(process.execPath, health, { env: environment }).status === 0;
    expect(isHealthy()).toBe(false);
    const child = spawn(process.execPath, server, { cwd: folder, env: environment, stdio: 'ignore' });
    const ended = once(child, 'exit');
    try {
      const probes: readonly Loose[] = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
        interval: 100,
      });
      for (const { httpGet } of probes)
        expect((await fetch(`http://127.0.0.1:${port}${httpGet.path}`)).status).toBe(200);
      expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz']);
      expect(isHealthy()).toBe(true);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    expect(isHealthy()).toBe(false);
  });
});
