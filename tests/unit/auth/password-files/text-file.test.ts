import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileState, MAXIMUM_FILE_BYTES, readTextFile } from '../../../../src/auth/password-files/text-file.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, openSync: vi.fn(real.openSync), readSync: vi.fn(real.readSync), closeSync: vi.fn(real.closeSync) };
});

let folder: string;
let path: string;

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'text-file-'));
  path = join(folder, 'htpasswd');
  vi.clearAllMocks();
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  // No matter what became of it, what was opened is closed.
  const opened = vi
    .mocked(fs.openSync)
    .mock.results.filter(({ type }) => type === 'return')
    .map(({ value }) => value);
  expect(vi.mocked(fs.closeSync).mock.calls.map(([descriptor]) => descriptor)).toEqual(opened);
  vi.resetAllMocks();
});

/** Acts while the file is read. */
function duringRead(act: () => void): void {
  vi.mocked(fs.readSync).mockImplementationOnce((descriptor, buffer) => {
    act();
    return fs.readvSync(descriptor, [buffer]);
  });
}

describe('readTextFile', () => {
  test.each([
    ['text', 'alice:ä\n', 'alice:ä\n'],
    ['nothing', '', ''],
    ['a byte order mark, which goes', '\ufeffalice:x', 'alice:x'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
  ])('reads %s, and says in which state it was', (_, content, text) => {
    fs.writeFileSync(path, content);
    expect(readTextFile(path)).toEqual({ kind: 'text', text, state: fileState(path) });
  });

  test('reads on where the system gives less than was asked for', () => {
    fs.writeFileSync(path, 'alice:secret\n');
    vi.mocked(fs.readSync).mockImplementation((descriptor, buffer, ...[offset, length]: readonly unknown[]) => {
      const at = Number(offset);
      return fs.readvSync(descriptor, [(buffer as Uint8Array).subarray(at, at + Math.min(5, Number(length)))]);
    });
    expect(readTextFile(path)).toMatchObject({ text: 'alice:secret\n' });
  });

  test('takes a file as large as may be, and none larger', () => {
    fs.writeFileSync(path, Buffer.alloc(MAXIMUM_FILE_BYTES, 0x20));
    expect(readTextFile(path).kind).toBe('text');
    fs.appendFileSync(path, ' ');
    expect(readTextFile(path)).toEqual({ kind: 'failed', problem: 'is larger than 4194304 bytes' });
  });

  test.each<[string, () => void]>([
    ['gets shorter', () => fs.truncateSync(path, 3)],
    ['gets longer', () => fs.appendFileSync(path, 'bob:x\n')],
    ['is changed without changing its length', () => fs.utimesSync(path, 1, 1)],
  ])('gives nothing of a file that %s meanwhile', (_, change) => {
    fs.writeFileSync(path, 'alice:secret\n');
    duringRead(change);
    expect(readTextFile(path)).toEqual({ kind: 'failed', problem: 'was changed while it was read' });
  });

  test.each<[string, () => void]>([
    ['replaced, as all tools that write such files do', () => fs.renameSync(`${path}.new`, path)],
    ['removed', () => fs.rmSync(path)],
  ])('gives what was there of a file that is %s meanwhile: its bytes are whole', (_, change) => {
    fs.writeFileSync(path, 'alice:secret\n');
    fs.writeFileSync(`${path}.new`, 'bob:secret\n');
    const state = fileState(path);
    duringRead(change);
    const reading = readTextFile(path);
    expect(reading).toMatchObject({ kind: 'text', text: 'alice:secret\n' });
    // A watcher of the file sees that it is another one by now.
    expect(reading.kind === 'text' && reading.state.signature).not.toBe(fileState(path)?.signature);
    expect(reading.kind === 'text' && reading.state.modifiedMilliseconds).toBe(state?.modifiedMilliseconds);
  });

  test('gives nothing where a file is changed and then replaced meanwhile', () => {
    fs.writeFileSync(path, 'alice:secret\n');
    fs.writeFileSync(`${path}.new`, 'bob:secret\n');
    duringRead(() => {
      fs.utimesSync(path, 1, 1);
      fs.renameSync(`${path}.new`, path);
    });
    expect(readTextFile(path)).toEqual({ kind: 'failed', problem: 'was changed while it was read' });
  });

  test('gives nothing where less comes than the file says it has', () => {
    fs.writeFileSync(path, 'alice:secret\n');
    vi.mocked(fs.readSync).mockReturnValueOnce(4).mockReturnValue(0);
    expect(readTextFile(path)).toEqual({ kind: 'failed', problem: 'was changed while it was read' });
  });

  test.each([
    ['ENOENT', 'not found'],
    ['ENOTDIR', 'not found'],
    ['EACCES', 'may not be read by this process'],
    ['EPERM', 'may not be read by this process'],
    ['EIO', 'cannot be read (EIO)'],
  ])('%s: %s', (code, problem) => {
    vi.mocked(fs.openSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('the path'), { code });
    });
    expect(readTextFile(path)).toEqual({ kind: 'failed', problem });
  });

  test.each([new Error('the path'), 'the path', { code: 'ENOENT' }])('%s is of an unknown kind', (error) => {
    vi.mocked(fs.openSync).mockImplementationOnce(() => {
      throw error;
    });
    expect(readTextFile(path)).toEqual({ kind: 'failed', problem: 'cannot be read (unknown error)' });
  });

  test('a folder is not a file', () => {
    expect(readTextFile(folder)).toEqual({ kind: 'failed', problem: 'is not a file' });
  });
});

describe('fileState', () => {
  test('differs with any part of the folder entry', () => {
    fs.writeFileSync(path, 'a');
    fs.utimesSync(path, 1_600_000_000, 1_600_000_000.25);
    const { dev, ino, size, mtimeNs, ctimeNs } = fs.statSync(path, { bigint: true });
    expect(fileState(path)).toEqual({
      signature: `${dev}|${ino}|${size}|${mtimeNs}|${ctimeNs}`,
      modifiedMilliseconds: 1_600_000_000_250,
    });
  });

  test('is undefined where there is nothing', () => {
    expect(fileState(path)).toBeUndefined();
  });
});
