import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runIn } from '../run-cli.ts';

export const descriptor = (version: number, more = ''): string => `openapi: 3.1.0
info: { title: Things, version: 1.0.0, x-platform-api: Things, x-platform-version: ${version} }
paths:
  /things:
    get:
      summary: List things
      responses: { '200': { description: OK } }${more}
`;
const POST = `
    post:
      summary: Add a thing
      responses: { '201': { description: Created } }`;
const INTERNAL = `
    delete:
      x-internal: true
      summary: Forget all
      responses: { '204': { description: Gone } }`;

/** A repository with two versions of an API, and files beside them; there while the tests of a file run. */
export class DiffProject {
  folder = '';

  constructor() {
    beforeAll(() => this.#create());
    afterAll(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: this.folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }

  diff(...args: readonly string[]) {
    return runIn(this.folder, ['diff', ...args]);
  }

  #create(): void {
    this.folder = mkdtempSync(join(tmpdir(), 'platform-docs-diff-test-'));
    this.write('api-descriptors/things/v1.yaml', descriptor(1, POST + INTERNAL));
    this.write('api-descriptors/things/v2.yaml', descriptor(2, POST));
    this.git('init', '-q', '-b', 'main');
    this.git('add', '-A');
    this.git('commit', '-q', '-m', 'First');
    this.write('api-descriptors/things/v2.yaml', descriptor(2));
    this.write('other/old.yaml', descriptor(1));
    this.write('newer/new.yaml', descriptor(1, POST));
  }
}
