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
  reference: { level: 'service', api: 'Shop', version: 1, service },
  format,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  logged.length = 0;
  startedWorkers.length = 0;
});
afterEach(() => vi.useRealTimers());

function create(queuedPerWorker = 9) {
  const url = new URL('file:///worker.ts');
  const log = (line: string): void => void logged.push(line);
  return createDerivationWorkers({ workerUrl: url, rendererUrl: url, log, workers: 1, queuedPerWorker });
}

describe('documents that are made at the same time', () => {
  test('one client has half of them, others have the rest', async () => {
    const { derive } = create();
    const own = Array.from({ length: 5 }, (_, index) => derive(job(`A${index}`), '192.0.2.1'));
    await expect(derive(job('A5'), '192.0.2.1')).rejects.toThrow(StoreBusyError);
    const others = Array.from({ length: 5 }, (_, index) => derive(job(`B${index}`), `192.0.2.${index + 2}`));
    await expect(derive(job('C'), '192.0.2.9')).rejects.toThrow(StoreBusyError);
    for (let index = 0; index < 10; index += 1) startedWorkers[0]?.emit('message', index);
    expect(await Promise.all([...own, ...others])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const again = derive(job('A6'), '192.0.2.1');
    startedWorkers[0]?.emit('message', 'given back');
    expect(await again).toBe('given back');
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
