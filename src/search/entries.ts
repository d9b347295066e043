import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { withoutDependencies } from '../model/dependencies.ts';
import { isUngrouped } from '../model/groups.ts';
import { hasIntroductionGuide } from '../model/guides.ts';
import type { Operation } from '../model/operation.ts';
import type { Service } from '../model/service.ts';
import { tagsByName } from '../model/tag-tree.ts';
import { schemeViews } from '../presentation/access/log-ins.ts';
import { operationAnchor, SCHEMA_ANCHOR } from '../presentation/anchors.ts';
import { see } from '../presentation/fields/schema-facts.ts';
import { guideSections, guideView } from '../presentation/guides.ts';
import { firstSentence, plainText } from '../presentation/markdown-text.ts';
import { operationsInOrder, orderOf } from '../presentation/navigation/service-order.ts';
import { operationText } from '../presentation/operation-titles.ts';
import { schemaUsage } from '../presentation/schemas/schema-usage.ts';
import { groupOfNamesake, groupTitle, guideTitle, operationTitle, serviceTitle } from '../presentation/titles.ts';
import { componentReference, schemaTitle } from '../schema/references.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { phraseText } from '../words/phrase.ts';
import { wordsOf } from '../words/words.ts';
import { type Entry, type EntryOperation, MOST_OPERATIONS, NO_OPERATIONS } from './entry.ts';
import { allFieldsOf, schemasInside, textsOf } from './field-entries.ts';
import { MessageEntries } from './message-entries.ts';

/**
 * Search entries of one version of an API, one for each part and place that shows it, in the order of pages (READING
 * §5). Generated examples have no entries. {@link api} must already lack the parts that readers may not see.
 */
export function* searchEntries(api: Api): Generator<Entry> {
  yield* textEntries(api);
  yield* partEntries(api);
}

/** Search entries of the API, its services, operations, groups and guides. */
export function* textEntries(api: Api): Generator<Entry> {
  yield apiEntry(api);
  yield* logInEntries(api);
  for (const service of orderOf(api).services) yield* serviceEntries(service);
  yield* groupEntries(api);
  yield* guideEntries(api);
}

/** Search entries of messages and schemas. They depend on no texts of operations except the titles. */
export function* partEntries(api: Api): Generator<Entry> {
  const messages = new MessageEntries(api, entryOperation);
  for (const service of orderOf(api).services)
    for (const operation of operationsInOrder(service)) messages.add(operation);
  yield* messages.entries();
  for (const name of api.getSchemaNames()) yield* schemaEntries(api, name, api.components.schema(name) ?? true);
}

function* serviceEntries(service: Service): Generator<Entry> {
  const operations = operationsInOrder(service);
  const [only, ...others] = operations;
  const group = groupOfNamesake(service);
  const own: Entry = {
    ...NO_OPERATIONS,
    kind: isWebhook(service) ? 'webhook' : 'service',
    name: serviceTitle(service),
    around: group === null ? [] : [group],
    aliases: [service.getName(), service.getTitle(), ...pathsOf(service.getOperations()[0])],
    document: { level: 'service', name: service.getName() },
    anchor: '',
    text: plainText(service.getDescription() ?? service.record.summary),
  };
  // The page of a webhook usually describes a single call.
  if (only !== undefined && others.length === 0 && isWebhook(service)) yield ofOneCall(own, operationEntry(only));
  else {
    yield own;
    for (const operation of operations) yield operationEntry(operation);
  }
}

/** Merges the entry of a service's page with the entry of its only operation. */
function ofOneCall(page: Entry, operation: Entry): Entry {
  const { name, operations, operationCount } = operation;
  const text = page.text.includes(operation.text) ? page.text : `${page.text} ${operation.text}`.trim();
  const aliases = [...new Set([page.name, ...page.aliases, ...operation.aliases])];
  return { ...page, name, aliases, operations, operationCount, text };
}

function apiEntry(api: Api): Entry {
  const { summary } = api.record.info;
  const description = api.getDescription();
  return {
    ...NO_OPERATIONS,
    kind: 'api',
    name: api.getTitle(),
    aliases: [api.getName()],
    document: { level: 'api' },
    anchor: '',
    text: hasIntroductionGuide(api.record)
      ? (firstSentence(summary ?? description) ?? '')
      : bothTexts(summary, description),
  };
}

/** Words for authentication that readers search for, even if the API uses other words. */
const LOG_IN_ALIASES = ['authentication', 'authorization', 'auth', 'log in', 'login', 'sign in', 'credentials'];

/** Entries for the section “How to log in” and for each security scheme of the descriptor. */
function* logInEntries(api: Api): Generator<Entry> {
  const schemes = schemeViews(api);
  const asks = api.getServices().some((service) => service.getAllOperations().some((one) => one.asksForLogIn()));
  if (schemes.length === 0 && !asks) return;
  const place = { ...NO_OPERATIONS, kind: 'log-in', document: { level: 'api' }, anchor: 'log-in' } as const;
  yield { ...place, name: wordsOf(api).say('title.logIn'), aliases: LOG_IN_ALIASES, text: '' };
  for (const { name, words, description, flows } of schemes) {
    const title = phraseText(words);
    const scopes = flows.flatMap((flow) => flow.scopes.map(([scope]) => scope));
    // OAuth 2 and OpenID Connect tokens are sent as bearer tokens (RFC 6750).
    const token = /\b(?:OAuth|OpenID|Bearer)\b/.test(title) ? ['bearer token', 'access token'] : [];
    yield { ...place, name: title, aliases: [name, ...token, ...scopes], text: plainText(description) };
  }
}

/**
 * Operation as entries show it. Its dependencies are not recorded: entries of messages and schemas are reused only with
 * equal operations.
 */
const entryOperation = computedOnce((operation: Operation) =>
  withoutDependencies(
    (): EntryOperation => ({
      service: operation.service.getName(),
      anchor: operationAnchor(operation.resource, operation.getHttpMethod()),
      method: operation.getHttpMethod(),
      path: operation.getPath(),
      ...(isWebhook(operation.service) && { webhook: operation.service.getTitle() }),
      title: operationTitle(operation),
    }),
  ),
);

function operationEntry(operation: Operation): Entry {
  const { record } = operation;
  const own = entryOperation(operation);
  const paths = pathsOf(operation);
  return {
    ...NO_OPERATIONS,
    kind: isWebhook(operation.service) ? 'webhook' : 'operation',
    name: own.title,
    aliases: [...paths, ...paths.map((path) => `${record.method} ${path}`), record.operationId ?? ''],
    document: { level: 'service', name: own.service },
    anchor: own.anchor,
    operations: [own],
    operationCount: 1,
    text: saidDeprecated(operation, plainText(operationText(operation))),
  };
}

/** Prefixes the text of a deprecated operation with the word for “deprecated”, unless it begins with that word. */
function saidDeprecated({ record, service }: Operation, text: string): string {
  const word = wordsOf(service.api).say('operation.deprecated');
  const isSaid = record.deprecated !== true || text.toLowerCase().startsWith(word.toLowerCase());
  return isSaid ? text : `${word}. ${text}`.trim();
}

function isWebhook(service: Service): boolean {
  return service.getKind() === 'webhook';
}

/** Paths of an operation, with the base path and without it. */
function pathsOf(operation: Operation | undefined): readonly string[] {
  return operation === undefined ? [] : [...new Set([...operation.getPaths(), ...operation.record.paths])];
}

/** Joins a summary and a description; returns the description alone if it begins with the summary. */
function bothTexts(summary: string | null | undefined, description: string | null | undefined): string {
  const [first, second] = [plainText(summary), plainText(description)];
  return second.startsWith(first) ? second : `${first} ${second}`.trim();
}

function* groupEntries(api: Api): Generator<Entry> {
  const { tags } = orderOf(api);
  for (const { name } of isUngrouped(tags) ? [] : tags) {
    yield {
      ...NO_OPERATIONS,
      kind: 'group',
      name: groupTitle(api, name),
      aliases: [name],
      document: { level: 'group', name },
      anchor: '',
      text: plainText(tagsByName(api).get(name)?.description),
    };
  }
}

function* guideEntries(api: Api): Generator<Entry> {
  for (const guide of api.getGuides()) {
    const title = guideTitle(api, guide);
    for (const section of guideSections(guideView(api, guide).text)) {
      yield {
        ...NO_OPERATIONS,
        kind: 'guide',
        name: section.title ?? title,
        aliases: section.title === null ? [guide.name] : [],
        document: { level: 'guide', name: guide.name },
        anchor: section.anchor,
        around: section.title === null ? [] : [title],
        text: section.text,
      };
    }
  }
}

/** Entries of a named schema and its fields, which bodies do not repeat. Operations that send the schema come first. */
function* schemaEntries(api: Api, name: string, schema: JsonSchema): Generator<Entry> {
  const users = (schemaUsage(api).get(name)?.all ?? []).toSorted((a, b) => Number(b.inRequest) - Number(a.inRequest));
  const shared = {
    document: { level: 'schema', name },
    operations: users.slice(0, MOST_OPERATIONS).map(({ operation }) => entryOperation(operation)),
    operationCount: users.length,
    part: '',
    isReceived: users[0]?.inRequest !== true,
  } as const;
  const texts = textsOf(name, see(schema, api.components), api.components);
  const reference = { $ref: componentReference('schemas', name) };
  const schemas = schemasInside(see(reference, api.components), api.components);
  yield { ...shared, kind: 'schema', name, aliases: [schemaTitle(name)], anchor: '', around: [], schemas, ...texts };
  for (const field of allFieldsOf(reference, api.components, SCHEMA_ANCHOR))
    yield { ...shared, kind: 'field', aliases: [], ...field };
}
