import { isRecord } from '../../model/schema/json-values.ts';

/** Why a message is neither a request nor a notification nor an answer, as a sentence; undefined where it is one. */
export function faultOfMessage(message: unknown): string | undefined {
  if (!isRecord(message)) return 'a message is an object.';
  const { jsonrpc, method, id, params } = message;
  if (jsonrpc !== '2.0') return '“jsonrpc” has to be “2.0”.';
  if (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error')) return undefined;
  if (typeof method !== 'string') return '“method” has to be the name of a method.';
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return '“id” has to be a text or a number.';
  return params === undefined || isRecord(params) ? undefined : '“params” has to be an object.';
}

/** The error of an answer whose message is the SDK's list of what its schemas found. */
const LISTED = /^(?:Invalid \S+ request: )?(\[\s*\{.*\])$/s;
const MOST_NAMED = 5;
const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

/** @returns one sentence for such a list; undefined where the error is another */
export function faultOfParams(error: unknown, message: unknown): string | undefined {
  const text = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : '';
  const [, list] = LISTED.exec(text) ?? [];
  if (list === undefined) return undefined;
  const found = issuesOf(list).filter(isRecord).slice(0, MOST_NAMED);
  return found.length === 0 ? undefined : `${found.map((issue) => faultOf(issue, message)).join(', ')}.`;
}

function issuesOf(list: string): readonly unknown[] {
  try {
    const issues: unknown = JSON.parse(list);
    return Array.isArray(issues) ? issues : [];
  } catch {
    return [];
  }
}

function faultOf({ path, expected }: Readonly<Record<string, unknown>>, message: unknown): string {
  const keys = Array.isArray(path) ? path.map(String) : [];
  const value = keys.reduce<unknown>(
    (inner, key) => (inner instanceof Object && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined),
    message,
  );
  if (value === undefined) return `${keys.join('.')} is missing`;
  const kind = KINDS[String(expected)];
  return `${keys.join('.')} ${kind === undefined ? 'has a wrong value' : `has to be ${kind}`}`;
}
