import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StateUnavailable } from '../../../../src/auth/state/contract.ts';
import { RedisConnection, STORE_KEY } from '../../../../src/auth/state/redis-connection.ts';
import { client, clients, settled } from '../../../fixtures/auth/fake-redis.ts';

vi.mock('ioredis', async () => ({ Redis: (await import('../../../fixtures/auth/fake-redis.ts')).FakeRedis }));

let now = 1000;
let changes: [isUp: boolean, reason: string][];

beforeEach(() => {
  now = 1000;
  changes = [];
  clients.length = 0;
});

function connect(): RedisConnection {
  return new RedisConnection(
    'redis://store',
    () => now,
    (isUp, reason) => changes.push([isUp, reason]),
  );
}

async function connected(): Promise<RedisConnection> {
  const connection = connect();
  client().emit('ready');
  await settled();
  return connection;
}

describe('the client', () => {
  test('fails at once while there is no connection, repeats nothing, and comes back by itself within a second', () => {
    connect();
    const { url, options } = client();
    expect(url).toBe('redis://store');
    expect(options).toMatchObject({
      connectTimeout: 2000,
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
    });
    const { retryStrategy } = options;
    expect(typeof retryStrategy === 'function' && [1, 2, 20, 21, 1000].map((times) => retryStrategy(times))).toEqual([
      50, 100, 1000, 1000, 1000,
    ]);
  });
});

describe('a command', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  function send(): { readonly reject: ReturnType<typeof vi.fn>; readonly resolve: (answer: unknown) => void } {
    connect();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const reject = vi.fn();
    client().sendCommand({ promise, reject } as { readonly promise: Promise<unknown> });
    return { reject, resolve };
  }

  test('is given up when it is not answered within 500 ms, after what has arrived was read', async () => {
    const { reject } = send();
    vi.advanceTimersByTime(499);
    await settled();
    expect(reject).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reject).not.toHaveBeenCalled();
    await settled();
    expect(reject.mock.calls).toEqual([[new Error('Command timed out')]]);
  });

  test('that was answered needs no timer', async () => {
    const { resolve } = send();
    expect(vi.getTimerCount()).toBe(1);
    resolve(1);
    await settled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a store that comes', () => {
  test('is adopted by its run id before anything is asked of it', async () => {
    const connection = connect();
    await expect(connection.run(async () => 1)).rejects.toThrow(
      new StateUnavailable('the shared store is not connected'),
    );
    client().emit('ready');
    await expect(connection.run(async () => 1)).rejects.toThrow(StateUnavailable);
    await settled();
    expect(client().info.mock.calls).toEqual([['server']]);
    expect(client().adoptStore.mock.calls).toEqual([[STORE_KEY, 'abc123', 1000, 0]]);
    expect([await connection.run(async () => 1), changes]).toEqual([1, [[true, 'connected']]]);
  });

  test('without a run id is another one each time', async () => {
    const connection = connect();
    client().info.mockResolvedValue('');
    for (now of [2000, 3000]) {
      client().emit('ready');
      await settled();
    }
    expect(client().adoptStore.mock.calls.map(([, run]) => run)).toEqual(['2000', '3000']);
    await connection.close();
  });

  test('learns that counts were spent elsewhere, once', async () => {
    const connection = connect();
    connection.spentElsewhere();
    for (let count = 0; count < 2; count += 1) {
      client().emit('ready');
      await settled();
    }
    expect(client().adoptStore.mock.calls.map(([, , , elsewhere]) => elsewhere)).toEqual([1, 0]);
  });

  test('learns of it again when that failed', async () => {
    const connection = connect();
    connection.spentElsewhere();
    client().adoptStore.mockRejectedValueOnce(new Error('LOADING the dataset'));
    for (let count = 0; count < 2; count += 1) {
      client().emit('ready');
      await settled();
    }
    expect(client().adoptStore.mock.calls.map(([, , , elsewhere]) => elsewhere)).toEqual([1, 1]);
    expect(changes).toEqual([
      [false, 'LOADING the dataset'],
      [true, 'connected'],
    ]);
  });

  test('is adopted again where counts were spent elsewhere meanwhile', async () => {
    const connection = connect();
    client().adoptStore.mockImplementationOnce(async () => {
      connection.spentElsewhere();
      now = 1500;
      return 1;
    });
    client().emit('ready');
    await settled();
    expect(client().adoptStore.mock.calls).toEqual([
      [STORE_KEY, 'abc123', 1000, 0],
      [STORE_KEY, 'abc123', 1500, 1],
    ]);
    expect(changes).toEqual([[true, 'connected']]);
  });

  test('and cannot be adopted is given up, and connected to anew', async () => {
    const connection = connect();
    client().info.mockRejectedValue(Object.assign(new Error('NOAUTH'), { code: 'ECONNRESET' }));
    client().emit('ready');
    await settled();
    expect([changes, client().disconnect.mock.calls]).toEqual([[[false, 'ECONNRESET']], [[true]]]);
    await expect(connection.run(async () => 1)).rejects.toThrow(StateUnavailable);
  });
});

describe('a store that goes', () => {
  test.each<[string, unknown, string]>([
    [
      'a system error',
      Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:6379'), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['what the store says', new Error('OOM command not allowed\nsecond line'), 'OOM command not allowed'],
    ['a code that is no text', Object.assign(new Error('odd'), { code: 7 }), 'odd'],
    ['something else', 'redis://user:secret@store', 'unknown error'],
  ])('is reported once, by its code or first line: %s', async (_, error, reason) => {
    await connected();
    client().emit('error', error);
    for (let count = 0; count < 3; count += 1) client().emit('close');
    expect(changes).toEqual([
      [true, 'connected'],
      [false, reason],
    ]);
  });

  test('without an error was closed', async () => {
    await connected();
    client().emit('close');
    expect(changes.at(-1)).toEqual([false, 'the connection was closed']);
  });

  test('in the middle of commands is given up once, and each command says why', async () => {
    const connection = await connected();
    const cause = new Error('Command timed out');
    const commands = [1, 2].map(() => connection.run(() => Promise.reject(cause)));
    for (const command of commands)
      await expect(command).rejects.toMatchObject({
        name: 'StateUnavailable',
        message: 'the shared store did not answer: Command timed out',
        cause,
      });
    expect([client().disconnect.mock.calls, changes.slice(1)]).toEqual([[[true]], [[false, 'Command timed out']]]);
  });
});

describe('closed', () => {
  test('it disconnects for good, reports nothing more, and answers nothing', async () => {
    const connection = await connected();
    await connection.close();
    client().emit('close');
    client().emit('ready');
    await settled();
    expect([client().disconnect.mock.calls, changes, client().info.mock.calls.length]).toEqual([
      [[]],
      [[true, 'connected']],
      1,
    ]);
    await expect(connection.run(async () => 1)).rejects.toThrow(StateUnavailable);
  });

  test('while the store is adopted, it is not connected to again', async () => {
    const connection = connect();
    const { promise, reject } = Promise.withResolvers<string>();
    client().info.mockReturnValue(promise);
    client().emit('ready');
    await connection.close();
    reject(new Error('Connection is closed.'));
    await settled();
    expect([client().disconnect.mock.calls, changes]).toEqual([[[]], []]);
  });
});
