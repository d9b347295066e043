import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startBuiltServer, startDevelopmentServer } from '../servers.ts';
import { play, type Stage } from './play/play.ts';
import { writeMistake } from './site/configuration.ts';
import { makeProtocolProject, type ProtocolProject } from './site/protocol-site.ts';
import { tables, verifierTable } from './tables.ts';

let project: ProtocolProject;
beforeAll(async () => {
  project = await makeProtocolProject();
  writeMistake(project.folder);
});
afterAll(() => project?.remove());

describe('the built server', () => {
  let server: RunningServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startBuiltServer(project.folder);
    stage = { port: server.port, upstream: project.upstream };
  });
  afterAll(() => server?.stop());

  describe.each([...tables, verifierTable])('$about', ({ records, target }) => {
    test.each(records)('$name ($source)', async (record) => {
      expect(await play(stage, record, target)).toEqual([]);
    });
  });
});

describe('astro dev agrees', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startDevelopmentServer(project.folder);
    // What the first page needs is compiled when it is asked for, which may take longer than a record waits.
    await fetch(`${server.origin}/platform/documentation`, { headers: { accept: 'text/html' } });
  });
  afterAll(() => server?.stop());

  describe.each(tables)('on $about', ({ records, target }) => {
    test.each(records.filter(({ productionOnly }) => productionOnly !== true))('$name ($source)', async (record) => {
      expect(await play({ port: server.port, upstream: project.upstream }, record, target)).toEqual([]);
    });
  });
});

test('the names of records are unique within their table', () => {
  for (const { records } of [...tables, verifierTable])
    expect(new Set(records.map(({ name }) => name)).size).toBe(records.length);
});
