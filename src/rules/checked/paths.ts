import { strictWarnings } from '../contract.ts';
import { atOperation, operationsOf } from '../parts-of.ts';

const get = (path: string): string => `  '${path}':\n    get: { responses: { 200: { description: Right. } } }`;
/** Maximum number of comparisons: a hostile descriptor may have any number of paths with the same segment count. */
const MOST_COMPARISONS = 5_000_000;

interface Path {
  readonly template: string;
  readonly segments: readonly string[];
}

export const pathRules = strictWarnings([
  {
    name: 'path-trailing-slash',
    messages: ['The path “…” ends in a slash.'],
    about: 'Some servers and caches treat it like the path without the slash, others do not. Remove the slash.',
    alsoKnownAs: ['no-path-trailing-slash', 'path-keys-no-trailing-slash'],
    bad: `paths:\n${get('/books/')}`,
    good: `paths:\n${get('/books')}`,
    *check({ record }) {
      const seen = new Set<string>();
      for (const owned of operationsOf(record))
        for (const path of owned.operation.paths) {
          if (path.length < 2 || !path.endsWith('/') || seen.has(path)) continue;
          seen.add(path);
          yield atOperation(owned, `The path “${path}” ends in a slash.`, 'Remove the slash at the end.', []);
        }
    },
  },
  {
    name: 'path-ambiguous',
    messages: ['One request can be for “…” and for “…”.'],
    about:
      'Neither path is more exact, so servers differ in their choice. Give one of them another fixed segment. (`/books/{id}` and `/books/new` are not ambiguous: the fixed one wins.)',
    alsoKnownAs: ['no-ambiguous-paths', 'path-params', 'no-identical-paths'],
    bad: `paths:\n${get('/books/{id}')}\n${get('/{kind}/new')}`,
    good: `paths:\n${get('/books/{id}')}\n${get('/pages/new')}`,
    *check({ record }) {
      const seen = new Map<string, Path[]>();
      let comparisons = 0;
      for (const owned of operationsOf(record))
        for (const template of owned.operation.paths) {
          const segments = template.split('/');
          const bucket = `${owned.operation.method} ${segments.length}`;
          const others = seen.get(bucket) ?? [];
          seen.set(bucket, others);
          comparisons += others.length;
          if (comparisons > MOST_COMPARISONS) return;
          const other = others.find((candidate) => areAmbiguous(candidate.segments, segments));
          others.push({ template, segments });
          if (other === undefined) continue;
          yield atOperation(
            owned,
            `One request can be for “${template}” and for “${other.template}”.`,
            'Give one of them another fixed segment.',
          );
        }
    },
  },
]);

/**
 * True if both paths match the same request and neither is more specific: each has a fixed segment where the other has
 * a parameter, or they differ only in parameter names.
 */
function areAmbiguous(one: readonly string[], other: readonly string[]): boolean {
  let oneIsFixed = false;
  let otherIsFixed = false;
  for (const [index, segment] of one.entries()) {
    const counterpart = other[index] ?? '';
    const [isParameter, isOtherParameter] = [segment.includes('{'), counterpart.includes('{')];
    // A segment of parameter and fixed text, such as {id}.json, may match fewer requests, so it is compared as text.
    if ((isParameter && !isWhole(segment)) || (isOtherParameter && !isWhole(counterpart))) {
      if (segment !== counterpart) return false;
    } else if (!isParameter && !isOtherParameter) {
      if (segment !== counterpart) return false;
    } else if (!isParameter) oneIsFixed = true;
    else if (!isOtherParameter) otherIsFixed = true;
  }
  return oneIsFixed === otherIsFixed;
}

function isWhole(segment: string): boolean {
  return /^\{[^{}]*\}$/.test(segment);
}
