import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ConfigurationError,
  followConfiguration,
  type LiveConfiguration,
} from '../../../src/server/live-configuration.ts';

const CLOSED = 'platform-documentation: { title: Mine, access: staff }\n';

describe('a configuration that changes', () => {
  let folder: string;
  let live: LiveConfiguration | undefined;
  const lines: string[] = [];
  const changed = vi.fn();
  const write = (name: string, text: string): void => writeFileSync(join(folder, 'config/autoload', name), text);
  const follow = (): LiveConfiguration => {
    live = followConfiguration(folder, {}, (line) => lines.push(line), changed);
    return live;
  };
  const look = (count = 1): void => void vi.advanceTimersByTime(1000 * count);
  const accessNow = (): string => {
    const access = live?.current().configuration.access;
    return access?.kind === 'adapter' ? access.name : 'public';
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    folder = mkdtempSync(join(tmpdir(), 'live-configuration-'));
    mkdirSync(join(folder, 'config/autoload'), { recursive: true });
    lines.length = 0;
    changed.mockClear();
  });
  afterEach(() => {
    live?.close();
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is taken over when it has been left alone for one look', () => {
    write('global.yaml', 'platform-documentation: { title: Mine }\n');
    follow();
    write('global.yaml', 'platform-documentation: { title: Yo');
    look();
    write('global.yaml', 'platform-documentation: { title: Yours }\n');
    look();
    expect([live?.current().configuration.site.title, changed.mock.calls.length]).toEqual(['Mine', 0]);
    look();
    expect([live?.current().configuration.site.title, changed.mock.calls.length, lines]).toEqual([
      'Yours',
      1,
      [expect.stringContaining('next build')],
    ]);
  });

  test.each([
    ['title: Yours', 'platform-documentation.title'],
    ['title: Yours, base_url: https://docs.example', 'platform-documentation.title, platform-documentation.base_url'],
    ['access: staff', null],
    ['title: Mine', null],
  ])('with %s names once what waits for the next build', (setting, waiting) => {
    write('global.yaml', 'platform-documentation: { title: Mine }\n');
    follow();
    write('local.yaml', `platform-documentation: { ${setting} }\n`);
    look(4);
    const said = 'The change takes effect with the next build. Run "platform-docs build".';
    const line = `config/autoload/local.yaml: ${waiting}: ${said}`;
    expect(lines.filter((text) => text.includes('next build'))).toEqual(waiting === null ? [] : [line]);
  });

  test('is not said to wait where it is as it was, nor twice', () => {
    write('global.yaml', 'platform-documentation: { title: Mine }\n');
    follow();
    for (const title of ['Yours', 'Theirs', 'Mine']) {
      write('global.yaml', `platform-documentation: { title: ${title} }\n`);
      look(4);
    }
    expect(lines.filter((text) => text.includes('next build'))).toHaveLength(1);
  });

  test('names every file that it is in', () => {
    follow();
    write('global.yaml', 'platform-documentation: { title: Mine }\n');
    write('local.yaml', 'platform-documentation: { base_url: https://docs.example }\n');
    look(3);
    expect(lines).toEqual([
      expect.stringMatching(
        /^config\/autoload\/global\.yaml, config\/autoload\/local\.yaml: platform-documentation\.title, /,
      ),
    ]);
  });

  test.each([
    ['emptied', () => write('local.yaml', '')],
    ['turned into comments', () => write('local.yaml', '# access: staff\n')],
    ['emptied to a map', () => write('local.yaml', '{}\n')],
    ['emptied to a document', () => write('local.yaml', '---\n')],
    ['without a line below its sections', () => write('local.yaml', 'platform-documentation:\nview_manager: {}\n')],
    ['away', () => rmSync(join(folder, 'config/autoload/local.yaml'))],
    [
      'under another name',
      () => renameSync(join(folder, 'config/autoload/local.yaml'), join(folder, 'config/autoload/local.yaml.bak')),
    ],
    [
      'a folder',
      () => {
        rmSync(join(folder, 'config/autoload/local.yaml'));
        mkdirSync(join(folder, 'config/autoload/local.yaml'));
      },
    ],
    ['cut in the middle', () => write('local.yaml', 'platform-documentation: { title: Mine, acc')],
    ['without the value', () => write('local.yaml', 'platform-documentation: { title: Mine, access: }\n')],
  ])('keeps what a file closed that is %s, and says so', (_, damage) => {
    write('local.yaml', CLOSED);
    follow();
    lines.length = 0;
    damage();
    look(5);
    expect([accessNow(), changed.mock.calls.length]).toEqual(['staff', 0]);
    expect(lines).toContainEqual(expect.stringContaining('local.yaml'));
    expect(lines.at(-1)).toBe('The new configuration is not used; the one before stays active.');
    expect(lines).toEqual(expect.arrayContaining([...(live?.refusal() ?? [])]));
  });

  test('goes on when the file is back', () => {
    write('local.yaml', CLOSED);
    follow();
    write('local.yaml', '');
    look(3);
    rmSync(join(folder, 'config/autoload/local.yaml'), { recursive: true });
    write('local.yaml', 'platform-documentation: { title: Mine, access: partners }\n');
    look(3);
    expect(accessNow()).toBe('partners');
  });

  test.each([
    ['broken', 'platform-documentation: [', [expect.stringContaining('local.yaml:1:25: This is not YAML: ')]],
    ...[
      ['emptied', ''],
      ['emptied to a map', '{}\n'],
      ['without a line below its section', 'platform-documentation:\n'],
    ].map(([state = '', text = '']): [string, string, string[]] => [
      state,
      text,
      [
        'config/autoload/local.yaml: The file is missing or empty. Put it back; ' +
          'to go on without it, run "platform-docs build" and restart the server.',
      ],
    ]),
  ])('that is %s has one reason, and activating the fixed one is reported', (_, damaged, reasons) => {
    write('local.yaml', CLOSED);
    follow();
    lines.length = 0;
    write('local.yaml', damaged);
    look(3);
    expect(lines).toEqual([...reasons, 'The new configuration is not used; the one before stays active.']);
    write('local.yaml', CLOSED);
    look(3);
    expect(lines.slice(reasons.length + 1)).toEqual([
      expect.stringContaining('adapter'),
      'The new configuration is active.',
    ]);
    write('local.yaml', `${CLOSED}# again\n`);
    look(3);
    expect(lines.filter((line) => line === 'The new configuration is active.')).toHaveLength(1);
  });

  test('may lose what said nothing, and gain files', () => {
    write('global.yaml', '# nothing\n');
    follow();
    rmSync(join(folder, 'config/autoload/global.yaml'));
    write('a.local.yaml', CLOSED);
    look(2);
    expect([accessNow(), changed.mock.calls.length]).toEqual(['staff', 1]);
  });

  test('that this process has written is taken over at once', () => {
    write('local.yaml', CLOSED);
    follow();
    write('local.yaml', 'platform-documentation: { access: partners }\n');
    expect(live?.reload().configuration.access).toEqual({ kind: 'adapter', name: 'partners' });
  });

  test('that this process has read before it wrote it is not read again, unless a variable has changed', () => {
    const environment: Record<string, string> = {};
    write('local.yaml', CLOSED);
    live = followConfiguration(folder, environment, (line) => lines.push(line), changed);
    expect(live.read()).toBe(live.current());
    const text = `platform-documentation: { title: "\${TITLE}" }\n`;
    const draft = live.read(new Map([['config/autoload/local.yaml', text]]));
    write('local.yaml', text);
    expect(live.read()).toBe(draft);
    environment['TITLE'] = 'Theirs';
    expect(live.read().configuration.site.title).toBe('Theirs');
    environment['TITLE'] = '';
    expect(live.read().configuration.site.title).not.toBe('Theirs');
  });

  test('is another object when it is taken over again as it was, so that what failed with it is tried again', () => {
    write('global.yaml', CLOSED);
    const before = follow().current();
    expect(live?.reload()).not.toBe(before);
    expect(live?.current()).toEqual(before);
  });

  test('does not end the process where files cannot be read', () => {
    write('local.yaml', CLOSED);
    follow();
    write('zz.local.yaml', 'platform-documentation: { title: Z }\n');
    chmodSync(join(folder, 'config/autoload/zz.local.yaml'), 0);
    rmSync(join(folder, 'config/autoload/local.yaml'));
    expect(() => look(3)).not.toThrow();
    expect(accessNow()).toBe('staff');
  });

  test('has to be right at the start', () => {
    write('local.yaml', 'platform-documentation: { titel: x }\n');
    expect(follow).toThrow(ConfigurationError);
  });
});
