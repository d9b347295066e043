import { describe, expect, test } from 'vitest';
import type { SiteAnswer } from '../../../../src/server/answers/contract.ts';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import { answerElsewhere } from '../../../../src/server/published/published-routes.ts';
import type { Probe } from '../../../http/probe.ts';
import { answerTo, decode, deviations, isProbeFor, type ProbeResponse } from '../../../http/probe-runner.ts';
import { probes } from '../../../http/probes.ts';
import { type FakeSite, fakeStore, formats, SAMPLE_SITE } from '../fake-site.ts';

const SITES = [
  ['production', 'bytes in memory', SAMPLE_SITE],
  ['production', 'bytes that come late', { ...SAMPLE_SITE, late: 'bodies' }],
  ['production', 'representations that come late', { ...SAMPLE_SITE, late: 'representations' }],
  ['development', 'a live model', { ...SAMPLE_SITE, development: true }],
] as const satisfies readonly (readonly ['production' | 'development', string, FakeSite])[];

describe.each(SITES)('the documentation handler in %s, with %s', (mode, _, site) => {
  const store = fakeStore(site);
  const handle = createDocumentationHandler({ store: () => store, formats });

  async function ask({ method, path, headers }: Probe['request']): Promise<ProbeResponse> {
    const { Accept: accept, 'Accept-Encoding': acceptEncoding } = headers;
    const conditions = { ifMatch: headers['If-Match'], ifNoneMatch: headers['If-None-Match'] };
    const asked = { method, target: path, accept, acceptEncoding, ...conditions };
    // What is not the documentation's is nowhere: no page of a site is behind this.
    return toResponse((await handle(asked)) ?? answerElsewhere(asked, store.site), method);
  }

  test.each(probes.filter((probe) => isProbeFor(mode, probe)))('$name', async (probe) => {
    expect(deviations(probe.expected, await answerTo(probe, ask))).toEqual([]);
    // The second answer comes from memory.
    expect(deviations(probe.expected, await answerTo(probe, ask))).toEqual([]);
  });
});

test('the table has probes enough, each under a name of its own', () => {
  expect(probes.length).toBeGreaterThan(90);
  expect(new Set(probes.map(({ name }) => name)).size).toBe(probes.length);
});

function toResponse(answer: SiteAnswer, method: string): ProbeResponse {
  const headers = new Map<string, string>();
  for (let index = 0; index < answer.headers.length; index += 2) {
    const name = (answer.headers[index] ?? '').toLowerCase();
    if (headers.has(name)) throw new Error(`${name} is sent twice.`);
    headers.set(name, answer.headers[index + 1] ?? '');
  }
  if (answer.kind === 'page') {
    const html = `<!doctype html>${JSON.stringify(answer.page).replaceAll('<', '&lt;')}`;
    return { status: answer.status, headers, body: method === 'HEAD' ? '' : html };
  }
  return {
    status: answer.status,
    headers,
    body: answer.body === null ? '' : decode(answer.body, headers.get('content-encoding')).toString('utf8'),
  };
}
