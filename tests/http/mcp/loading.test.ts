import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSampleProject, provideBuild, removeProject } from '../servers.ts';

/** Compiled and run in less than 30 ms, of the 50 that one request may hold the event loop. */
const MOST_BYTES = 500_000;

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
});
afterAll(() => removeProject(folder));

/** The first message loads the SDK, while others wait: what it is made of comes one by one. */
test.each(['protocol-validator', 'protocol-types', 'protocol-schemas', 'mcp-server'])(
  '%s is a part that is loaded alone',
  (name) => {
    const chunks = join(folder, 'dist/server/chunks');
    const files = readdirSync(chunks).filter((file) => file.startsWith(`${name}_`));
    expect(files).toHaveLength(1);
    for (const file of files) expect(statSync(join(chunks, file)).size).toBeLessThan(MOST_BYTES);
  },
);
