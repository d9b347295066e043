import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FairQueue } from '../../../src/threads/fair-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Events of the jobs of a queue, in order. */
class Watched {
  readonly events: string[] = [];
  readonly #queue: FairQueue;
  readonly #running: { readonly name: string; readonly client: string; readonly leave: () => void }[] = [];

  constructor(options: ConstructorParameters<typeof FairQueue>[0]) {
    this.#queue = new FairQueue(options);
  }

  get running(): readonly { readonly name: string; readonly client: string }[] {
    return this.#running;
  }

  get queue(): FairQueue {
    return this.#queue;
  }

  take(client: string, name: string): () => void {
    return this.#queue.take(client, {
      begin: (leave) => {
        this.#running.push({ name, client, leave });
        this.events.push(name);
      },
      refuse: () => this.events.push(`${name} refused`),
    });
  }

  /** Ends one of the running jobs. */
  end(index: number): void {
    const [job] = this.#running.splice(index % Math.max(1, this.#running.length), 1);
    job?.leave();
  }
}

const CLIENTS = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8::1'];
const step = fc.oneof(
  fc.record({ kind: fc.constant('take'), client: fc.constantFrom(...CLIENTS) }),
  fc.record({ kind: fc.constant('end'), index: fc.nat(9) }),
);
const steps = fc.array(step, { maxLength: 80 });

describe('whatever comes and ends in any order', () => {
  test('between the arrival of a client and its first job no other client begins more than one where one runs', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const watched = new Watched({ places: 1 });
        const begun: string[] = [];
        /** Clients without a job when they came, and how many had begun then. */
        const came = new Map<string, number>();
        for (const [at, one] of all.entries()) {
          if ('client' in one) {
            const isThere = watched.running.some(({ client }) => client === one.client) || came.has(one.client);
            if (!isThere) came.set(one.client, begun.length);
            watched.take(one.client, `${one.client} ${at}`);
          } else watched.end(one.index);
          for (const event of watched.events.slice(begun.length)) {
            const client = event.split(' ', 1)[0] ?? '';
            const since = came.get(client);
            const between = since === undefined ? [] : begun.slice(since);
            expect(new Set(between).size).toBe(between.length);
            came.delete(client);
            begun.push(client);
          }
        }
      }),
    );
  });

  test('no place stays free while a job may run, none is taken twice, and each client has its jobs in order', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), (all, places, ofOne) => {
        const watched = new Watched({ places, placesOfOneClient: ofOne });
        const taken: string[] = [];
        for (const [at, one] of all.entries()) {
          if ('client' in one) {
            const name = `${one.client} ${at}`;
            taken.push(name);
            watched.take(one.client, name);
          } else watched.end(one.index);
          const counts = CLIENTS.map((client) => watched.running.filter((job) => job.client === client).length);
          const waiting = CLIENTS.filter((client) =>
            taken.some((name) => name.startsWith(`${client} `) && !watched.events.includes(name)),
          );
          expect(watched.running.length).toBeLessThanOrEqual(places);
          expect(Math.max(...counts)).toBeLessThanOrEqual(ofOne);
          if (watched.running.length < places)
            for (const client of waiting) expect(counts[CLIENTS.indexOf(client)]).toBe(Math.min(ofOne, places));
          expect(watched.queue.hasWaiting).toBe(waiting.length > 0);
        }
        while (watched.running.length > 0) watched.end(0);
        expect([...watched.events].sort()).toEqual([...taken].sort());
        for (const client of CLIENTS) {
          const own = (names: readonly string[]): readonly string[] =>
            names.filter((name) => name.startsWith(`${client} `));
          expect(own(watched.events)).toEqual(own(taken));
        }
      }),
    );
  });
});

test('where only the places of one client are bounded, others begin at once', () => {
  const watched = new Watched({ placesOfOneClient: 2 });
  const [a, , c] = ['a', 'b', 'c'].map((name) => watched.take('192.0.2.1', name));
  watched.take('192.0.2.1', 'd');
  watched.take('192.0.2.2', 'x');
  expect(watched.events).toEqual(['a', 'b', 'x']);
  c?.();
  expect(watched.events).toEqual(['a', 'b', 'x']);
  a?.();
  expect(watched.events).toEqual(['a', 'b', 'x', 'd']);
});

describe('what waits', () => {
  test('is refused where one client, or all together, have too much of it', () => {
    const watched = new Watched({ places: 1, mostWaiting: 6 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) watched.take('192.0.2.1', name);
    for (const name of ['b1', 'b2', 'b3']) watched.take('192.0.2.2', name);
    for (const client of [3, 4, 5, 6]) watched.take(`192.0.2.${client}`, `${client}`);
    expect(watched.events).toEqual(['a1', 'a4 refused', 'b2 refused', 'b3 refused', '6 refused']);
    for (let count = 0; count < 8; count += 1) watched.end(0);
    expect(watched.events.slice(5)).toEqual(['a2', 'b1', '3', '4', '5', 'a3']);
    expect(watched.queue.hasWaiting).toBe(false);
  });

  test('of no known client, is refused only where no place is left', () => {
    const watched = new Watched({ places: 1, mostWaiting: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) watched.take('', name);
    expect(watched.events).toEqual(['a', 'd refused', 'e refused']);
  });

  test('is as much of the second client as of the first, and each of the next has some of it', () => {
    const mostWaiting = 32;
    const watched = new Watched({ places: 1, mostWaiting });
    watched.take('198.51.100.1', 'runs');
    const waiting = CLIENTS.map((client) => {
      const before = watched.events.length;
      for (let count = 0; count < mostWaiting; count += 1) watched.take(client, client);
      return mostWaiting - (watched.events.length - before);
    });
    expect(waiting).toEqual([7, 7, 4, 3]);
  });

  test('addresses of one IPv6 site are one client', () => {
    const watched = new Watched({ places: 1 });
    watched.take('2001:db8::1', 'a1');
    watched.take('2001:db8::1', 'a2');
    watched.take('2001:db8::2', 'a3');
    watched.take('2001:db8:1::1', 'b1');
    for (let count = 0; count < 4; count += 1) watched.end(0);
    expect(watched.events).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('is refused when it has waited too long, and its place in the line is free', async () => {
    const watched = new Watched({ places: 1, mostWaiting: 1, waitMilliseconds: 1000 });
    watched.take('192.0.2.1', 'a');
    watched.take('192.0.2.2', 'b');
    await vi.advanceTimersByTimeAsync(1000);
    watched.take('192.0.2.2', 'c');
    watched.end(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(watched.events).toEqual(['a', 'b refused', 'c']);
  });

  test('leaves without a word where its caller leaves', () => {
    const watched = new Watched({ places: 1 });
    const end = watched.take('192.0.2.1', 'a');
    const leave = watched.take('192.0.2.2', 'b');
    watched.take('192.0.2.3', 'c');
    leave();
    end();
    end();
    expect(watched.events).toEqual(['a', 'c']);
  });

  test('is refused when the queue is closed, as all that comes', () => {
    const watched = new Watched({ places: 1 });
    for (const name of ['a', 'b']) watched.take('192.0.2.1', name);
    watched.queue.close();
    watched.take('192.0.2.2', 'c');
    watched.end(0);
    expect(watched.events).toEqual(['a', 'b refused', 'c refused']);
  });
});
