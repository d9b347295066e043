import type { ServerObject } from '../../model/openapi-objects.ts';
import type { ApiRecord } from '../../model/records.ts';
import { withDefaults } from '../../model/servers.ts';
import { type Part, strictWarnings } from '../contract.ts';
import { atOperation, atTop, eachOperation, isBlank, operationsOf, parametersOf } from '../parts-of.ts';

const SERVERS = 'servers: [{ url: ';
/** Matches a server URL that is only a scheme: its slashes are not the trailing slash of a path. */
const SCHEME_ALONE = /^[a-z][a-z\d+.-]*:\/\/$/i;
const BOOKS = 'paths:\n  /books:\n    get: { responses: { 200: { description: Right. } }';
const EXAMPLE_HOST = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*[.@])?example\.(?:com|net|org)(?=[:/?#]|$)/i;

/** Rules for the API as a whole (information, servers, tags) and for parameters. */
export const descriptorRules = strictWarnings([
  {
    name: 'api-description-missing',
    messages: ['The API has no description.'],
    about: 'The list of APIs and the first page of the API show it. Add `description` below `info`.',
    alsoKnownAs: ['info-description'],
    bad: "info: { title: Books, version: '1' }",
    good: "info: { title: Books, version: '1', description: All books of the library. }",
    *check({ record: { info } }) {
      if (isBlank(info.description))
        yield atTop(['info'], 'The API has no description.', 'Add “description”, one sentence or more.');
    },
  },
  {
    name: 'contact-missing',
    topic: 'contact',
    messages: ['The API has no contact.'],
    about: 'Readers with a question do not know whom to ask. Add `contact` below `info`, with a `url` or an `email`.',
    alsoKnownAs: ['info-contact', 'contact-properties'],
    bad: "info: { title: Books, version: '1' }",
    good: "info: { title: Books, version: '1', contact: { email: books@library.test } }",
    *check({ record: { info } }) {
      const { url = '', email = '', name = '' } = info.contact ?? {};
      if (isBlank(`${url}${email}${name}`))
        yield atTop(
          ['info', 'contact'],
          'The API has no contact.',
          'Add “contact” below “info”, with a “url” or an “email”.',
        );
    },
  },
  {
    name: 'license-missing',
    topic: 'license',
    messages: ['The API has no license.'],
    about: 'Readers do not learn whether and how they may use the API. Add `license` below `info`.',
    alsoKnownAs: ['info-license', 'info-license-strict', 'info-license-url'],
    bad: "info: { title: Books, version: '1' }",
    good: "info: { title: Books, version: '1', license: { name: MIT } }",
    *check({ record: { info } }) {
      if (info.license === undefined)
        yield atTop(['info'], 'The API has no license.', 'Add “license” below “info”, with its “name”.');
    },
  },
  {
    name: 'server-missing',
    topic: 'servers',
    messages: ['The descriptor names no server.'],
    about: 'Readers of the descriptor alone do not learn where the API is. Add `servers`, or `host` in Swagger 2.0.',
    alsoKnownAs: ['no-empty-servers', 'oas3-api-servers', 'oas2-api-host'],
    bad: 'paths: {}',
    good: `${SERVERS}'https://api.library.test' }]`,
    *check({ record: { servers } }) {
      if (servers.length === 0)
        yield atTop(['servers'], 'The descriptor names no server.', 'Add “servers”, with the URL of the API.');
    },
  },
  {
    name: 'server-trailing-slash',
    topic: 'servers',
    messages: ['The URL of the server “…” ends in a slash.'],
    about: 'Paths begin with a slash, so calls would have two, which many servers do not expect. Remove the last one.',
    alsoKnownAs: ['no-server-trailing-slash', 'oas3-server-trailing-slash', 'oas2-host-trailing-slash'],
    bad: `${SERVERS}'https://api.library.test/' }]`,
    good: `${SERVERS}'https://api.library.test' }]`,
    *check({ record }) {
      for (const [{ url }, part] of serversOf(record))
        if (url.endsWith('/') && url !== '/' && !SCHEME_ALONE.test(url))
          yield {
            part,
            message: `The URL of the server “${url}” ends in a slash.`,
            remedy: 'Remove the slash at the end.',
          };
    },
  },
  {
    name: 'server-example',
    topic: 'servers',
    messages: ['The server “…” is an example.'],
    about: 'No API answers at example.com, example.net or example.org. Write the URL of the API.',
    alsoKnownAs: ['no-server-example.com', 'oas3-server-not-example.com', 'oas2-host-not-example'],
    bad: `${SERVERS}'https://api.example.com' }]`,
    good: `${SERVERS}'https://api.library.test' }]`,
    *check({ record }) {
      for (const [server, part] of serversOf(record))
        if (EXAMPLE_HOST.test(withDefaults(server)))
          yield { part, message: `The server “${server.url}” is an example.`, remedy: 'Write the URL of the API.' };
    },
  },
  {
    name: 'server-variable-undeclared',
    topic: 'servers',
    messages: ['The variable “…” of the server is not declared.'],
    about: 'Readers and programs do not know its values. Declare it below `variables`, with a `default`.',
    alsoKnownAs: ['no-undefined-server-variable', 'oas3-server-variables'],
    bad: `${SERVERS}'https://{region}.library.test' }]`,
    good: `${SERVERS}'https://{region}.library.test', variables: { region: { default: eu } } }]`,
    *check({ record }) {
      for (const [{ url, variables = {} }, part] of serversOf(record))
        for (const [, name = ''] of url.matchAll(/\{([^{}]+)\}/g))
          if (!Object.hasOwn(variables, name))
            yield {
              part,
              message: `The variable “${name}” of the server is not declared.`,
              remedy: 'Declare it below “variables”, with a “default”.',
            };
    },
  },
  {
    name: 'tag-missing',
    messages: ['The operation … has no tag.'],
    about: 'Groups of the navigation are tags: an operation without one is in no group. Add `tags`.',
    alsoKnownAs: ['operation-tags', 'operation-singular-tag'],
    bad: `${BOOKS} }`,
    good: `tags: [{ name: Books }]\n${BOOKS}, tags: [Books] }`,
    check: eachOperation(({ tags }, service) => tags.length + service.tags.length === 0, 'has no tag', 'Add “tags”.'),
  },
  {
    name: 'tag-undeclared',
    topic: 'tags',
    messages: ['The tag “…” is not declared.'],
    about:
      'A misspelt tag makes a group of its own, and one without a description. Declare it in `tags` at the top, or correct it.',
    alsoKnownAs: ['operation-tag-defined'],
    bad: `${BOOKS}, tags: [Boks] }`,
    good: `tags: [{ name: Books }]\n${BOOKS}, tags: [Books] }`,
    *check({ record, declaredTags }) {
      const known = new Set(declaredTags);
      for (const owned of operationsOf(record))
        for (const [index, tag] of owned.operation.tags.entries()) {
          if (known.has(tag)) continue;
          // Each undeclared tag is reported only once.
          known.add(tag);
          yield atOperation(
            owned,
            `The tag “${tag}” is not declared.`,
            'Declare it in “tags” at the top, or correct it.',
            ['tags', String(index)],
          );
        }
    },
  },
  {
    name: 'tag-unused',
    messages: ['No operation has the tag “…”.'],
    about: 'Its group is empty, or its name is misspelt at the operations. Use it, or remove it.',
    alsoKnownAs: ['no-unused-tags'],
    bad: 'tags: [{ name: Books }]',
    good: `tags: [{ name: Books }]\n${BOOKS}, tags: [Books] }`,
    *check({ record, declaredTags }) {
      const used = new Set([
        ...record.services.flatMap(({ tags }) => tags),
        ...operationsOf(record).flatMap(({ operation }) => operation.tags),
        ...record.tags.flatMap(({ parent }) => parent ?? []),
      ]);
      for (const [index, name] of declaredTags.entries())
        if (!used.has(name))
          yield atTop(['tags', String(index)], `No operation has the tag “${name}”.`, 'Use it, or remove it.');
    },
  },
  {
    name: 'tag-description-missing',
    messages: ['The tag “…” has no description.'],
    about: 'The page of a group begins with it. Add `description`, one sentence or more.',
    alsoKnownAs: ['tag-description'],
    bad: 'tags: [{ name: Books }]',
    good: 'tags: [{ name: Books, description: What the library has. }]',
    *check({ record, declaredTags }) {
      for (const { name, description } of record.tags) {
        const index = declaredTags.indexOf(name);
        if (index >= 0 && isBlank(description))
          yield atTop(['tags', String(index)], `The tag “${name}” has no description.`, 'Add “description”.');
      }
    },
  },
  {
    name: 'parameter-description-missing',
    messages: ['The parameter “…” in … has no description.'],
    about: 'A name alone seldom explains the values. Add `description`.',
    alsoKnownAs: ['parameter-description', 'oas3-parameter-description', 'oas2-parameter-description'],
    bad: `${BOOKS}, parameters: [{ name: q, in: query, schema: {} }] }`,
    good: `${BOOKS}, parameters: [{ name: q, in: query, description: Words to look for., schema: {} }] }`,
    *check({ record }) {
      for (const { parameter, part } of parametersOf(record))
        if (isBlank(parameter.description) && parameter['x-platform-missing'] === undefined)
          yield {
            part,
            message: `The parameter “${parameter.name}” in ${parameter.in} has no description.`,
            remedy: 'Add “description”.',
          };
    },
  },
]);

/** Servers of the API and of operations. A server of a path item is placed at the first operation of the path. */
function* serversOf(record: ApiRecord): Generator<readonly [server: ServerObject, part: Part]> {
  for (const [index, server] of record.servers.entries())
    yield [server, { kind: 'api', below: ['servers', String(index), 'url'] }];
  const seen = new Set<ServerObject>();
  for (const { operation } of operationsOf(record))
    for (const [index, server] of operation.servers.entries()) {
      if (seen.has(server)) continue;
      seen.add(server);
      yield [server, { kind: 'operation', operation, below: ['servers', String(index), 'url'] }];
    }
}
