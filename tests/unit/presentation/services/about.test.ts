import { expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import { aboutApi, descriptorDate } from '../../../../src/presentation/services/about.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';

test.each<[unknown, unknown, string | null]>([
  // in info, at the top, the day
  ['2026-11-20', undefined, '2026-11-20'],
  ['2026-11-20T10:00:00Z', undefined, '2026-11-20'],
  [undefined, '2026-11-20', '2026-11-20'],
  ['2026-11-20', '2020-01-01', '2026-11-20'],
  ['2024-02-29', undefined, '2024-02-29'],
  ['2026-02-29', undefined, null],
  ['2026-13-01', undefined, null],
  ['20 November 2026', undefined, null],
  ['2026-11-20<script>', undefined, null],
  [20261120, undefined, null],
  [undefined, undefined, null],
])('info %j, top level %j: %s', (inInfo, atTop, day) => {
  const told = (value: unknown) => (value === undefined ? {} : { 'x-platform-date': value });
  const record = apiRecord({ info: { title: 'A', version: '1', ...told(inInfo) }, extensions: told(atTop) });
  expect(descriptorDate(record)).toBe(day);
});

test.each<[unknown, unknown, string | null]>([
  // in info, at the top, the address of the link
  [{ url: 'https://a.example/logo.png' }, undefined, 'https://a.example/logo.png'],
  [undefined, { url: 'http://a.example/logo.png' }, 'http://a.example/logo.png'],
  [{ url: 'javascript:alert(1)' }, undefined, null],
  [{ url: 'data:image/svg+xml,<svg onload=alert(1)>' }, undefined, null],
  [{ url: 'mailto:a@b.example' }, undefined, null],
  [{ url: { href: 'https://a.example' } }, undefined, null],
  ['https://a.example/logo.png', undefined, null],
  [undefined, undefined, null],
])('the logo %j, top level %j, is a link to %s: pages load nothing from elsewhere', (inInfo, atTop, href) => {
  const told = (value: unknown) => (value === undefined ? {} : { 'x-logo': value });
  const record = apiRecord({ info: { title: 'A', version: '1', ...told(inInfo) }, extensions: told(atTop) });
  expect(aboutApi(new Api(record)).find(({ term }) => term === 'Logo')?.value.href ?? null).toBe(href);
});
