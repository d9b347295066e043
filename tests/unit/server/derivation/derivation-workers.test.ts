import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDerivationWorkers } from '../../../../src/server/derivation/derivation-workers.ts';
import { StoreBusyError } from '../../../../src/store/contract.ts';
import type { DerivationJob } from '../../../../src/store/derivation.ts';
import { startedWorkers } from '../../../fixtures/auth/fake-worker.ts';

vi.mock('node:worker_threads', async () => ({
  Worker: (await import('../../../fixtures/auth/fake-worker.ts')).FakeWorker,
}));

const TEN_MINUTES = 600_000;
const logged: string[] = [];
const source = { id: 1, context: new SharedArrayBuffer(0), outlines: new SharedArrayBuffer(0), model: null };
const job = (service: string, format = 'openapi'): DerivationJob => ({
  source,
  reference: { level: 'service', api: 'Shop', version: 1, name: service },
  format,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  logged.length = 0;
  startedWorkers.length = 0;
});
afterEach(() => vi.useRealTimers());

function create() {
  const url = new URL('file:///worker.ts');
  const log = (line: string): void => void logged.push(line);
  return createDerivationWorkers({ workerUrl: url, rendererUrl: url, log });
}

describe('documents that are made at the same time', () => {
  const first = ({ reference }: DerivationJob): string => ('name' in reference ? reference.name : reference.level);

  test('clients take turns, and one with many documents has none refused to others', async () => {
    const { derive } = create();
    const own = Array.from({ length: 8 }, (_, index) => derive(job(`A${index}`), '192.0.2.1'));
    await expect(derive(job('A8'), '192.0.2.1')).rejects.toThrow(StoreBusyError);
    const others = [derive(job('B0'), '192.0.2.2'), derive(job('B1'), '192.0.2.2'), derive(job('C0'), '192.0.2.3')];
    for (let index = 0; index < 11; index += 1) startedWorkers[0]?.emit('message', index);
    await Promise.all([...own, ...others]);
    expect(startedWorkers.map(({ jobs }) => jobs.map((one) => first(one as DerivationJob)))).toEqual([
      ['A0', 'A1', 'B0', 'C0', 'A2', 'B1', 'A3', 'A4', 'A5', 'A6', 'A7'],
    ]);
    const again = derive(job('A8'), '192.0.2.1');
    startedWorkers[0]?.emit('message', 'given back');
    expect(await again).toBe('given back');
  });

  test('those of whole APIs have a thread of their own', async () => {
    const { derive } = create();
    const whole = { ...job('Shop'), reference: { level: 'api', api: 'Shop', version: 1 } } as const;
    const changes = { ...job('Shop'), reference: { level: 'changes', api: 'Shop', version: 1 } } as const;
    const under = [derive(whole, '192.0.2.1'), derive(changes, '192.0.2.1')];
    const part = derive(job('Book'), '192.0.2.1');
    startedWorkers[1]?.emit('message', 'Book');
    expect(await part).toBe('Book');
    startedWorkers[0]?.emit('message', 'Shop');
    startedWorkers[0]?.emit('message', 'changes');
    expect(await Promise.all(under)).toEqual(['Shop', 'changes']);
  });
});

describe('a document that ends its thread', () => {
  test('is not tried again for ten minutes; other documents are made, and other formats of it', async () => {
    const { derive } = create();
    const failed = expect(derive(job('Large'))).rejects.toMatchObject({ retrySeconds: 600, message: /time or memory/ });
    startedWorkers[0]?.emit('exit');
    await failed;
    expect(logged.at(-1)).toBe(
      '/platform/documentation/Shop-v1/Large as openapi could not be made and is not tried again for ten minutes',
    );
    await vi.advanceTimersByTimeAsync(60_500);
    await expect(derive(job('Large'))).rejects.toMatchObject({ retrySeconds: 540 });
    expect(startedWorkers).toHaveLength(1);

    for (const other of [job('Small'), job('Large', 'json')]) {
      const made = derive(other);
      startedWorkers[1]?.emit('message', 'made');
      expect(await made).toBe('made');
    }

    await vi.advanceTimersByTimeAsync(TEN_MINUTES);
    const again = derive(job('Large'));
    startedWorkers[1]?.emit('message', 'made now');
    expect(await again).toBe('made now');
  });

  test('is not one that was given up because the server stops', async () => {
    const workers = create();
    const given = expect(workers.derive(job('Any'))).rejects.toMatchObject({ retrySeconds: 1 });
    const closed = workers.close();
    startedWorkers[0]?.emit('exit');
    await closed;
    await given;
    expect(logged).toEqual([]);
  });
});
