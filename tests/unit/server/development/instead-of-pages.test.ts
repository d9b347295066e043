import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { SiteAnswer } from '../../../../src/server/answers/contract.ts';
import { problemPage } from '../../../../src/server/answers/problem-answer.ts';
import { failureAnswer, faultsInstead, type ProjectFaults } from '../../../../src/server/development/fault-page.ts';

const SITE = { title: 'Example APIs', baseUrl: '' };
const FAULTS: ProjectFaults = {
  faults: [{ place: 'a.yaml:1:1', text: 'secret' }],
  isClosed: false,
  isComplete: false,
};
const WRONG_SETTING: ProjectFaults = {
  ...FAULTS,
  faults: [{ place: 'config/autoload/local.yaml:2:11', text: 'There is no adapter.' }],
};
const CLOSED: ProjectFaults = { ...FAULTS, isClosed: true };
const BYTES: SiteAnswer = { kind: 'bytes', status: 200, headers: [], body: null };

function problem(status: number): SiteAnswer {
  return { kind: 'page', status, headers: [], page: problemPage({ status, title: 'T', detail: 'D' }, SITE) };
}

const LIST: SiteAnswer = {
  kind: 'page',
  status: 200,
  headers: [],
  page: {
    kind: 'document',
    site: SITE,
    document: {
      level: 'list',
      entries: [{ name: 'Shop', versions: [2], defaultVersion: 2, title: 'The shop', summary: null }],
    },
    alternates: [],
    versions: [],
    development: true,
  },
};

function request(headers: IncomingMessage['headers'] = {}, remoteAddress = '127.0.0.1'): IncomingMessage {
  const sent = { host: 'localhost:4321', accept: 'text/html', ...headers };
  return { method: 'GET', headers: sent, socket: { remoteAddress } } as unknown as IncomingMessage;
}

describe('faults take the place of', () => {
  test.each([
    ['the list', LIST, FAULTS, 503],
    ['what is not there', problem(404), FAULTS, 503],
    ['what is not there in this format', problem(406), FAULTS, 503],
    ['what a mistake in the configuration has closed', problem(503), WRONG_SETTING, 503],
    ['what something else has closed', problem(503), FAULTS, undefined],
    ['a refusal', problem(403), FAULTS, undefined],
    ['a method that is not allowed', problem(405), FAULTS, undefined],
    ['a document that is no page', BYTES, FAULTS, undefined],
    ['everything, where the configuration cannot be used', BYTES, CLOSED, 503],
    ['the list of a project without faults', LIST, { faults: [], isClosed: false, isComplete: true }, undefined],
  ])('%s', (_, answer, faults, status) => {
    expect(faultsInstead(request(), answer, faults, 'stamp')?.status).toBe(status);
  });

  test('the list, with links to what has no errors', () => {
    const { body } = faultsInstead(request(), LIST, FAULTS, 'stamp') ?? expect.unreachable('no page');
    expect(new TextDecoder().decode(body ?? undefined)).toContain(
      '<a href="/platform/documentation/Shop-v2"><bdi>The shop</bdi></a>',
    );
  });

  test.each([
    ['a program', request({ accept: 'application/json' })],
    ['a program that accepts anything', request({ accept: '*/*' })],
    ['another machine', request({}, '192.0.2.7')],
    ['a name that an attacker has led here', request({ host: 'attacker.example' })],
    ['a proxy', request({ 'x-forwarded-for': '192.0.2.7' })],
    [
      'a script of a page of this origin',
      request({ 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }),
    ],
  ])('nothing for %s', (_, from) => {
    for (const faults of [FAULTS, CLOSED]) expect(faultsInstead(from, LIST, faults, 'stamp')).toBe(null);
  });
});

describe('a program that asks for documentation which is not there', () => {
  const MISSING: SiteAnswer = { ...BYTES, status: 404 };
  const asking = (url: string) => ({ ...request({ accept: 'application/json' }, '192.0.2.7'), url }) as IncomingMessage;

  test('gets 503 without places while descriptors have errors', () => {
    const answer = faultsInstead(asking('/platform/documentation/Shop'), MISSING, FAULTS, 'stamp');
    expect(answer?.status).toBe(503);
    expect(answer?.headers).toContain('application/problem+json');
    const body = new TextDecoder().decode(answer?.body ?? undefined);
    expect(JSON.parse(body)).toMatchObject({ status: 503, detail: expect.stringContaining('log') });
    expect(body).not.toMatch(/a\.yaml|secret/);
  });

  test.each([
    ['every descriptor is right', '/platform/documentation/Shop', MISSING, { ...FAULTS, isComplete: true }],
    ['it asks for something else', '/shop/orders', MISSING, FAULTS],
    ['what it asks for is there', '/platform/documentation/Shop', BYTES, FAULTS],
  ])('gets the answer as it is where %s', (_, url, answer, faults) => {
    expect(faultsInstead(asking(url), answer, faults, 'stamp')).toBe(null);
  });
});

describe('a template that fails', () => {
  test.each([
    ['this machine', request(), 'text/html; charset=utf-8'],
    ['another machine', request({}, '192.0.2.7'), 'text/plain; charset=utf-8'],
  ])('is answered to %s', (_, from, type) => {
    const { status, headers, body } = failureAnswer(from, 'templates/Show.astro:3:1: no luck', '/project', 'stamp');
    expect([status, headers[1]]).toEqual([500, type]);
    expect(new TextDecoder().decode(body ?? undefined)).toContain('templates/Show.astro:3:1: no luck');
  });
});
