import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { formatProblem } from '../../../src/options/problem.ts';
import { readConfiguration } from '../../../src/project/configuration.ts';
import { readFormats } from '../../../src/project/read-formats.ts';
import { plain } from '../formats/extension/fixtures.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'read-formats-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function read(
  files: Readonly<Record<string, string>>,
  exported: unknown = plain,
): Promise<{ readonly names: readonly string[]; readonly problems: readonly string[] }> {
  const folder = project(files);
  const importModule = async (): Promise<unknown> => (exported instanceof Error ? Promise.reject(exported) : exported);
  const { formats, problems } = await readFormats(folder, readConfiguration(folder, {}), importModule);
  return { names: formats.map(({ name }) => name), problems: problems.map(formatProblem) };
}

const CONFIGURED = 'platform-documentation: { formats: [formats/plain.ts] }\n';
const SELECTORS = 'selectors: { Documentation: { Acme\\Plain: [a/b] } }';
const SELECTED = `${CONFIGURED}platform-content-negotiation: { ${SELECTORS} }\n`;

describe('readFormats', () => {
  test('has the formats of the project after ours', async () => {
    const { names, problems } = await read({ 'config/autoload/global.yaml': CONFIGURED, 'formats/plain.ts': '' });
    expect([names[0], names.at(-1), problems]).toEqual(['html', 'plain', []]);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, unknown, readonly string[]]>([
    [
      'files that are not there, each at its key and in the file that names it',
      {
        'config/autoload/global.yaml': CONFIGURED,
        'config/autoload/a.global.yaml':
          'view_manager: { template_map: { platform-documentation/show: templates/Show.astro } }\n',
      },
      plain,
      [
        'config/autoload/a.global.yaml: view_manager.template_map.platform-documentation/show: There is no file templates/Show.astro.',
        'config/autoload/global.yaml: platform-documentation.formats.0: There is no file formats/plain.ts.',
      ],
    ],
    [
      'a folder in the place of a file',
      { 'config/autoload/global.yaml': CONFIGURED, 'formats/plain.ts/x': '' },
      plain,
      ['There is no file formats/plain.ts.'],
    ],
    [
      'a file that is not there, and not that its view model is unknown',
      { 'config/autoload/global.yaml': SELECTED },
      plain,
      ['There is no file formats/plain.ts.'],
    ],
    [
      'a module that throws, and not that its view model is unknown',
      { 'config/autoload/global.yaml': SELECTED, 'formats/plain.ts': '' },
      new Error('no\n luck'),
      ['platform-documentation.formats.0: formats/plain.ts: The module cannot be loaded: no luck. Fix the module,'],
    ],
    [
      'a module without a format',
      { 'config/autoload/global.yaml': CONFIGURED, 'formats/plain.ts': '' },
      {},
      ['formats/plain.ts: Its default export is not a format.'],
    ],
    [
      'selectors',
      {
        'config/autoload/global.yaml':
          'platform-content-negotiation: { selectors: { Mine: { Acme\\Nothing: [a/b] } } }\n',
      },
      plain,
      [
        'config/autoload/global.yaml: platform-content-negotiation.selectors.Mine.Acme\\Nothing: ' +
          'There is no view model "Acme\\Nothing".',
      ],
    ],
  ])('tells %s', async (_, files, exported, expected) => {
    const { names, problems } = await read(files, exported);
    expect(problems).toEqual(expected.map((text) => expect.stringContaining(text)));
    expect(names).not.toContain('plain');
  });
});
