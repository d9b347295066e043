import { describe, expect, test, vi } from 'vitest';
import { answerMetrics, createMetrics } from '../../../src/server/metrics.ts';

/** Samples alone, without what is said of them. */
const samples = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('counters', () => {
  test('answers are counted by the class of their status', () => {
    const metrics = createMetrics();
    for (const status of [200, 204, 304, 401, 404, 503]) metrics.countRequest('apis', status, 0);
    expect(samples(metrics.write({}, new Map())).filter((line) => line.startsWith('platform_requests'))).toEqual([
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
    expect(samples(metrics.write({}, new Map())).slice(1)).toEqual([
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
    expect(samples(metrics.write({}, new Map())).slice(1)).toEqual([
      `platform_authentications_total{adapter="${written}",outcome="rejected"} 1`,
    ]);
  });

  test('gauges come last, each with its type', () => {
    const text = createMetrics().write({}, new Map([['platform_adapters_closed', 1]]));
    expect(text.endsWith('# TYPE platform_adapters_closed gauge\nplatform_adapters_closed 1\n')).toBe(true);
  });

  test('every name has its type once, before its samples', () => {
    const metrics = createMetrics();
    for (const status of [200, 404]) metrics.countRequest('site', status, 0);
    const lines = metrics.write({}, new Map()).split('\n');
    expect(lines.filter((line) => line === '# TYPE platform_requests_total counter')).toHaveLength(1);
    expect(lines.indexOf('# TYPE platform_requests_total counter')).toBeLessThan(
      lines.findIndex((line) => line.startsWith('platform_requests_total{')),
    );
  });
});

test('durations are counted up to each bound, by part of the site', () => {
  const metrics = createMetrics();
  for (const seconds of [0.001, 0.005, 0.3, 60]) metrics.countRequest('apis', 200, seconds);
  metrics.countRequest('mcp', 200, 1);
  const lines = samples(metrics.write({}, new Map())).filter((line) => line.includes('duration'));
  expect(lines.slice(0, 9)).toEqual([
    ...[
      ['0.005', 2],
      ['0.025', 2],
      ['0.1', 2],
      ['0.5', 3],
      ['2.5', 3],
      ['10', 3],
      ['+Inf', 4],
    ].map(([bound, count]) => `platform_request_duration_seconds_bucket{part="apis",le="${bound}"} ${count}`),
    'platform_request_duration_seconds_sum{part="apis"} 60.306',
    'platform_request_duration_seconds_count{part="apis"} 4',
  ]);
  expect(lines.at(-1)).toBe('platform_request_duration_seconds_count{part="mcp"} 1');
});

test('what is served is named by labels that stay labels', () => {
  expect(samples(createMetrics().write({ version: '1.2', release: 'a"\n' }, new Map()))).toEqual([
    'platform_build_info{version="1.2",release="a\\"\\n"} 1',
  ]);
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
