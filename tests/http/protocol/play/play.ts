import type { Expected, Given, ProtocolCase } from '../protocol-case.ts';
import { PROTECTED, type Upstream, type UpstreamRequest } from '../site/upstream.ts';
import { digestCredentials } from './digest-credentials.ts';
import { type Exchanged, exchange } from './raw-exchange.ts';

export interface Stage {
  readonly port: number;
  readonly upstream: Upstream;
}

export const UNAUTHORIZED =
  '{"type":"http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html","title":"Unauthorized","status":401,"detail":"Unauthorized"}';
const CHALLENGE =
  /^(Basic realm="(?:[^"\\]|\\.)*", charset="UTF-8"|Digest realm="(?:[^"\\]|\\.)*", .*nonce="[\w-]{48}", .*)$/s;

/** Sends what a record says, over a socket of its own. @returns in words what is not as expected */
export async function play(stage: Stage, record: ProtocolCase, usualTarget: string): Promise<readonly string[]> {
  const { given } = record;
  const request = { method: given.method ?? 'GET', target: given.target ?? usualTarget };
  const lines = await authorizationLines(stage.port, request, given);
  stage.upstream.forget();
  const headers = [
    ...(given.headers ?? []).map(([name, value]) => [name, filled(value)] as const),
    ...lines.map((line) => ['Authorization', line] as const),
  ];
  const exchanged = await exchange(stage.port, {
    ...request,
    headers: [...headers, ['Connection', 'close']],
    body: given.body ?? null,
  });
  const [asked, ...more] = [...stage.upstream.requests];
  return [
    ...(more.length > 0 ? ['the upstream was asked more than once'] : []),
    ...refusalDeviations(record, exchanged, asked, request.method),
    ...(record.expected === undefined ? [] : deviations(record.expected, exchanged, asked)),
  ];
}

async function authorizationLines(
  port: number,
  request: { method: string; target: string },
  given: Given,
): Promise<readonly string[]> {
  const templates = given.authorization ?? (given.digest === undefined ? [] : ['Digest {digest}']);
  const isDigest = templates.some((line) => line.includes('{digest}'));
  const digest = isDigest ? await digestCredentials(port, request, given.digest ?? {}) : '';
  return templates.map((line) => filled(line).replace('{digest}', () => digest));
}

function filled(text: string): string {
  return text
    .replaceAll(/\{base64:([^}]*)\}/g, (_, plain: string) => Buffer.from(plain, 'utf8').toString('base64'))
    .replaceAll(/\{hex:([0-9a-f]*)\}/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('base64'))
    .replaceAll(/\{([0-9]+)\*([^}]+)\}/g, (_, count: string, part: string) => part.repeat(Number(count)));
}

/** Deviations from the rules that hold for every refusal, no matter what else the record says. */
function refusalDeviations(
  { mustFail }: ProtocolCase,
  { answer, continued }: Exchanged,
  asked: UpstreamRequest | undefined,
  method: string,
): readonly string[] {
  if (mustFail === undefined) return [];
  const found: string[] = [];
  const body = answer.body.toString('utf8');
  const lines = (wanted: string): readonly string[] =>
    answer.headers.flatMap(([name, value]) => (name === wanted ? [value] : []));
  if (answer.status !== mustFail) found.push(`status ${answer.status}, must fail with ${mustFail}`);
  if (asked !== undefined) found.push('what is protected was asked');
  if (body.includes(PROTECTED)) found.push('what is protected was told');
  if (continued) found.push('the body was asked for');
  const challenges = lines('www-authenticate');
  if (answer.status === 401) {
    if (challenges.length === 0 || !challenges.every((line) => CHALLENGE.test(line)))
      found.push(`challenges ${JSON.stringify(challenges)}`);
    if (body !== (method === 'HEAD' ? '' : UNAUTHORIZED)) found.push(`body ${body}`);
    if (!lines('cache-control').join().includes('no-store')) found.push('a 401 that caches may keep');
  } else if (challenges.length > 0) found.push(`a challenge with ${answer.status}`);
  return found;
}

function deviations(
  expected: Expected,
  { answer, continued }: Exchanged,
  asked: UpstreamRequest | undefined,
): readonly string[] {
  const found: string[] = [];
  const compare = (what: string, actual: string | null, wanted: string | null): void => {
    if (!fits(actual, wanted)) found.push(`${what}: ${actual}, expected ${wanted}`);
  };
  if (answer.status !== expected.status)
    found.push(`status ${answer.status}, expected ${expected.status}: ${answer.body.toString('utf8').slice(0, 200)}`);
  for (const [name, wanted] of Object.entries(expected.headers ?? {}))
    compare(name, joined(answer.headers, name), wanted);
  for (const [name, wanted] of Object.entries(expected.upstream ?? {}))
    compare(`upstream ${name}`, joined(asked?.headers ?? [], name), wanted);
  if (expected.user !== undefined) {
    if (asked === undefined) found.push('the upstream was not asked');
    compare(
      'user',
      joined(asked?.headers ?? [], 'x-platform-identity'),
      expected.user === null ? null : encodeURIComponent(expected.user),
    );
  }
  if (expected.challenges !== undefined) {
    const schemes = answer.headers.flatMap(([name, value]) =>
      name === 'www-authenticate' ? [value.split(' ', 1)[0] ?? ''] : [],
    );
    compare('challenges', schemes.join(), expected.challenges.join());
  }
  if (expected.continued !== undefined && continued !== expected.continued)
    found.push(`asked for the body: ${continued}`);
  const { body } = expected;
  const text = answer.body.toString('utf8');
  if (typeof body === 'string') compare('body', text, body);
  else if (body !== undefined)
    for (const [name, wanted] of Object.entries(body))
      compare(`body ${name}`, memberOf(text, name), JSON.stringify(wanted));
  return found;
}

function memberOf(json: string, name: string): string | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? JSON.stringify(Reflect.get(value, name))
      : null;
  } catch {
    return null;
  }
}

function fits(actual: string | null, wanted: string | null): boolean {
  if (wanted === null || actual === null) return wanted === actual;
  return wanted.length > 1 && wanted.startsWith('/') && wanted.endsWith('/')
    ? new RegExp(wanted.slice(1, -1), 's').test(actual)
    : actual === wanted;
}

function joined(headers: readonly (readonly [string, string])[], wanted: string): string | null {
  const values = headers.flatMap(([name, value]) => (name === wanted ? [value] : []));
  return values.length === 0 ? null : values.join('\n');
}
