import { LIFECYCLE_KEYS, RELEASED, toDay } from '../../model/lifecycle.ts';
import type { Extensible } from '../../model/openapi-objects.ts';
import { type CheckedApi, type Finding, type Rule, strictWarnings } from '../contract.ts';
import { atOperation, atTop, eachOperation, isBlank, nameOfOperation, operationsOf } from '../parts-of.ts';

const OK = '200: { description: Right. }';
const books = (operation: string): string => `paths:\n  /books:\n    get: ${operation}`;

/** True for informational, success and redirect statuses, and for `default`. */
const isSuccess = (status: string): boolean => /^[123]|^default$/.test(status);
const isClientError = (status: string): boolean => /^4|^default$/.test(status);
/** Matches an `operationId` that needs no escapes in a URL. */
const PLAIN_ID = /^[\w.~:/@!$&'()*+,;=-]+$/;
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

export const checkedOperationRules = strictWarnings([
  {
    name: 'summary-missing',
    messages: ['The operation … has no summary.'],
    about:
      'Lists, the navigation and search show the summary. Where it is missing, they show the first sentence of the description, if it is short and says what is done, or else words made of the `operationId` or of the method and the path. Write a few words that say what the operation does.',
    alsoKnownAs: ['operation-summary'],
    bad: books(`{ responses: { ${OK} } }`),
    good: books(`{ summary: List books, responses: { ${OK} } }`),
    check: eachOperation(({ summary }) => isBlank(summary), 'has no summary', 'Add “summary”, a few words.'),
  },
  {
    name: 'description-missing',
    messages: ['The operation … has no description.'],
    about:
      'A summary says what the operation does. Only a description says when to use it, what it depends on and what else happens. Add a `description`.',
    alsoKnownAs: ['operation-description'],
    bad: books(`{ summary: List books, responses: { ${OK} } }`),
    good: books(`{ description: The newest come first., responses: { ${OK} } }`),
    check: eachOperation(
      ({ description }) => isBlank(description),
      'has no description',
      'Add “description”, one sentence or more.',
    ),
  },
  {
    name: 'operation-id-missing',
    topic: 'identifiers',
    messages: ['The operation … has no identifier.'],
    about:
      'Generators of clients name functions by it, and links between operations need it. Add an `operationId` (native: `operation_id`), such as `listBooks`, and keep it when the path changes.',
    alsoKnownAs: ['operation-operationId'],
    bad: books(`{ responses: { ${OK} } }`),
    good: books(`{ operationId: listBooks, responses: { ${OK} } }`),
    check: eachOperation(
      ({ operationId, extensions }) => operationId === null && extensions['x-platform-operation-id'] === undefined,
      'has no identifier',
      'Add an identifier, such as listBooks.',
    ),
  },
  {
    name: 'operation-id-unsafe',
    messages: ['The operation … has an identifier that must be escaped in URLs.'],
    about:
      'The identifier stands in anchors of pages and in file names of generated clients. Write letters, digits and hyphens.',
    alsoKnownAs: ['operation-operationId-url-safe', 'operation-operationId-valid-in-url'],
    bad: books(`{ operationId: list books, responses: { ${OK} } }`),
    good: books(`{ operationId: list-books, responses: { ${OK} } }`),
    check: eachOperation(
      ({ operationId }) => operationId !== null && !PLAIN_ID.test(operationId),
      'has an identifier that must be escaped in URLs',
      'Write letters, digits and hyphens.',
    ),
  },
  {
    name: 'success-response-missing',
    messages: ['The operation … does not describe a successful response.'],
    about: 'Clients cannot use a response that they do not know. Describe a response of 200 to 399, or `default`.',
    alsoKnownAs: ['operation-2xx-response', 'operation-success-response'],
    bad: books('{ responses: { 404: { description: It is not there. } } }'),
    good: books(`{ responses: { ${OK} } }`),
    check: eachOperation(
      ({ responses }) => !Object.keys(responses).some(isSuccess),
      'does not describe a successful response',
      'Describe a response of 200 to 399, or “default”.',
    ),
  },
  {
    name: 'error-response-missing',
    messages: ['The operation … does not describe an error response.'],
    about:
      'Callers have to handle errors as well. Describe a response of 400 to 499, a range such as `4XX`, or `default`.',
    alsoKnownAs: ['operation-4xx-response'],
    bad: books(`{ responses: { ${OK} } }`),
    good: books(`{ responses: { ${OK}, 4XX: { description: The request is wrong. } } }`),
    check: eachOperation(
      // Webhooks are skipped, since the API itself sends their requests.
      ({ responses }, { kind }) => kind !== 'webhook' && !Object.keys(responses).some(isClientError),
      'does not describe an error response',
      'Describe a response of 400 to 499, or “default”.',
    ),
  },
  {
    name: 'log-in-undescribed',
    topic: 'log-ins',
    messages: [
      'The operation … does not say whether a log-in is needed.',
      'The descriptor does not say whether a log-in is needed.',
    ],
    about:
      'Pages can only say that the description names no log-in. Write `security` at the operation or at the top; `security: []` means that no log-in is needed.',
    alsoKnownAs: ['security-defined'],
    bad: books(`{ responses: { ${OK} } }`),
    good: books(`{ security: [], responses: { ${OK} } }`),
    *check({ record }) {
      const [problem, remedy] = [
        'say whether a log-in is needed',
        'Write “security”, or “security: []” if no log-in is needed.',
      ];
      const all = record.security === null ? operationsOf(record) : [];
      const silent = all.filter(({ operation }) => operation.security === null);
      // If no operation declares security, a single finding suggests to add it at the top.
      if (silent.length === all.length && all.length > 1)
        yield atTop(['security'], `The descriptor does not ${problem}.`, remedy);
      else
        for (const owned of silent)
          yield atOperation(owned, `The operation ${nameOfOperation(owned)} does not ${problem}.`, remedy);
    },
  },
  {
    name: 'request-body-ignored',
    messages: ['The operation … has a request body, but its method has none.'],
    about:
      'The body of a GET, HEAD or TRACE has no defined meaning (RFC 9110 §9.3), and many programs drop it. Describe parameters, or use POST or QUERY.',
    alsoKnownAs: ['request-body-on-get'],
    bad: books(`{ requestBody: { content: { text/plain: {} } }, responses: { ${OK} } }`),
    good: `paths:\n  /books:\n    post: { requestBody: { content: { text/plain: {} } }, responses: { ${OK} } }`,
    check: eachOperation(
      ({ method, requestBody }) => requestBody !== null && WITHOUT_BODY.has(method),
      'has a request body, but its method has none',
      'Describe parameters, or use another method.',
    ),
  },
]);

const sunset = (since: string, until: string): string =>
  `paths:\n  /books:\n    get:\n      x-deprecated-since: ${since}\n      x-sunset: ${until}\n` +
  '      responses: { 200: { description: Right. } }';

interface Problem {
  readonly key: string;
  readonly message: string;
  readonly remedy: string;
}

function problemsOf(extensions: Extensible, keys: readonly (keyof Extensible)[] = LIFECYCLE_KEYS): readonly Problem[] {
  const wrong = keys.filter((key) => extensions[key] !== undefined && toDay(extensions[key]) === null);
  const [since, until] = LIFECYCLE_KEYS.map((key) => toDay(extensions[key]));
  const isReversed = since && until && until.time < since.time;
  return [
    ...wrong.map((key) => ({ key, message: `“${key}” is not a date.`, remedy: 'Write a date, such as 2027-01-01.' })),
    ...(isReversed
      ? [{ key: 'x-sunset', message: 'The sunset is before the deprecation.', remedy: 'Write a later date.' }]
      : []),
  ];
}

function* check({ record }: CheckedApi): Iterable<Finding> {
  for (const { key, message, remedy } of problemsOf(record.extensions, [...LIFECYCLE_KEYS, RELEASED]))
    yield atTop([key], message, remedy);
  for (const owned of operationsOf(record))
    for (const { key, message, remedy } of problemsOf(owned.operation.extensions))
      yield atOperation(owned, message, remedy, [key]);
}

/** Rules for the deprecation and the sunset of operations. */
export const lifecycleRules: readonly Rule[] = [
  {
    name: 'lifecycle-date',
    finds: 'warnings',
    from: 'minimal',
    messages: ['“…” is not a date.', 'The sunset is before the deprecation.'],
    about:
      'Pages, the `Deprecation` and `Sunset` fields of answers and the feed of changes (`x-released`) leave out values that are not dates. A sunset must not be before the deprecation (RFC 9745 §4). Write dates, or times such as `2027-01-01T12:00:00Z`.',
    bad: sunset('2026-05-01', 'next year'),
    good: sunset('2026-05-01', '2027-01-01'),
    check,
  },
];
