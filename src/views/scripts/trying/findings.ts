import { isJsonMediaType } from '../../../model/media-types.ts';
import type { Trial } from '../../../presentation/trying/trial.ts';
import {
  answerSchema,
  type Compared,
  type DescribedApi,
  differencesFrom,
  documentedStatus,
} from '../../../trying/differences.ts';
import type { Exchange } from '../../../trying/exchange.ts';

/** A longer answer is not compared: pages would stand still. */
const MOST_COMPARED = 1024 * 1024;

/**
 * Compares a JSON answer with its description.
 * @param description called only where there is something to compare
 * @returns null where nothing can be compared
 */
export async function differencesOf(
  { outcome }: Exchange,
  { method, servers, answers }: Trial,
  description: () => Promise<DescribedApi | undefined>,
): Promise<Compared | null> {
  if (outcome.kind === 'failure' || outcome.cut !== null || outcome.bytes.byteLength > MOST_COMPARED) return null;
  const contentType = outcome.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const status = documentedStatus(answers, outcome.status);
  if (status === undefined || !isJsonMediaType(contentType)) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(outcome.bytes));
    const api = typeof value === 'object' ? await description() : undefined;
    if (api === undefined) return null;
    const [path = ''] = servers.map((server) => server.path).toSorted((a, b) => b.length - a.length);
    const schema = answerSchema(api, { path, method, status, contentType });
    return schema === undefined ? null : differencesFrom(schema, value, api);
  } catch {
    // It is no JSON, or its description has references that lead nowhere.
    return null;
  }
}
