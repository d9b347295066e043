import { describe, expect, test } from 'vitest';
import type { LoggedIn, Refused } from '../../../src/auth/contract.ts';
import { type Exchange, exchange, type Tools } from '../../../src/trying/exchange.ts';
import type { LogIn } from '../../../src/trying/log-in.ts';
import type { TriedRequest } from '../../../src/trying/request.ts';
import type { AdapterChanges } from '../../fixtures/auth/tools.ts';
import { closeServersAfterwards, openServer, type Server } from '../auth/schemes/digest/set-up.ts';

closeServersAfterwards();

const ORIGIN = 'http://127.0.0.1:4321';
const REQUEST: TriedRequest = { method: 'GET', url: `${ORIGIN}/library/book?page=2`, headers: [], body: null };
const NEVER = new AbortController().signal;

function toolsWith(answer: (request: Request) => Response | Promise<Response>, changes: Partial<Tools> = {}): Tools {
  let nonces = 0;
  return {
    fetch: async (...asked) => answer(new Request(...asked)),
    now: () => 0,
    nonce: () => {
      nonces += 1;
      return `nonce${nonces}`;
    },
    digest: () => import('../../../src/trying/digest.ts'),
    isOnline: () => true,
    isRefused: () => false,
    origin: ORIGIN,
    limitMilliseconds: 1000,
    ...changes,
  };
}

function logInAs(name: string, password: string, scheme: 'Basic' | 'Digest' = 'Digest'): LogIn {
  return { credentials: [{ kind: 'user', scheme, curl: '' }], user: { name, password }, secrets: new Map() };
}

const resultOf = ({ steps, outcome }: Exchange): readonly unknown[] => [
  steps.map(({ status }) => status),
  outcome.kind === 'answer' ? outcome.logIn : outcome.cause,
];

/** Answers as our own server does, with its verifier. */
function answering(server: Server): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const sent = request.headers.get('authorization');
    const target = pathname + search;
    const verified: LoggedIn | Refused | null =
      sent === null ? null : await server.verify(sent.replace('Digest ', ''), { method: request.method, target });
    if (verified?.kind === 'authenticated')
      return new Response('{}', { headers: [verified.headers as [string, string]] });
    const challenges = verified?.kind === 'rejected' ? verified.challenges : server.verifier.challenges();
    const headers = challenges.map((challenge): [string, string] => ['WWW-Authenticate', challenge]);
    return new Response('', { status: 401, headers });
  };
}

describe('Digest at our own server', () => {
  test.each<readonly [string, string, AdapterChanges, readonly unknown[]]>([
    ['ada', 'secret', {}, [[401, 200], 'proven']],
    ['Jäsøn', 'pässwörd', {}, [[401, 200], 'proven']],
    ['Jäsøn', 'pässwörd', { htdigest_sha256: 'yes' }, [[401, 200], 'proven']],
    ['ada', 'wrong', {}, [[401, 401], 'refused']],
    ['nobody', 'secret', {}, [[401, 401], 'refused']],
  ])('%s with %s, %j: %j', async (name, password, options, expected) => {
    const tools = toolsWith(answering(openServer(options)));
    expect(resultOf(await exchange(REQUEST, logInAs(name, password), new Map(), tools, NEVER))).toEqual(expected);
  });

  test('goes on with its nonce, counts, and gets a new one when it is stale', async () => {
    const server = openServer();
    const tools = toolsWith(answering(server));
    const known = new Map();
    const ask = (password = 'secret'): Promise<Exchange> =>
      exchange(REQUEST, logInAs('ada', password), known, tools, NEVER);
    const counts = ({ steps }: Exchange): readonly (string | undefined)[] =>
      steps.map(({ headers }) => /nc=(\w+)/.exec(headers.map(([, value]) => value).join())?.[1]);
    expect(counts(await ask())).toEqual([undefined, '00000001']);
    const second = await ask();
    expect([resultOf(second), counts(second)]).toEqual([[[200], 'proven'], ['00000002']]);
    server.pass(4_000_000);
    const third = await ask();
    expect([resultOf(third), counts(third)]).toEqual([
      [[401, 200], 'proven'],
      ['00000003', '00000001'],
    ]);
    // No nonce is kept for another password.
    expect(resultOf(await ask('wrong'))).toEqual([[401, 401], 'refused']);
    expect(resultOf(await ask())).toEqual([[401, 200], 'proven']);
  });
});

const CHALLENGE = 'Digest realm="r", nonce="n", qop="auth"';
const refusing =
  (challenge: string | null, status = 401) =>
  (): Response =>
    new Response('', { status, ...(challenge === null ? {} : { headers: { 'WWW-Authenticate': challenge } }) });

describe('a log-in', () => {
  test.each<readonly [string, (request: Request) => Response, LogIn | null, readonly unknown[]]>([
    ['stale for ever', refusing(`${CHALLENGE}, stale=true`), logInAs('ada', 'x'), [[401, 401, 401], 'refused']],
    ['unreadable', refusing(null), logInAs('ada', 'x'), [[401], 'unreadable']],
    ['of another scheme', refusing('Basic realm="r"'), logInAs('ada', 'x'), [[401], 'unanswerable']],
    ['not asked for', refusing(null, 200), logInAs('ada', 'x'), [[200], 'not-asked']],
    ['refused by Basic', refusing('Basic realm="r"'), logInAs('ada', 'x', 'Basic'), [[401], 'refused']],
    ['accepted by Basic', refusing(null, 200), logInAs('ada', 'x', 'Basic'), [[200], 'accepted']],
    ['none', refusing('Basic realm="r"'), null, [[401], 'none']],
    [
      'with a wrong proof',
      (request) =>
        request.headers.has('authorization')
          ? new Response('', { headers: { 'Authentication-Info': `rspauth="${'0'.repeat(32)}"` } })
          : refusing(CHALLENGE)(),
      logInAs('ada', 'x'),
      [[401, 200], 'unproven'],
    ],
  ])('%s', async (_, answer, logIn, expected) => {
    expect(resultOf(await exchange(REQUEST, logIn, new Map(), toolsWith(answer), NEVER))).toEqual(expected);
  });

  test('is the only one that is sent, and takes the place of a parameter of its name', async () => {
    let sent: Request | undefined;
    const tools = toolsWith((request) => {
      sent = request;
      return new Response('');
    });
    const logIn: LogIn = {
      credentials: [{ kind: 'header', name: 'X-Key', scheme: null, placeholder: 'KEY' }],
      user: { name: '', password: '' },
      secrets: new Map([['X-Key', 'own']]),
    };
    await exchange({ ...REQUEST, headers: [['x-key', 'parameter']] }, logIn, new Map(), tools, NEVER);
    expect([sent?.credentials, sent?.headers.get('x-key'), sent?.cache]).toEqual(['omit', 'own', 'no-store']);
  });
});

describe('a request that fails', () => {
  const ELSEWHERE = { ...REQUEST, url: 'https://api.example.com/book' };
  const fails = (): never => {
    throw new TypeError('Failed to fetch');
  };
  const onlyBlind = (request: Request): Response => (request.mode === 'no-cors' ? new Response(null) : fails());

  test.each<readonly [string, TriedRequest, (request: Request) => Response, Partial<Tools>, string]>([
    ['without a network', REQUEST, fails, { isOnline: () => false }, 'offline'],
    ['by the policy of the page', ELSEWHERE, fails, { isRefused: () => true }, 'policy'],
    ['at this site', REQUEST, fails, {}, 'unreachable'],
    ['elsewhere, where no server is', ELSEWHERE, fails, {}, 'unreachable'],
    ['elsewhere, where a server is', ELSEWHERE, onlyBlind, {}, 'cors'],
  ])('%s', async (_, request, answer, changes, cause) => {
    const done = await exchange(request, null, new Map(), toolsWith(answer, changes), NEVER);
    expect(done.outcome).toMatchObject({ kind: 'failure', cause });
  });

  const untilStopped: Tools['fetch'] = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });

  test('because it was cancelled, or took too long', async () => {
    const cancel = new AbortController();
    const started = exchange(REQUEST, null, new Map(), toolsWith(fails, { fetch: untilStopped }), cancel.signal);
    cancel.abort();
    expect((await started).outcome).toMatchObject({ cause: 'cancelled' });
    const tools = toolsWith(fails, { fetch: untilStopped, limitMilliseconds: 1 });
    expect((await exchange(REQUEST, null, new Map(), tools, NEVER)).outcome).toMatchObject({ cause: 'time' });
  });

  test('because the code of Digest did not load in time', async () => {
    const tools = toolsWith(fails, { digest: () => new Promise(() => undefined), limitMilliseconds: 1 });
    const { outcome } = await exchange(REQUEST, logInAs('ada', 'secret'), new Map(), tools, NEVER);
    expect(outcome).toMatchObject({ cause: 'time' });
  });
});

test('what has arrived is kept where an answer breaks off', async () => {
  const cancel = new AbortController();
  const tools = toolsWith(
    () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('half'));
            cancel.signal.addEventListener('abort', () => controller.error(cancel.signal.reason));
            setTimeout(() => cancel.abort());
          },
        }),
      ),
  );
  const { outcome } = await exchange(REQUEST, null, new Map(), tools, cancel.signal);
  expect(outcome.kind === 'answer' && [new TextDecoder().decode(outcome.bytes), outcome.cut]).toEqual([
    'half',
    'cancelled',
  ]);
});

test.each([
  ['text/event-stream', true],
  ['application/x-ndjson; charset=utf-8', true],
  ['application/jsonl', true],
  ['application/json-seq', true],
  ['application/json', false],
  ['text/plain', false],
  [null, false],
])('an answer of the type %s is shown as it arrives: %j, and then has no limit of time', async (type, isStream) => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
  });
  const tools = toolsWith(
    ({ signal }) => {
      signal.addEventListener('abort', () => controller?.error(signal.reason));
      return new Response(stream, { headers: type === null ? {} : { 'Content-Type': type } });
    },
    { limitMilliseconds: 20 },
  );
  const seen: string[] = [];
  const cancel = new AbortController();
  const started = exchange(REQUEST, null, new Map(), tools, cancel.signal, ({ status }, part) => {
    seen.push(`${status} ${new TextDecoder().decode(part)}`);
    if (part.byteLength === 0) controller?.enqueue(new TextEncoder().encode('one'));
    // The limit is over by now.
    else setTimeout(() => cancel.abort(), 60);
  });
  const { outcome } = await started;
  expect(seen).toEqual(isStream ? ['200 ', '200 one'] : []);
  expect(outcome).toMatchObject({ kind: 'answer', cut: isStream ? 'cancelled' : 'time' });
});

const KEY: LogIn = {
  credentials: [
    { kind: 'header', name: 'X-Key', scheme: null, placeholder: 'KEY' },
    { kind: 'query', name: 'key', scheme: null, placeholder: 'KEY' },
  ],
  user: { name: '', password: '' },
  secrets: new Map([
    ['X-Key', 's3cret'],
    ['key', 's3cret'],
  ]),
};

test('a key is shown neither in a request nor in what a server says of it', async () => {
  const tools = toolsWith(() => new Response('', { headers: { 'X-Asked': '/?key=s3cret' } }));
  const done = await exchange(REQUEST, KEY, new Map(), tools, NEVER);
  expect(JSON.stringify(done)).toContain('X-Key');
  expect(JSON.stringify(done)).not.toContain('s3cret');
});

test('a log-in follows no redirection, a request without one does', async () => {
  const asked: (RequestInit['redirect'] | undefined)[] = [];
  const answer = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
  const fetch: Tools['fetch'] = async (_, init) => {
    asked.push(init?.redirect);
    return init?.redirect === 'manual' ? answer : new Response('');
  };
  const tools = toolsWith(() => answer, { fetch });
  expect(resultOf(await exchange(REQUEST, KEY, new Map(), tools, NEVER))).toEqual([[], 'redirect']);
  expect(resultOf(await exchange(REQUEST, null, new Map(), tools, NEVER))).toEqual([[200], 'none']);
  expect(asked).toEqual(['manual', 'follow']);
});

test('a nonce of another realm at the same origin is replaced, and refuses no log-in', async () => {
  let realm = 'one';
  const tools = toolsWith((request) =>
    request.headers.get('authorization')?.includes(`realm="${realm}"`) === true
      ? new Response('')
      : refusing(CHALLENGE.replace('"r"', `"${realm}"`))(),
  );
  const known = new Map();
  const ask = (): Promise<Exchange> => exchange(REQUEST, logInAs('ada', 'x'), known, tools, NEVER);
  expect(resultOf(await ask())).toEqual([[401, 200], 'accepted']);
  realm = 'two';
  expect(resultOf(await ask())).toEqual([[401, 200], 'accepted']);
});

test('a file in a form that is not multipart is sent byte by byte', async () => {
  let body = '';
  const tools = toolsWith(async (request) => {
    body = await request.text();
    return new Response('');
  });
  const file = new File([Uint8Array.of(0x61, 0x26, 0xff)], 'a');
  const form = {
    kind: 'form',
    isMultipart: false,
    fields: [
      ['a b', 'c&d', {}],
      ['file', null, { file }],
    ],
  } as const;
  await exchange({ ...REQUEST, method: 'POST', body: form }, null, new Map(), tools, NEVER);
  expect(body).toBe('a+b=c%26d&file=%61%26%ff');
});

test('a multipart body has the types of its parts, and only files have file names', async () => {
  let text = '';
  let type: string | null = '';
  const tools = toolsWith(async (request) => {
    type = request.headers.get('content-type');
    text = await request.text();
    return new Response('');
  });
  const body = {
    kind: 'form',
    isMultipart: true,
    fields: [
      ['tag "a"\r\nX: 1', '{}', { type: 'application/vnd.tag+json' }],
      ['id', 'm', {}],
      ['id', 'n', {}],
      ['photo', null, { file: new File(['p'], 'a "b".png', { type: 'image/gif' }), type: 'image/png' }],
      ['scan', null, { file: new File(['s'], 'c') }],
      ['plan', null, { file: new File(['t'], 'd', { type: 'text/x' }) }],
    ],
  } as const;
  await exchange({ ...REQUEST, method: 'POST', body }, null, new Map(), tools, NEVER);
  expect(type).toBe('multipart/form-data; boundary=nonce1');
  const part = (head: string, content: string): string =>
    `--nonce1\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${content}\r\n`;
  expect(text).toBe(
    [
      part('"tag %22a%22%0D%0AX: 1"\r\nContent-Type: application/vnd.tag+json', '{}'),
      part('"id"', 'm'),
      part('"id"', 'n'),
      part('"photo"; filename="a %22b%22.png"\r\nContent-Type: image/png', 'p'),
      part('"scan"; filename="c"', 's'),
      part('"plan"; filename="d"\r\nContent-Type: text/x', 't'),
      '--nonce1--\r\n',
    ].join(''),
  );
});
