import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readForm } from '../../../../src/server/administration/admin-route.ts';
import { Shares } from '../../../../src/services/read-body.ts';

const FORM = 'application/x-www-form-urlencoded';

type Request = Parameters<typeof readForm>[0];

/** A request with the parts from which a form is read. */
function requestOf(
  chunks: readonly (string | Uint8Array)[],
  headers: Readonly<Record<string, string>> = { 'content-type': FORM },
): Request {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  return Object.assign(stream, { headers }) as unknown as Request;
}

/** Further options of reading a form. */
const reading = (proceed = () => undefined) => ({
  memory: new Shares({ mostOfOneClient: 2 ** 24, mostAltogether: 2 ** 24 }),
  client: '192.0.2.1',
  proceed,
});

const read = (chunks: readonly (string | Uint8Array)[], headers?: Readonly<Record<string, string>>) =>
  readForm(requestOf(chunks, headers), reading());

/** Largest size of a form, as its refusal reports it. */
async function mostBytes(): Promise<number> {
  const refused = await read(['a=1'], { 'content-type': FORM, 'content-length': '999999999' });
  return refused.kind === 'refused' ? Number(/(\d+) bytes/.exec(refused.detail)?.[1]) : 0;
}

describe('a form', () => {
  test.each([
    ['is its fields', ['name=staff&realm=api'], { name: 'staff', realm: 'api' }],
    ['is decoded', ['name=a+b%26c%C3%A9'], { name: 'a b&cé' }],
    ['may come in pieces that cut a character', [Uint8Array.of(0x61, 0x3d, 0xc3), Uint8Array.of(0xa9)], { a: 'é' }],
    ['has the last of two values', ['a=1&a=2'], { a: '2' }],
    ['may have a field named __proto__', ['__proto__=x'], { ['__proto__']: 'x' }],
    ['may be empty', [''], {}],
  ])('%s', async (_, chunks, fields) => {
    const form = await read(chunks);
    expect(form).toEqual({ kind: 'form', input: new Map(Object.entries(fields)) });
  });

  test.each([['application/x-www-form-urlencoded; charset=utf-8'], ['Application/X-WWW-Form-Urlencoded']])(
    'is sent as %s',
    async (type) => {
      expect(await read(['a=1'], { 'content-type': type })).toMatchObject({ kind: 'form' });
    },
  );

  test('is what was written, for any text', async () => {
    const fields = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    await fc.assert(
      fc.asyncProperty(fields, async (input) => {
        const form = await read([new URLSearchParams(input).toString()]);
        expect(form).toEqual({ kind: 'form', input: new Map(Object.entries(input)) });
      }),
      { numRuns: 50 },
    );
  });

  test('of the largest size is read, of one byte more not', async () => {
    const most = await mostBytes();
    const text = (bytes: number): string => `a=${'x'.repeat(bytes - 2)}`;
    expect(await read([text(most)])).toMatchObject({ kind: 'form' });
    expect(await read([text(most), 'x'])).toMatchObject({ kind: 'refused', status: 413 });
  });
});

describe('a form that is too large, which only its bytes show', () => {
  test('is refused with an answer that the client gets, however much it still sends', async () => {
    const server = createServer((received, response) => {
      readForm(received, reading()).then((form) => {
        response.writeHead(form.kind === 'refused' ? form.status : 200, { connection: 'close' }).end();
      }, vi.fn());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const status = await new Promise((resolve, reject) => {
        const headers = { 'content-type': FORM, 'transfer-encoding': 'chunked' };
        const sent = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false }, (answer) =>
          resolve(answer.resume().statusCode),
        );
        sent.on('error', reject).end('x'.repeat(16 * 1024 * 1024));
      });
      expect(status).toBe(413);
    } finally {
      server.close();
    }
  });

  test('that never ends is refused, too', async () => {
    const endless = Object.assign(new PassThrough(), { headers: { 'content-type': FORM } });
    endless.write('x'.repeat(2 * 1024 * 1024));
    expect(await readForm(endless as unknown as Request, reading())).toMatchObject({
      kind: 'refused',
      status: 413,
    });
    expect(endless.destroyed).toBe(false);
  });
});

test('a form is not read where the memory for bodies of its client is used up', async () => {
  const full = { ...reading(), memory: new Shares({ mostOfOneClient: 10, mostAltogether: 10 }) };
  expect(await readForm(requestOf(['a=1']), full)).toMatchObject({
    kind: 'refused',
    status: 503,
    headers: ['Retry-After', '5'],
  });
});

describe('what is no form is refused', () => {
  test.each([
    ['multipart', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['text', { 'content-type': 'text/plain' }, 415],
    ['without a type', {}, 415],
    ['compressed', { 'content-type': FORM, 'content-encoding': 'gzip' }, 415],
    ['too large by its own word', { 'content-type': FORM, 'content-length': '999999999' }, 413],
  ])('%s, before any of it is asked for', async (_, headers, status) => {
    const proceed = vi.fn();
    expect(await readForm(requestOf(['a=1'], headers), reading(proceed))).toMatchObject({ kind: 'refused', status });
    expect(proceed).not.toHaveBeenCalled();
  });

  test('for a compressed one the answer says what may be sent', async () => {
    const refused = await read(['a=1'], { 'content-type': FORM, 'content-encoding': 'gzip' });
    expect(refused).toMatchObject({ headers: ['Accept-Encoding', 'identity'] });
  });

  test('what is no UTF-8', async () => {
    expect(await read([Uint8Array.of(0x61, 0x3d, 0xff)])).toMatchObject({ kind: 'refused', status: 400 });
  });

  test('what ends too early', async () => {
    const aborted = requestOf(['a=1']);
    aborted.destroy(new Error('aborted'));
    expect(await readForm(aborted, reading())).toMatchObject({ kind: 'refused', status: 400 });
  });

  test('and a form that is none of these is asked for once', async () => {
    const proceed = vi.fn();
    await readForm(requestOf(['a=1']), reading(proceed));
    expect(proceed).toHaveBeenCalledOnce();
  });
});
