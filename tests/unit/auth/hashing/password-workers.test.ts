import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createPasswordWorkers,
  type PasswordWorkers,
  type PasswordWorkersOptions,
} from '../../../../src/auth/hashing/password-workers.ts';
import { LIMITS } from '../../../limits.ts';

const real = new URL('../../../../src/auth/hashing/password-worker.ts', import.meta.url);
const clumsy = new URL('../../../fixtures/auth/clumsy-worker.ts', import.meta.url);
const BCRYPT = '$2y$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi';

let pool: PasswordWorkers | undefined;
let log: string[] = [];
afterEach(async () => {
  await pool?.close();
  log = [];
});

function create(options: Partial<PasswordWorkersOptions> = {}): PasswordWorkers {
  const waiting = { waitMilliseconds: LIMITS.wait, log: (message: string) => log.push(message) };
  pool = createPasswordWorkers({ workerUrl: clumsy, ...waiting, workers: 1, ...options });
  return pool;
}

describe('the real worker', () => {
  test.each([
    ['pässwörd', BCRYPT, null, 'right'],
    ['pässwörd', BCRYPT, BCRYPT, 'right'],
    ['passwort', BCRYPT, null, 'wrong'],
    // A decoy costs time and decides nothing.
    ['pässwörd', '{SHA}2jmj7l5rSw0yVb/vlWAYkK/YBwk=', BCRYPT, 'wrong'],
    ['secret', 'secret', null, 'wrong'],
  ])('%s against %s, decoy %s: %s', async (password, stored, decoy, expected) => {
    expect(await create({ workerUrl: real }).verify(password, stored, decoy === null ? [] : [decoy], 'ada')).toBe(
      expected,
    );
  });

  test('hashing leaves the event loop free', async () => {
    const workers = create({ workerUrl: real });
    await workers.verify('x', BCRYPT, [], 'ada');
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 1);
    await workers.verify('wrong', BCRYPT.replace('$04$', '$11$'), [], 'ada');
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
  });
});

describe('a full pool', () => {
  test('what is over the workers and the queue is refused at once', async () => {
    const workers = create({ queuedPerWorker: 2, waitMilliseconds: LIMITS.wait });
    const checks = ['slow 1', 'slow 2', 'slow 3', 'slow 4', 'slow 5'].map((password) =>
      workers.verify(password, 's', [], 'ada'),
    );
    const first = await Promise.race(checks.map(async (check, index) => [index, await check]));
    expect(first).toEqual([3, 'busy']);
    expect(await Promise.all(checks)).toEqual(['wrong', 'wrong', 'wrong', 'busy', 'busy']);
    expect(await workers.verify('good', 's', [], 'ada')).toBe('right');
  });

  test('who waits too long is refused, and costs no work any more', async () => {
    const workers = create({ waitMilliseconds: 30 });
    const folder = mkdtempSync(join(tmpdir(), 'password-workers-'));
    const end = join(folder, 'end');
    const held = workers.verify('held', end, [], 'ada');
    expect(await workers.verify('hang', 's', [], 'ada')).toBe('busy');
    writeFileSync(end, '');
    expect(await held).toBe('wrong');
    expect(await workers.verify('good', 's', [], 'ada')).toBe('right');
    rmSync(folder, { recursive: true });
  });

  test('the same password is checked once for all who ask', async () => {
    const workers = create({ queuedPerWorker: 0 });
    const checks = Array.from({ length: 20 }, () => workers.verify('slow', 's', [], 'ada'));
    expect(new Set(await Promise.all(checks))).toEqual(new Set(['wrong']));
  });

  test('different users share no answer, or its time would show which of them exist', async () => {
    const workers = create({ queuedPerWorker: 0 });
    expect(await Promise.all(['ghost', 'phantom'].map((user) => workers.verify('slow', 'decoy', [], user)))).toEqual([
      'wrong',
      'busy',
    ]);
  });

  test('a question that was refused is asked anew', async () => {
    const workers = create({ queuedPerWorker: 0 });
    const slow = workers.verify('slow', 's', [], 'ada');
    expect(await workers.verify('good', 's', [], 'ada')).toBe('busy');
    await slow;
    expect(await workers.verify('good', 's', [], 'ada')).toBe('right');
  });
});

describe('a worker that dies', () => {
  test.each(['crash', 'exit'])(
    'by %s: its password is busy, never right or wrong, and the next is verified',
    async (how) => {
      const workers = create();
      const [dying, waiting] = [workers.verify(how, 's', [], 'ada'), workers.verify('good', 's', [], 'ada')];
      expect([await dying, await waiting]).toEqual(['busy', 'right']);
      expect(await workers.verify('bad', 's', [], 'ada')).toBe('wrong');
      expect(log.join()).not.toContain('secret');
    },
  );

  test('or cannot be started: busy', async () => {
    const workers = create({ workerUrl: new URL('no-such-worker.ts', clumsy) });
    expect(await workers.verify('good', 's', [], 'ada')).toBe('busy');
    expect(log).toHaveLength(1);
  });
});

test('closed: what runs, what waits and what comes is busy', async () => {
  const workers = create();
  const checks = [workers.verify('hang', 's', [], 'ada'), workers.verify('good', 's', [], 'ada')];
  await workers.close();
  expect(await Promise.all([...checks, workers.verify('good', 's', [], 'ada')])).toEqual(['busy', 'busy', 'busy']);
});
