import type { Api } from '../model/api.ts';
import { componentReference } from '../model/components.ts';
import { isUngrouped } from '../model/groups.ts';
import { hasIntroductionGuide } from '../model/guides.ts';
import type { Operation } from '../model/operation.ts';
import { operationAnchor } from '../presentation/anchors.ts';
import { lastPart } from '../presentation/fields/type-words.ts';
import { guideSections } from '../presentation/guides/guide-sections.ts';
import { guideView } from '../presentation/guides/guide-view.ts';
import { operationsInOrder, orderOf } from '../presentation/navigation/service-order.ts';
import { firstSentence, plainText } from '../presentation/plain-text.ts';
import { schemaUsage } from '../presentation/schemas/schema-usage.ts';
import { groupTitle, guideTitle, operationTitle, serviceTitle } from '../presentation/titles.ts';
import type { Entry, EntryOperation } from './entry.ts';
import { MOST_OPERATIONS, NO_OPERATIONS } from './entry.ts';
import { fieldsOfComponent, textsOf } from './field-entries.ts';
import { MessageEntries } from './message-entries.ts';

/**
 * All that can be found of one version of an API, each fact once and where a page shows it, in the order of pages
 * (READING §5). Generated examples are none. What readers may not see is not in {@link api} any more.
 */
export function* searchEntries(api: Api): Generator<Entry> {
  const { services } = orderOf(api);
  yield apiEntry(api);
  const named = new Map<Operation, EntryOperation>();
  for (const service of services)
    for (const operation of operationsInOrder(service)) named.set(operation, entryOperation(operation));
  const messages = new MessageEntries(api, named);
  for (const service of services) {
    yield {
      ...NO_OPERATIONS,
      kind: 'service',
      name: serviceTitle(service),
      aliases: [service.getName(), service.getTitle(), ...pathsOf(service.getOperations()[0])],
      document: { level: 'service', name: service.getName() },
      anchor: '',
      text: plainText(service.getDescription() ?? service.record.summary),
    };
    for (const operation of operationsInOrder(service)) {
      yield operationEntry(operation, named);
      messages.add(operation);
    }
  }
  yield* messages.entries();
  yield* textEntries(api);
  yield* schemaEntries(api, named);
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

function entryOperation(operation: Operation): EntryOperation {
  return {
    service: operation.service.getName(),
    anchor: operationAnchor(operation.resource, operation.getHttpMethod()),
    method: operation.getHttpMethod(),
    path: operation.getPath(),
    title: operationTitle(operation),
  };
}

function operationEntry(operation: Operation, named: ReadonlyMap<Operation, EntryOperation>): Entry {
  const { record } = operation;
  const own = named.get(operation) ?? entryOperation(operation);
  const paths = pathsOf(operation);
  return {
    ...NO_OPERATIONS,
    kind: 'operation',
    name: own.title,
    aliases: [...paths, ...paths.map((path) => `${record.method} ${path}`), record.operationId ?? ''],
    document: { level: 'service', name: own.service },
    anchor: own.anchor,
    operations: [own],
    operationCount: 1,
    text: plainText(record.description),
  };
}

/** With the base path and without it. */
function pathsOf(operation: Operation | undefined): readonly string[] {
  return operation === undefined ? [] : [...new Set([...operation.getPaths(), ...operation.record.paths])];
}

/** Both, unless one says nothing more. */
function bothTexts(summary: string | null | undefined, description: string | null | undefined): string {
  const [first, second] = [plainText(summary), plainText(description)];
  return second.startsWith(first) ? second : `${first} ${second}`.trim();
}

function* textEntries(api: Api): Generator<Entry> {
  const { tags } = orderOf(api);
  const described = new Map(api.record.tags.map((tag) => [tag.name, tag]));
  for (const { name } of isUngrouped(tags) ? [] : tags) {
    yield {
      ...NO_OPERATIONS,
      kind: 'group',
      name: groupTitle(api, name),
      aliases: [name],
      document: { level: 'group', name },
      anchor: '',
      text: plainText(described.get(name)?.description),
    };
  }
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

/** The named schemas, each with its own fields: every body that holds one leads to it. */
function* schemaEntries(api: Api, named: ReadonlyMap<Operation, EntryOperation>): Generator<Entry> {
  const usage = schemaUsage(api);
  for (const [name, schema] of api.getSchemas()) {
    const users = usage.get(name) ?? [];
    const shared = {
      document: { level: 'schema', name },
      operations: users.slice(0, MOST_OPERATIONS).flatMap(({ operation }) => named.get(operation) ?? []),
      operationCount: users.length,
      part: '',
    } as const;
    const texts = textsOf(schema, api.components);
    yield { ...shared, kind: 'schema', name, aliases: [lastPart(name)], anchor: '', around: [], ...texts };
    const reference = { $ref: componentReference('schemas', name) };
    for (const field of fieldsOfComponent(reference, api.components, 'schema'))
      yield { ...shared, kind: 'field', aliases: [], ...field };
  }
}
