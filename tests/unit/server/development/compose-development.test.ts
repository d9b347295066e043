import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { valuesOf } from '../../../../src/http/header-list.ts';
import type { SiteAnswer } from '../../../../src/server/answers/contract.ts';
import {
  composeDevelopment,
  type KeptInDevelopment,
  NO_FORMAT_MODULES,
} from '../../../../src/server/development/compose-development.ts';
import type { Runtime } from '../../../../src/server/runtime.ts';
import { formatParameters, sentParameters, userSecret } from '../../../fixtures/auth/digest-client.ts';
import { projectWith } from '../../config/project.ts';

const ALICE = { user: 'alice', realm: 'Staff', password: 'secret' };
const ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const CONFIGURATION = {
  'platform-documentation': { access: 'staff' },
  'platform-mvc-auth': {
    authentication: {
      adapters: {
        staff: { adapter: ADAPTER, options: { accept_schemes: ['digest'], realm: 'Staff', htdigest: 'htdigest' } },
      },
    },
  },
};

let folder: string;
let kept: KeptInDevelopment;
beforeEach(() => {
  folder = projectWith({
    'config/autoload/local.yaml': JSON.stringify(CONFIGURATION),
    htdigest: `alice:Staff:${userSecret('MD5', ALICE)}\n`,
  });
  kept = { resources: null, runtime: null, reading: null, composed: null, isWrong: false };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  kept.runtime?.close();
  await kept.resources?.close();
  vi.restoreAllMocks();
});

const composed = (formatModules = NO_FORMAT_MODULES): Promise<Runtime> =>
  composeDevelopment({ projectFolder: folder, formatModules, hasPages: false }, kept);

/** Composes again, as after an edit of a format. */
const composeAnew = (): Promise<Runtime> => composed([]);

const TARGET = '/platform/documentation';

async function ask(
  { handleDocumentation }: Runtime,
  authorization: readonly string[] = [],
): Promise<SiteAnswer | null> {
  const asked = { method: 'GET', target: TARGET, accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };
  return await handleDocumentation(asked, () => ({
    method: 'GET',
    target: TARGET,
    authorization,
    client: '192.0.2.1',
  }));
}

describe('the development server, after an edit of a format', () => {
  test('makes another runtime of the same keys, threads and counts', async () => {
    const before = await composeAnew();
    const { resources } = kept;
    expect(resources).not.toBe(null);
    const after = await composeAnew();
    expect(after).not.toBe(before);
    expect(kept.resources).toBe(resources);
  });

  test('still knows the nonces that it gave', async () => {
    const [challenge = ''] = valuesOf((await ask(await composeAnew()))?.headers ?? [], 'www-authenticate');
    const parameterOf = (name: string): string => new RegExp(`${name}="([^"]+)"`).exec(challenge)?.[1] ?? '';
    const hashed = {
      ...ALICE,
      algorithm: 'MD5',
      method: 'GET',
      uri: TARGET,
      nonce: parameterOf('nonce'),
      nc: '00000001',
      cnonce: 'a',
      qop: 'auth',
    };
    const credentials = `Digest ${formatParameters(sentParameters(hashed, parameterOf('opaque')))}`;
    expect((await ask(await composeAnew(), [credentials]))?.status).toBe(200);
  });

  test('closes the runtime before', async () => {
    await composeAnew();
    const close = vi.spyOn(kept.runtime ?? expect.unreachable('Nothing is kept.'), 'close');
    await composeAnew();
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('makes no other runtime while nothing changes', async () => {
    const first = await composed();
    expect(await composed()).toBe(first);
    writeFileSync(
      join(folder, 'config/autoload/local.yaml'),
      JSON.stringify({ ...CONFIGURATION, 'platform-server': { metrics: true } }),
    );
    expect(await composed()).not.toBe(first);
  });
});

test('what nothing answers may be a route of a descriptor that has errors: 503 in place of 404', async () => {
  const asked = { method: 'GET', target: '/thing', accept: 'application/json', acceptEncoding: undefined };
  const answer = async (target = asked.target) =>
    (await composed()).answerElsewhere({ ...asked, target, ifNoneMatch: undefined });
  mkdirSync(join(folder, 'api-descriptors'));
  writeFileSync(join(folder, 'api-descriptors/a.yaml'), 'api: A\nversion: 1\nservices: []');
  expect((await answer()).status).toBe(404);
  writeFileSync(join(folder, 'api-descriptors/a.yaml'), 'api: A\nversion: 1\nservices: [');
  expect(await answer()).toMatchObject({ kind: 'bytes', status: 503 });
  expect((await answer('/')).status).toBe(307);
});
