import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const BCRYPT = '$2y$04$oTY0HHIPuQy6qbwpaazCAOiLBLnSRUMOLZtxtPXgLX870iNaShFMi';

const seen = vi.hoisted(
  (): {
    port: (EventEmitter & { postMessage(message: unknown): void }) | null;
    priorities: number[];
    verified: string[];
  } => ({
    port: null,
    priorities: [],
    verified: [],
  }),
);

vi.mock('node:worker_threads', () => ({
  get parentPort() {
    return seen.port;
  },
}));
vi.mock('node:os', () => ({ setPriority: (niceness: number) => seen.priorities.push(niceness) }));
vi.mock('../../../../src/auth/password-hashes/passwords.ts', async (original) => {
  const real = await original<typeof import('../../../../src/auth/password-hashes/passwords.ts')>();
  return {
    ...real,
    verifyPassword: (password: string, stored: string) => {
      seen.verified.push(stored);
      return real.verifyPassword(password, stored);
    },
  };
});

const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
let sent: unknown[];

/** Runs the worker's file in this thread. */
async function start(on = 'linux'): Promise<void> {
  Object.defineProperty(process, 'platform', { ...platform, value: on });
  vi.resetModules();
  await import('../../../../src/auth/hashing/password-worker.ts');
}

beforeEach(() => {
  sent = [];
  seen.port = Object.assign(new EventEmitter(), { postMessage: (message: unknown) => void sent.push(message) });
  seen.priorities.length = 0;
  seen.verified.length = 0;
});
afterEach(() => Object.defineProperty(process, 'platform', platform));

describe('the worker', () => {
  test.each([
    // Decoys are hashed after a wrong password alone, and their results decide nothing.
    ['a right password', 'pässwörd', [], true, [BCRYPT]],
    ['a right password, with a decoy', 'pässwörd', ['decoy'], true, [BCRYPT]],
    ['a wrong password', 'x', [], false, [BCRYPT]],
    ['a wrong password, with decoys', 'x', ['decoy', 'other'], false, [BCRYPT, 'decoy', 'other']],
    [
      'a wrong password, with a decoy that has it',
      'secret',
      ['{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ='],
      false,
      [BCRYPT, '{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ='],
    ],
  ])('answers %s', async (_, password, decoys, isRight, verified) => {
    await start();
    seen.port?.emit('message', { password, stored: BCRYPT, decoys });
    expect([sent, seen.verified]).toEqual([[isRight], verified]);
  });

  test('is below the thread that answers requests, where threads have a priority', async () => {
    await start('linux');
    expect(seen.priorities).toEqual([10]);
    await start('darwin');
    expect(seen.priorities).toEqual([10]);
  });

  test('does nothing in a thread that has no parent', async () => {
    seen.port = null;
    await expect(start()).resolves.toBeUndefined();
  });
});
