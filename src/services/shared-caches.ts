import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Fields that only shared caches read, in addition to Cache-Control. */
const FOR_SHARED_CACHES = /^(?:(?:[\w-]+-)?cdn-cache-control|surrogate-control|x-accel-expires)$/;
/**
 * Directives that let a shared cache store an answer to a request with credentials (RFC 9111 §3.5), and qualified forms
 * of `private`.
 */
const SHARED_DIRECTIVE = /^(?:public|private|s-maxage)\s*(?:=|$)/i;

type Fields = readonly (readonly [name: string, value: OutgoingHttpHeader])[];

/** Directives that let a cache answer without asking again. */
const WITHOUT_ASKING = /^(?:max-age|stale-[a-z-]+|immutable|no-cache)\s*(?:=|$)/i;

/**
 * Protects answers of an API with a log-in, from any backend: shared caches keep answers for guests separate
 * (`Vary: Authorization`), and do not store answers for users.
 * @param hasHostLogin whether a host may know users by a cookie: a browser asks again, since its user may have changed
 */
export function keepFromSharedCaches(response: ServerResponse, isAuthenticated: boolean, hasHostLogin = false): void {
  const write = response.writeHead.bind(response);
  const guarded = (status: number, second?: unknown, third?: unknown): ServerResponse => {
    const given = fieldsOf(typeof second === 'string' ? third : second);
    const names = new Set(given.map(([name]) => name.toLowerCase()));
    // Fields that were set earlier are kept unless given again; only Vary is merged.
    const before = response
      .getHeaderNames()
      .flatMap((name): Fields => (names.has(name) && name !== 'vary' ? [] : [[name, response.getHeader(name) ?? '']]));
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const fields = withVary([...before, ...given], hasHostLogin ? ['Authorization', 'Cookie'] : ['Authorization']);
    const flat = (isAuthenticated ? withPrivate(fields, hasHostLogin) : fields).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((line): string[] => [name, String(line)]),
    );
    return typeof second === 'string' ? write(status, second, flat) : write(status, flat);
  };
  response.writeHead = guarded;
}

function fieldsOf(given: unknown): Fields {
  if (Array.isArray(given))
    return given.flatMap(
      (name: unknown, index): Fields => (index % 2 === 0 ? [[String(name), toValue(given[index + 1])]] : []),
    );
  if (typeof given !== 'object' || given === null) return [];
  const fields: OutgoingHttpHeaders = { ...given };
  return Object.entries(fields).flatMap(([name, value]): Fields => (value === undefined ? [] : [[name, value]]));
}

function toValue(value: unknown): OutgoingHttpHeader {
  return Array.isArray(value) ? value.map(String) : String(value);
}

function withVary(fields: Fields, wanted: readonly string[]): Fields {
  const listed = valuesOf(fields, 'vary');
  const isListed = (name: string): boolean =>
    listed.some((given) => given === '*' || given.toLowerCase() === name.toLowerCase());
  const names = new Set([...listed, ...wanted.filter((name) => !isListed(name))]);
  return [...without(fields, 'vary'), ['Vary', [...names].join(', ')]];
}

function withPrivate(fields: Fields, hasHostLogin: boolean): Fields {
  const directives = valuesOf(fields, 'cache-control').filter((directive) => !SHARED_DIRECTIVE.test(directive));
  const isStoredNowhere = directives.some((directive) => directive.toLowerCase() === 'no-store');
  const kept = without(fields, 'cache-control').filter(([name]) => !FOR_SHARED_CACHES.test(name.toLowerCase()));
  const stored = hasHostLogin
    ? ['private', 'no-cache', ...directives.filter((directive) => !WITHOUT_ASKING.test(directive))]
    : ['private', ...directives];
  return [...kept, ['Cache-Control', (isStoredNowhere ? directives : stored).join(', ')]];
}

/** Members of a list field, from all its lines; commas in quotes do not separate members. */
function valuesOf(fields: Fields, wanted: string): readonly string[] {
  const lines = fields
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, value]) => (Array.isArray(value) ? value : [String(value)]));
  return lines
    .flatMap((line) => line.match(/(?:[^,"]|"[^"]*"?)+/g) ?? [])
    .flatMap((member) => (member.trim() === '' ? [] : [member.trim()]));
}

function without(fields: Fields, unwanted: string): Fields {
  return fields.filter(([name]) => name.toLowerCase() !== unwanted);
}
