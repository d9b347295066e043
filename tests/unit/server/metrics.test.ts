import { describe, expect, test, vi } from 'vitest';
import { answerMetrics, createMetrics } from '../../../src/server/metrics.ts';

/** Samples alone, without what is said of them. */
const samples = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('counters', () => {
  test('answers are counted by the class of their status', () => {
    const metrics = createMetrics();
    for (const status of [200, 204, 304, 401, 404, 503]) metrics.countRequest(status);
    expect(samples(metrics.write(new Map()))).toEqual([
      'platform_requests_total{status="2xx"} 2',
      'platform_requests_total{status="3xx"} 1',
      'platform_requests_total{status="4xx"} 2',
      'platform_requests_total{status="5xx"} 1',
    ]);
  });

  test('decisions are counted by adapter and outcome', () => {
    const metrics = createMetrics();
    for (const outcome of ['rejected', 'authenticated', 'rejected']) metrics.countAuthentication('staff', outcome);
    metrics.countAuthentication('partners', 'rejected');
    expect(samples(metrics.write(new Map()))).toEqual([
      'platform_authentications_total{adapter="staff",outcome="rejected"} 2',
      'platform_authentications_total{adapter="staff",outcome="authenticated"} 1',
      'platform_authentications_total{adapter="partners",outcome="rejected"} 1',
    ]);
  });

  test.each([
    ['a"b', 'a\\"b'],
    ['a\\b', 'a\\\\b'],
    ['a\nb', 'a\\nb'],
    ['__proto__', '__proto__'],
  ])('an adapter named %j is written so that it stays one label', (adapter, written) => {
    const metrics = createMetrics();
    metrics.countAuthentication(adapter, 'rejected');
    expect(samples(metrics.write(new Map()))).toEqual([
      `platform_authentications_total{adapter="${written}",outcome="rejected"} 1`,
    ]);
  });

  test('gauges come last, each with its type', () => {
    const text = createMetrics().write(new Map([['platform_adapters_closed', 1]]));
    expect(text.endsWith('# TYPE platform_adapters_closed gauge\nplatform_adapters_closed 1\n')).toBe(true);
  });

  test('every name has its type once, before its samples', () => {
    const metrics = createMetrics();
    for (const status of [200, 404]) metrics.countRequest(status);
    const lines = metrics.write(new Map()).split('\n');
    expect(lines.filter((line) => line === '# TYPE platform_requests_total counter')).toHaveLength(1);
    expect(lines.indexOf('# TYPE platform_requests_total counter')).toBeLessThan(
      lines.findIndex((line) => line.startsWith('platform_requests_total{')),
    );
  });
});

describe('the path of the counters', () => {
  const write = vi.fn(() => 'é 1\n');
  const ask = (method: string, target = '/metrics') =>
    answerMetrics(
      { method, target, accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined },
      () => ({ title: '', baseUrl: '' }),
      write,
    );
  const fieldsOfAnswer = (headers: readonly string[] = []): unknown =>
    Object.fromEntries(
      Array.from({ length: headers.length / 2 }, (_, index) => [headers[index * 2], headers[index * 2 + 1]]),
    );

  test.each([
    ['GET', '/metrics', 'é 1\n'],
    ['GET', '/metrics?x=1', 'é 1\n'],
    ['HEAD', '/metrics', null],
  ])('%s %s answers text that no cache keeps, as long as its header says', (method, target, text) => {
    const answer = ask(method, target);
    expect(answer).toMatchObject({
      kind: 'bytes',
      status: 200,
      body: text === null ? null : new TextEncoder().encode(text),
    });
    const type = expect.stringMatching(/^text\/plain; version=0\.0\.4/);
    expect(fieldsOfAnswer(answer?.headers)).toMatchObject({
      'Content-Type': type,
      'Content-Length': '5',
      'Cache-Control': 'no-store',
    });
  });

  test.each([
    ['POST', 405],
    ['DELETE', 405],
    ['OPTIONS', 204],
  ])('%s answers %i with the methods there are, and counts nothing', (method, status) => {
    write.mockClear();
    const answer = ask(method);
    expect([answer?.status, fieldsOfAnswer(answer?.headers)]).toEqual([
      status,
      expect.objectContaining({ Allow: 'GET, HEAD, OPTIONS' }),
    ]);
    expect(write).not.toHaveBeenCalled();
  });

  test.each(['/metrics/', '/Metrics', '/metricsx', '/'])('%s is none of it', (target) => {
    expect(ask('GET', target)).toBeNull();
  });
});
