import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { isRecord } from '../../src/schema/json-values.ts';
import { LIMITS } from '../limits.ts';

/** Result of Drafter, the archived reference parser of API Blueprint, for a document. */
export interface ReadByDrafter {
  readonly errors: readonly string[];
  /** `GET /rows{?page}` of each action, in order. */
  readonly actions: readonly string[];
}

const PROGRAM = `
const drafter = require(${JSON.stringify(createRequire(import.meta.url).resolve('drafter.js'))});
const texts = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(texts.map((text) => drafter.parseSync(text, {}))));
`;

/** Reads documents in a process of its own, which is killed if it hangs, as Drafter does on some documents. */
export function readByDrafter(texts: readonly string[]): readonly ReadByDrafter[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', PROGRAM], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    timeout: LIMITS.program,
    killSignal: 'SIGKILL',
    maxBuffer: 512 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`Drafter did not end, or failed: ${stderr}`);
  const results: unknown = JSON.parse(stdout);
  return Array.isArray(results) ? results.map(summary) : [];
}

function summary(result: unknown): ReadByDrafter {
  const errors = elements(result, 'annotation').filter(({ meta }) => JSON.stringify(meta).includes('"error"'));
  const actions = elements(result, 'resource').flatMap((resource) =>
    elements(resource, 'transition').map((transition) => {
      const [request] = elements(transition, 'httpRequest');
      const href = attribute(transition, 'href') ?? attribute(resource, 'href');
      return `${request && attribute(request, 'method')} ${href}`;
    }),
  );
  return { errors: errors.map(({ content }) => String(content)), actions };
}

type Element = Readonly<Record<string, unknown>>;

/** Elements of a parse result (Refract) by name, in order. */
function elements(within: unknown, name: string): readonly Element[] {
  if (Array.isArray(within)) return within.flatMap((each) => elements(each, name));
  if (!isRecord(within)) return [];
  return [...(within['element'] === name ? [within] : []), ...elements(within['content'], name)];
}

function attribute({ attributes }: Element, name: string): string | undefined {
  const value = isRecord(attributes) ? attributes[name] : undefined;
  return isRecord(value) ? String(value['content']) : undefined;
}
