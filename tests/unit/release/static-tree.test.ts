import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { AccessRule, OperationIdentity } from '../../../src/model/access.ts';
import { withoutServer } from '../../../src/release/static-tree.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { siteReading } from '../../fixtures/site-reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-tree-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const services = [service('Book', { operations: [operation('GET', '/book')] })];
const elsewhere = apiRecord({ name: 'Elsewhere', services, servers: [{ url: 'https://api.example.com' }] });
const here = apiRecord({ name: 'Here', services, servers: [] });
const examples: AccessRule = () => ({ kind: 'open', hasExamples: true });

test('files say nothing of examples, and all else as it was', () => {
  const project = siteReading(folder, [elsewhere, here], { accessRule: examples });
  const accessOf = (api: string) =>
    withoutServer(project).accessRule({ ...IDENTITY, api, version: elsewhere.version } satisfies OperationIdentity);
  expect(accessOf('Elsewhere')).toEqual({ kind: 'open' });
  // Its pages say nothing of them, and need not be rendered anew.
  expect(accessOf('Here')).toEqual({ kind: 'open', hasExamples: true });
});

test('of files that are sent as they are, nothing answers calls', () => {
  const trying = { apis: [{ name: 'Here', version: 1, isHere: true, origins: ['https://a.example'] }], words: {} };
  const site = { title: '', baseUrl: 'https://e.example/docs', trying };
  const project = siteReading(folder, [here], { site });
  expect(withoutServer(project, '/').site).toMatchObject({ pageEnding: '/', trying: { apis: [{ isHere: false }] } });
  expect(withoutServer(project)).toMatchObject({ site });
});

const IDENTITY = { service: 'Book', resource: 'collection', method: 'GET' } as const;
