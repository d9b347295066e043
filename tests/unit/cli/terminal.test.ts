import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import type { Line, Terminal } from '../../../src/cli/command.ts';
import { complainOf } from '../../../src/cli/problem-report.ts';
import { createTerminal, quiet } from '../../../src/cli/terminal.ts';
import { type Diagnostic, problemLines } from '../../../src/model/diagnostic.ts';
import { hasPseudoTerminal, runAtTerminal, shopWith, spawnIn } from './run-cli.ts';

const problem = (severity: Diagnostic['severity'], file: string): Diagnostic => ({
  file,
  line: 1,
  column: 2,
  severity,
  rule: 'some-rule',
  message: 'It is wrong.',
  remedy: 'Fix it.',
});
const DIAGNOSTICS = [
  problem('warning', 'a.yaml'),
  problem('error', 'b.yaml'),
  problem('warning', 'c.yaml'),
  problem('error', 'd.yaml'),
];
const LINES = [
  'b.yaml:1:2: error some-rule It is wrong. Fix it.',
  'd.yaml:1:2: error some-rule It is wrong. Fix it.',
  'a.yaml:1:2: warning some-rule It is wrong. Fix it.',
  'c.yaml:1:2: warning some-rule It is wrong. Fix it.',
];

describe('a report of problems', () => {
  const report = (problems: Parameters<typeof complainOf>[0]): readonly string[] => {
    const lines: string[] = [];
    const plain = (line: Line): string =>
      typeof line === 'string' ? line : line.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
    complainOf(problems, { complain: (line) => void lines.push(plain(line)) });
    return lines;
  };

  test('has errors before warnings, each in their order, and a count at the end', () => {
    expect(report({ diagnostics: DIAGNOSTICS })).toEqual([...LINES, '2 errors, 2 warnings.']);
    expect(problemLines(DIAGNOSTICS)).toEqual([...LINES, '2 errors, 2 warnings.']);
  });

  test('counts what has no place among the errors', () => {
    expect(report({ diagnostics: DIAGNOSTICS.slice(0, 1), failures: ['No page.'] })).toEqual([
      'No page.',
      LINES[2],
      '1 error, 1 warning.',
    ]);
  });

  test('of nothing is nothing', () => {
    expect([report({ diagnostics: [] }), problemLines([])]).toEqual([[], []]);
  });
});

/** A stream that is no file, as a screen with colours or as a log. */
function fakeStream(isTTY: boolean): { readonly stream: NodeJS.WriteStream; text(): string } {
  let text = '';
  const stream: unknown = Object.assign(new PassThrough(), {
    isTTY,
    columns: 60,
    getColorDepth: () => 8,
    hasColors: () => true,
  });
  (stream as PassThrough).on('data', (chunk: Buffer) => {
    text += String(chunk);
  });
  return { stream: stream as NodeJS.WriteStream, text: () => text };
}

describe('a terminal', () => {
  const shown = async (
    isTTY: boolean,
    environment: Readonly<Record<string, string>>,
    use: (terminal: Terminal) => void,
  ): Promise<string> => {
    const [output, errors] = [fakeStream(isTTY), fakeStream(isTTY)];
    use(createTerminal({ output: output.stream, errors: errors.stream, environment }));
    await new Promise(setImmediate);
    return output.text() + errors.text();
  };

  test('colours pieces of ours on a screen, and shows what would steer it', async () => {
    const line: Line = ['\u001b[31m', { colour: 'red', text: 'error\u001b[0m' }];
    expect(await shown(true, {}, ({ complain }) => complain(line))).toBe(
      '\\u001b[31m\u001b[31merror\\u001b[0m\u001b[39m\n',
    );
    expect(await shown(false, {}, ({ complain }) => complain(line))).toBe('\\u001b[31merror\\u001b[0m\n');
  });

  test.each([
    ['a screen', true, {}, true],
    ['a log', false, {}, false],
    ['a screen of continuous integration', true, { CI: 'true' }, false],
    ['a screen that can nothing', true, { TERM: 'dumb' }, false],
  ])('rewrites a line of progress: %s', async (_, isTTY, environment, isRewritten) => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const text = await shown(isTTY, environment, ({ progress }) => {
      const { update, end } = progress('Writing');
      for (let done = 0; done < 2000; done++, now++) update(done, 2000);
      end();
    });
    expect(text.includes('\r')).toBe(isRewritten);
    expect(text.includes('Writing: 1,000 of 2,000.\n')).toBe(!isRewritten);
  });

  test('takes the line of progress away for what else it prints', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const text = await shown(true, {}, ({ progress, complain }) => {
      const { update, end } = progress('Writing');
      now = 650;
      update(1, 2);
      complain('Something.');
      end();
    });
    expect(text.slice(text.lastIndexOf('\r'))).toBe('\r\u001b[KSomething.\n');
  });

  test('that is quiet prints what was asked for and what is wrong', async () => {
    const use = (terminal: Terminal): void => {
      terminal.print('result');
      terminal.inform('news');
      terminal.complain('trouble');
    };
    expect(await shown(false, {}, use)).toBe('result\nnews\ntrouble\n');
    expect(await shown(false, {}, (terminal) => use(quiet(terminal)))).toBe('result\ntrouble\n');
  });
});

describe('real commands', () => {
  const wrong = (): string => shopWith({ 'api-descriptors/wrong.yaml': 'api: Wrong\nversion: 1\nservicse: []\n' });
  const RED = '\u001b[31merror\u001b[39m';

  test.skipIf(!hasPseudoTerminal).each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true],
  ])(
    'on a screen with %j have colours: %s (skipped where the program that plays it is not installed: python3)',
    (environment, hasColours) => {
      const { code, shown } = runAtTerminal(wrong(), ['check'], [], environment);
      expect([code, shown.includes(RED), shown.includes('\u001b')]).toEqual([1, hasColours, hasColours]);
    },
  );

  test('elsewhere have none', async () => {
    const { stdout } = await spawnIn(wrong(), ['check'], { environment: { NO_COLOR: '', FORCE_COLOR: '0' } });
    expect(stdout).toContain(': error ');
    expect(stdout).not.toContain('\u001b');
  });

  test('with --quiet say what is wrong and nothing else', async () => {
    expect(await spawnIn(shopWith(), ['check', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
    const { code, stdout } = await spawnIn(wrong(), ['check', '--quiet']);
    expect([
      code,
      stdout
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('api-descriptors/wrong.yaml:')),
    ]).toEqual([1, []]);
  });
});
