import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fetchSource } from '../../../src/cli/fetch/fetched-source.ts';
import { MAX_CONVERTED_BYTES, MAX_FILE_BYTES } from '../../../src/descriptors/parse.ts';
import { readFolder } from '../../../src/descriptors/read-descriptors.ts';
import { descriptorReaders } from '../../../src/descriptors/registry.ts';
import { writeMemoryProject } from '../../../src/mount/memory-project.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import { SourceServer } from '../cli/fetch/source-server.ts';
import { runIn } from '../cli/run-cli.ts';
import { projectWith } from '../config/project.ts';

const server = new SourceServer();
const POSTMAN = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const OTHERS = 'Split it into several descriptors, or describe the API in OpenAPI, up to 32 MB.';
/** Maximum processor time of a refusal, in milliseconds: parsing these files takes ten times as much. */
const AT_ONCE = 1500;

interface LargeFile {
  readonly reader: string;
  readonly name: string;
  readonly text: string;
  readonly limit: number;
  readonly message: string;
  readonly remedy: string;
}

function large(reader: string, name: string, format: string, [begin, line, end = '']: readonly string[]): LargeFile {
  const text = begin + (line ?? '').repeat(Math.ceil(MAX_CONVERTED_BYTES / (line ?? '').length)) + end;
  const message = `The file is larger than 8 MB, the limit for ${format}, so it was not read.`;
  return { reader, name, text, limit: MAX_CONVERTED_BYTES, message, remedy: OTHERS };
}

/** The file is made longer than the limit, so that it needs no text. */
const sparse = (reader: string, text: string): LargeFile => ({
  reader,
  name: 'a.yaml',
  text,
  limit: MAX_FILE_BYTES,
  message: 'The file is larger than 32 MB, so it was not read.',
  remedy: 'Split it into several files.',
});

const CONVERTED: readonly LargeFile[] = [
  large('blueprint', 'a.apib', 'API Blueprint', ['FORMAT: 1A\n\n# T\n\n', '# GET /a\n\n+ Response 204\n\n']),
  large('raml', 'a.raml', 'RAML', ['#%RAML 1.0\ntitle: T\n', '# text\n']),
  large('laminas', 'module.config.php', 'PHP', ["<?php return ['api-tools-rest' => [", "'a' => [1],\n", ']];']),
  large('postman', 'a.json', 'Postman collections', [
    `{"info": {"name": "T", "schema": "${POSTMAN}"}, "item": [{"name": "`,
    'A long text. ',
    '"}]}',
  ]),
];
const ALL: readonly LargeFile[] = [
  ...CONVERTED,
  sparse('openapi', 'openapi: 3.1.0\n'),
  sparse('native', 'api: T\nservices: []\n'),
];

test('every format has a row', () => {
  expect(ALL.map(({ reader }) => reader).sort()).toEqual(descriptorReaders.map(({ name }) => name).sort());
});

test.each(ALL)('$name of $reader above its limit is refused at once, with place and remedy', (file) => {
  const folder = projectWith({ [`d/${file.name}`]: file.text });
  if (file.limit === MAX_FILE_BYTES) truncateSync(join(folder, 'd', file.name), file.limit + 1);
  const before = cpuMilliseconds();
  const { apis, diagnostics } = readFolder({ projectRoot: folder, folder: 'd' });
  expect(cpuMilliseconds() - before).toBeLessThan(AT_ONCE);
  const { name, message, remedy } = file;
  const place = { file: `d/${name}`, severity: 'error', rule: 'file-too-large' };
  expect([apis, diagnostics]).toMatchObject([[], [{ ...place, message, remedy }]]);
});

/** Ways to a descriptor, with what they say about a file. */
const WAYS: Readonly<Record<string, (file: LargeFile) => Promise<string>>> = {
  async check({ name, text }) {
    return (await runIn(projectWith({ [`api-descriptors/t/${name}`]: text }), ['check'])).stdout;
  },
  async 'init --from a file'({ name, text }) {
    return (await runIn(projectWith({ [name]: text }), ['init', 'site', '--from', name])).stderr;
  },
  async 'init --from a folder'({ name, text }) {
    const folder = projectWith({ [`in/${name}`]: text, 'in/b.yaml': 'openapi: 3.1.0\n' });
    return (await runIn(folder, ['init', 'site', '--from', 'in'])).stderr;
  },
  async convert({ name, text }) {
    const folder = projectWith({ 'api-descriptors/b.yaml': 'api: B\nservices: []\n', [`in/${name}`]: text });
    return (await runIn(folder, ['convert', `in/${name}`, '--to', 'openapi'])).stderr;
  },
  async fetch({ name, text }) {
    server.serve({ [`/${name}`]: (_, response) => void response.end(text) });
    return fetchSource(new URL(`${server.origin}/${name}`), new Set()).then(
      ({ diagnostics }) => diagnostics.map(({ message, remedy }) => `${message} ${remedy}`).join('\n'),
      (error: unknown) => String(error),
    );
  },
  async 'a text in memory'({ text }) {
    return writeMemoryProject(new Map([['T', text]]), {}, {}, () => undefined).then(
      () => 'read',
      (error: unknown) => String(error),
    );
  },
};

describe.each(Object.entries(WAYS))('%s', (way, say) => {
  // PHP is neither fetched nor given as a text.
  const isRead = ({ reader }: LargeFile): boolean => reader !== 'laminas' || !/fetch|memory/.test(way);
  test.each(CONVERTED.filter(isRead))('refuses a large file of $reader in the same words', async (file) => {
    const said = await say(file);
    expect(said.replaceAll(/\s+/g, ' ')).toContain(file.message);
    expect(said.replaceAll(/\s+/g, ' ')).toContain(file.remedy);
  });
});

const RAML = '#%RAML 1.0\ntitle: T\n';
const PHP = "'api-tools-rest' => ['T\\\\V1\\\\Rest\\\\A\\\\Controller' => ['route_name' => 'a']]";
const LONG = 'x'.repeat(MAX_CONVERTED_BYTES + 1);

test.each([
  ['a type of RAML', 'a.raml', `${RAML}types: !include b.raml\n`, 'b.raml', `# ${LONG}\n`],
  ['a library of RAML', 'a.raml', `${RAML}uses: { b: b.raml }\n`, 'b.raml', `#%RAML 1.0 Library\n# ${LONG}\n`],
  ['an API that RAML extends', 'a.raml', '#%RAML 1.0 Overlay\nextends: b.raml\n', 'b.raml', `${RAML}# ${LONG}\n`],
  ['a schema of RAML', 'a.raml', `${RAML}types: { A: !include b.txt }\n`, 'b.txt', LONG],
  [
    'PHP',
    'a.config.php',
    `<?php return [${PHP}, 'router' => include 'b.php'];`,
    'b.php',
    `<?php return [ // ${LONG}\n];`,
  ],
])('%s that is included has the limit too', (_, name, text, other, otherText) => {
  const folder = projectWith({ [`d/${name}`]: text, [`d/${other}`]: otherText });
  const { diagnostics } = readFolder({ projectRoot: folder, folder: 'd' });
  const found = diagnostics.filter(({ rule }) => rule === 'file-too-large');
  expect(found).toMatchObject([
    { file: `d/${other}`, message: expect.stringContaining('larger than 8 MB'), remedy: OTHERS },
  ]);
});

test('RAML reads no further file once its files have given too much', () => {
  const library = (at: number): string => `#%RAML 1.0 Library\ntypes: { T${at}: string }\n# ${'x'.repeat(6_000_000)}\n`;
  const names = Array.from({ length: 6 }, (_, at) => `l${at}`);
  const uses = names.map((name) => `${name}: ${name}.raml`).join(', ');
  const folder = projectWith({
    'd/a.raml': `${RAML}uses: { ${uses} }\n/a: { get: {} }\n`,
    ...Object.fromEntries(names.map((name, at) => [`d/${name}.raml`, library(at)])),
  });
  const { apis, diagnostics } = readFolder({ projectRoot: folder, folder: 'd' });
  expect(diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
    ['raml-reading', expect.stringContaining('give too much')],
  ]);
  expect(Object.keys(apis[0]?.components.schemas ?? {})).toEqual(['T0']);
});

test('convert says that what it has written is too large to be read again', async () => {
  const operations = Array.from({ length: 9000 }, (_, at) => {
    const text = `Text ${at}. ${'A long description of the book. '.repeat(30)}`;
    const responses = "{ '200': { description: Ok } }";
    return `  /b${at}: { get: { summary: Read ${at}, description: "${text}", responses: ${responses} } }\n`;
  });
  const folder = projectWith({
    'api-descriptors/b.yaml': 'api: B\nservices: []\n',
    'in/a.yaml': `openapi: 3.1.0\ninfo: { title: T, version: 1 }\npaths:\n${operations.join('')}`,
  });
  const { code, stderr } = await runIn(folder, ['convert', 'in/a.yaml', '--to', 'raml', '-o', 'a.raml']);
  expect(stderr).toContain('The file is larger than 8 MB, the limit for RAML, so it was not read.');
  expect(code).toBe(0);
});
