import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, startBuiltServer } from '../servers.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { challengesAt, digestCredentials, rightBut } from './play/digest-credentials.ts';
import { parseParameters } from './play/parameters.ts';
import { exchange, headOf, type RawAnswer, receivedFor } from './play/raw-exchange.ts';
import { basicUserNames, digestUsers } from './site/password-files.ts';
import { makeProtocolProject, type ProtocolProject } from './site/protocol-site.ts';

const SEED = 20_260_101;
const TARGET = '/both/thing';
const RIGHT_BASIC = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
const PARAMETERS = ['username', 'realm', 'nonce', 'uri', 'cnonce', 'nc', 'qop', 'response', 'opaque', 'algorithm'];

let project: ProtocolProject;
let server: RunningServer;
beforeAll(async () => {
  project = await makeProtocolProject();
  server = await startBuiltServer(project.folder);
});
afterAll(async () => {
  await server?.stop();
  await project?.remove();
});
beforeEach(() => project.upstream.forget());

async function ask(authorization: string, target = TARGET): Promise<RawAnswer> {
  const headers = [
    ['Connection', 'close'],
    ['Authorization', authorization],
  ] as const;
  return (await exchange(server.port, { method: 'GET', target, headers, body: null })).answer;
}

const digestFor = (target: string): Promise<string> => digestCredentials(server.port, { method: 'GET', target }, {});

async function expectRefused(authorization: string): Promise<void> {
  const { status } = await ask(authorization);
  expect([status, project.upstream.requests.length, authorization]).toEqual([401, 0, authorization]);
}

async function expectRightOnesServed(): Promise<void> {
  expect((await ask(RIGHT_BASIC)).status).toBe(200);
  expect((await ask(`Digest ${await digestFor(TARGET)}`)).status).toBe(200);
}

/** Visible characters that neither end a quoted string nor escape what follows. */
const character = fc
  .integer({ min: 0x21, max: 0x7e })
  .map((code) => String.fromCharCode(code))
  .filter((text) => !'"\\'.includes(text));

describe('one changed character', () => {
  test.each(PARAMETERS)('in %s of right Digest credentials is refused', async (parameter) => {
    const [offer] = await challengesAt(server.port, TARGET);
    if (offer === undefined) throw new Error('No Digest challenge');
    const right = rightBut({ method: 'GET', target: TARGET }, offer);
    const value = parseParameters(right)?.get(parameter) ?? '';
    expect(value).not.toBe('');
    const isSame = (changed: string): boolean =>
      changed === value || (parameter === 'algorithm' && changed.toUpperCase() === value);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: value.length - 1 }), character, async (at, replacement) => {
        const changed = value.slice(0, at) + replacement + value.slice(at + 1);
        fc.pre(!isSame(changed));
        await expectRefused(
          `Digest ${right.replace(new RegExp(`(?<=^|, )${parameter}=("[^"]*"|[^,]*)`), () => `${parameter}="${changed}"`)}`,
        );
      }),
      { seed: SEED, numRuns: 60 },
    );
    // What was changed was right, and none of it has used up the count.
    expect((await ask(`Digest ${right}`)).status).toBe(200);
  });

  test('in the token of right Basic credentials is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: RIGHT_BASIC.length - 1 }), character, async (at, replacement) => {
        const changed = RIGHT_BASIC.slice(0, at) + replacement + RIGHT_BASIC.slice(at + 1);
        fc.pre(changed.replace(/^basic/i, 'Basic') !== RIGHT_BASIC);
        await expectRefused(changed);
      }),
      { seed: SEED, numRuns: 300 },
    );
    await expectRightOnesServed();
  });

  test('in the name or password of right Basic credentials is refused', async () => {
    const right = 'ada:secret';
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: right.length - 1 }),
        fc.string({ unit: 'grapheme', minLength: 0, maxLength: 1 }),
        async (at, replacement) => {
          const changed = right.slice(0, at) + replacement + right.slice(at + 1);
          fc.pre(changed !== right);
          await expectRefused(`Basic ${Buffer.from(changed).toString('base64')}`);
        },
      ),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe('a name outside the files', () => {
  const known: readonly string[] = [...basicUserNames, ...digestUsers.map(({ name }) => name)];
  const stranger = fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('__proto__', 'constructor', 'valueOf', '@editors', 'ADA', 'ada ', 'ada\0'),
    )
    .filter((name) => !known.includes(name) && name.isWellFormed());
  const password = fc.oneof(
    fc.constantFrom('secret', '', '0', 'open sesame'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );

  test('is let in by no password of Basic', async () => {
    await fc.assert(
      fc.asyncProperty(stranger, password, async (name, secret) => {
        fc.pre(!known.some((user) => `${name}:${secret}`.startsWith(`${user}:`)));
        await expectRefused(`Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  test('is let in by no digest', async () => {
    const [offer] = await challengesAt(server.port, TARGET);
    if (offer === undefined) throw new Error('No Digest challenge');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they cannot be sent in a field
    const sendable = stranger.filter((name) => !/["\\\0-\x1f\x7f]/.test(name));
    await fc.assert(
      fc.asyncProperty(sendable, password, async (user, secret) =>
        expectRefused(
          `Digest ${rightBut({ method: 'GET', target: TARGET }, offer, { hashed: { user, password: secret } })}`,
        ),
      ),
      { seed: SEED, numRuns: 200 },
    );
  });
});

describe('a request that is none, behind one that is', () => {
  test.each([
    ['nonsense', 'nonsense\r\n\r\n', '400'],
    ['a field that is too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('%s: each gets its own answer, in order', async (_, nonsense, status) => {
    const right = headOf({ method: 'GET', target: TARGET, headers: [['Authorization', RIGHT_BASIC]], body: null });
    const received = await receivedFor(server.port, Buffer.concat([right, right, Buffer.from(nonsense)]));
    expect(received.match(/(?<=HTTP\/1\.1 )[0-9]{3}/g)).toEqual(['200', '200', status]);
    expect(project.upstream.requests).toHaveLength(2);
  });
});

describe('20,000 headers', () => {
  test('admit no client with wrong credentials, break nothing and hang nowhere; right ones are served afterwards', async () => {
    const { faults, byStatus } = await fuzz({ port: server.port, seed: SEED, headers: 20_000, target: TARGET });
    expect(faults).toEqual([]);
    expect([...byStatus.values()].reduce((sum, count) => sum + count, 0)).toBe(20_000);
    // Some changes change nothing: a run in which no client was let in would have sent nothing right.
    expect(byStatus.get(200) ?? 0).toBeGreaterThan(100);
    expect(project.upstream.requests.length).toBe(byStatus.get(200));
    await expectRightOnesServed();
    expect(server.process.exitCode).toBeNull();
    expect(server.output()).not.toMatch(/^\s+at /m);
  });
});
