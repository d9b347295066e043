import { expect, test } from 'vitest';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import { StoreBusyError } from '../../../../src/store/contract.ts';
import { fakeStore, formats, SAMPLE_SITE } from '../fake-site.ts';

test.each(['application/json', 'text/html'])(
  'a store that makes too many documents is unavailable for a moment, and nothing is remembered (%s)',
  async (accept) => {
    let isBusy = true;
    const real = fakeStore(SAMPLE_SITE);
    const store: typeof real = {
      ...real,
      representation: async (document, format) => {
        if (isBusy) throw new StoreBusyError('too-many');
        return real.representation(document, format);
      },
    };
    const handle = createDocumentationHandler({ store: () => store, formats });
    const request = {
      method: 'GET',
      target: '/platform/documentation/Library-v1',
      accept,
      acceptEncoding: undefined,
      ifNoneMatch: undefined,
    };
    const answer = await handle(request);
    const headers = answer?.headers ?? [];
    expect([
      answer?.status,
      headers[headers.indexOf('Retry-After') + 1],
      headers[headers.indexOf('Cache-Control') + 1],
    ]).toEqual([503, '1', 'no-cache']);
    isBusy = false;
    expect((await handle(request))?.status).toBe(200);
  },
);
