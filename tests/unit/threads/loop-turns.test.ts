import { describe, expect, test } from 'vitest';
import { LoopBusyError, LoopTurns } from '../../../src/threads/loop-turns.ts';

describe('turns of the event loop', () => {
  test('a new connection is accepted and answered between two jobs', async () => {
    const turns = new LoopTurns();
    let count = 0;
    const timer = setImmediate(function next() {
      count += 1;
      state.timer = setImmediate(next);
    });
    const state = { timer };
    const begun: number[] = [];
    const job = async (): Promise<void> => {
      await turns.take('192.0.2.1');
      begun.push(count);
    };
    await Promise.all(Array.from({ length: 20 }, job));
    clearImmediate(state.timer);
    // One turn accepts it, the next one reads what it asks.
    for (const [at, turn] of begun.slice(1).entries()) expect(turn - (begun[at] ?? 0)).toBeGreaterThanOrEqual(2);
  });

  test('a client that comes later waits for one job of the others', async () => {
    const turns = new LoopTurns();
    const order: string[] = [];
    const job = async (client: string): Promise<void> => {
      await turns.take(client);
      order.push(client);
    };
    const own = Array.from({ length: 20 }, () => job('192.0.2.1'));
    expect(turns.isBusy).toBe(true);
    await Promise.all([...own, job('192.0.2.2')]);
    expect(order.indexOf('192.0.2.2')).toBeLessThanOrEqual(2);
    expect(turns.isBusy).toBe(false);
  });

  test('too many jobs of one client are refused, those of another are not', async () => {
    const turns = new LoopTurns();
    const own = Array.from({ length: 300 }, () => turns.tryToTake('192.0.2.1'));
    const other = turns.take('192.0.2.2');
    await expect(turns.take('192.0.2.1')).rejects.toThrow(LoopBusyError);
    await other;
    const done = await Promise.all(own);
    expect(done.filter((isTaken) => !isTaken)).toHaveLength(99);
  });

  test('twenty networks that ask for all there is leave a turn to another one', async () => {
    const turns = new LoopTurns();
    const own = Array.from({ length: 20 * 300 }, (_, at) => turns.tryToTake(`192.0.${at % 20}.1`));
    expect(await turns.tryToTake('198.51.100.1')).toBe(true);
    await Promise.all(own);
  });

  test('a client that goes away while it waits leaves its turn to its next request', async () => {
    const turns = new LoopTurns();
    const connections = Array.from({ length: 300 }, () => ({ destroyed: false }));
    const own = connections.map((connection) => turns.tryToTake('192.0.2.1', connection));
    for (const connection of connections) connection.destroyed = true;
    const next = Array.from({ length: 100 }, () => turns.tryToTake('192.0.2.1', { destroyed: false }));
    expect(await Promise.all(next)).not.toContain(false);
    expect((await Promise.all(own)).filter((isTaken) => isTaken)).toHaveLength(1);
  });
});
