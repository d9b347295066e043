import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../src/http/header-list.ts';
import type { Diagnostic } from '../../../../src/model/diagnostic.ts';
import { type Fault, faultOfText, faultPage, faultsOf } from '../../../../src/server/development/fault-page.ts';

const FOLDER = resolve('/project');
const HOSTILE = `"><img src=x onerror='alert(1)'>&</script>\u0007`;
const FAULT: Fault = { place: HOSTILE, text: HOSTILE };

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
    ).toHaveLength(6);
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

describe('a place in the text of a compiler', () => {
  test.each([
    ['templates/Show.astro:2:1: no luck', 'templates/Show.astro:2:1'],
    ['at eval (FOLDER/templates/Show.astro:2:1)', 'templates/Show.astro:2:1'],
    ['file://FOLDER/templates/Show.astro:2:1', 'templates/Show.astro:2:1'],
    ['in "templates/Show.astro:2:1:", here', 'templates/Show.astro:2:1'],
    ['/elsewhere/Show.astro:1:1 or templates/Show.astro:2:1', 'templates/Show.astro:2:1'],
    ['../outside.ts:1:1', ''],
    ['http://example.com/x.js:1:1', ''],
    ['node_modules/a/b.ts:1:1', ''],
    ['data/htpasswd.txt:1:1', ''],
    ['./.env.ts:1:1', ''],
    ['no place at all', ''],
  ])('%s', (text, place) => {
    const fault = faultOfText(text.replaceAll('FOLDER', FOLDER), FOLDER);
    expect(fault.place).toBe(place);
  });

  test.each([
    ['one long word', 'a'.repeat(200_000)],
    ['one with dots', 'a.'.repeat(100_000)],
    ['many that are nearly one', 'a.b:1:'.repeat(40_000)],
  ])('is looked for in time in proportion to %s', (_, text) => {
    // Quadratic time would be minutes: the limit of the test runner is the bound.
    expect(faultOfText(text, FOLDER).place).toBe('');
  });
});

test('errors have their place', () => {
  const error: Diagnostic = {
    ...{ file: 'a.yaml', line: 2, column: 1, severity: 'error', rule: 'unknown-key' },
    ...{ message: 'It names templates/Show.astro:1:1.', remedy: 'Write another.' },
  };
  const faults = faultsOf([{ ...error, severity: 'warning' }, error], FOLDER);
  expect(faults).toEqual([{ place: 'a.yaml:2:1', text: 'It names templates/Show.astro:1:1.\nWrite another.' }]);
});

test('an error of the configuration that names a place in a module is at that place', () => {
  const [fault] = faultsOf(
    [
      {
        ...{ file: 'config/autoload/global.yaml', line: 3, column: 5, severity: 'error', rule: 'configuration' },
        ...{ message: 'templates/Show.astro:2:1: The module cannot be loaded.', remedy: 'Fix it.' },
      },
    ],
    FOLDER,
  );
  expect(fault?.place).toBe('templates/Show.astro:2:1');
});
