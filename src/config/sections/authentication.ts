import { PUBLIC } from '../../options/access-records.ts';
import { line } from '../../options/scalars.ts';
import { about, type KeySchema, map, record, type ValueOf } from '../../options/schema.ts';
import { parseTarget, targetKey } from '../api-target.ts';
import type { Configuration } from '../configuration.ts';
import type { Members } from '../members.ts';
import { adaptersSection } from './adapters.ts';

const pattern: KeySchema = {
  expected: 'a path such as /reports/**, in which * is any one segment and ** at the end is everything below',
  problem: patternProblem,
  json: { pattern: '^/[^?#\\\\%\\s]*$' },
};

/** `platform-mvc-auth.authentication`. */
export function authenticationSection(members: Members) {
  return map({
    adapters: about('Ways to log in, by a name of your choice.', adaptersSection(members)),
    map: about(
      `The adapter that protects an API, or one version of it; ${PUBLIC}: none.`,
      record(targetKey, line(`the name of an adapter, or ${PUBLIC}`)),
    ),
    paths: about(
      'The adapter that protects paths of this site, and the APIs below them.',
      record(pattern, line('the name of an adapter')),
    ),
  });
}

export function toAuthentication(
  section: ValueOf<ReturnType<typeof authenticationSection>> | undefined,
): Configuration['authentication'] {
  return {
    adapters: [...(section?.adapters?.values() ?? [])],
    map: [...(section?.map ?? [])].map(([target, adapter]) => ({ ...parseTarget(target), adapter })),
    unmapped: [],
    paths: [...(section?.paths ?? [])].map(([pattern, adapter]) => ({ pattern, adapter })),
  };
}

/** A pattern that is read otherwise than it was meant would protect something else. */
function patternProblem(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'The path does not begin with a slash.';
  if (/[?#\\%\s\p{Cc}]/u.test(pattern))
    return 'A path is written without percent escapes, query, white space and backslashes.';
  const segments = pattern.slice(1).split('/');
  if (/^(?:healthz|readyz)$/i.test(segments[0] ?? ''))
    return 'Load balancers request it without credentials, so it is always open.';
  if (pattern !== '/' && segments.some((segment) => ['', '.', '..'].includes(segment)))
    return 'The path has an empty segment, or one that is "." or "..".';
  const wild = segments.find(
    (segment, index) =>
      segment.includes('*') && segment !== '*' && !(segment === '**' && index === segments.length - 1),
  );
  if (wild !== undefined) return `${JSON.stringify(wild)} is not allowed at this place of a path.`;
  // Descriptors and routes of Astro write parameters so: the pattern would not protect the paths that were meant.
  const parameter = segments.find((segment) => /[{}[\]]|^:/.test(segment));
  return parameter === undefined
    ? undefined
    : `${JSON.stringify(parameter)} is no parameter here: it matches only this text.`;
}
