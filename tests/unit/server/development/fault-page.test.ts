import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../src/http/header-list.ts';
import { faultPage } from '../../../../src/server/development/fault-page.ts';
import type { Fault } from '../../../../src/server/development/faults.ts';

const HOSTILE = `"><img src=x onerror='alert(1)'>&</script>\u0007`;
const FAULT: Fault = {
  place: HOSTILE,
  text: HOSTILE,
  excerpt: { lines: [{ number: 1, before: HOSTILE, marked: HOSTILE, after: HOSTILE }] },
};

function answer(faults: readonly Fault[], method = 'GET') {
  const links = [{ title: HOSTILE, path: `/${HOSTILE}` }];
  return faultPage(method, { status: 503, summary: HOSTILE, faults, links, stamp: HOSTILE });
}

const textOf = (body: Uint8Array | null): string => new TextDecoder().decode(body ?? new Uint8Array());

describe('the page of faults', () => {
  test('shows text of files as text', () => {
    const html = textOf(answer([FAULT]).body);
    for (const live of ['<img', "onerror='", '\u0007']) expect(html).not.toContain(live);
    expect(
      html.match(/&quot;&gt;&lt;img src=x onerror=&#039;alert\(1\)&#039;&gt;&amp;&lt;\/script&gt;␇/g),
    ).toHaveLength(9);
  });

  test('allows its own style and script, and nothing else', () => {
    const { body, headers } = answer([FAULT]);
    const [policy = ''] = valuesOf(headers, 'content-security-policy');
    for (const name of ['style', 'script']) {
      const content = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(textOf(body))?.[1] ?? '';
      const hash = createHash('sha256').update(content).digest('base64');
      expect(policy).toContain(`${name}-src 'sha256-${hash}';`);
    }
    expect(policy).toContain("default-src 'none';");
    expect(valuesOf(headers, 'cache-control')).toEqual(['no-store']);
  });

  test('shows twenty of many', () => {
    const html = textOf(answer(Array.from({ length: 200 }, () => FAULT)).body);
    expect(html.match(/<section>/g)).toHaveLength(20);
    expect(html).toContain('<h1>200 errors</h1>');
    expect(html).toContain('180 more');
  });

  test('has no body for HEAD, and the length that it would have', () => {
    const { body, headers } = answer([FAULT], 'HEAD');
    expect(body).toBe(null);
    expect(Number(valuesOf(headers, 'content-length')[0])).toBe(answer([FAULT]).body?.byteLength);
  });
});
