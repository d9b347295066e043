import type { Api } from '../../model/api.ts';
import { titleOfSchema } from '../../model/components.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { pagePath } from '../../model/language.ts';
import type { Operation } from '../../model/operation.ts';
import { schemaPartsOf } from '../../model/schema-parts.ts';
import { componentReference } from '../../schema/references.ts';
import { sample } from '../../schema/sample.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { phraseText } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { SCHEMA_ANCHOR } from '../anchors.ts';
import type { Shape } from '../fields/field-shape.ts';
import { see, titleBeside, titleSentence } from '../fields/schema-facts.ts';
import { typeText, typeWords } from '../fields/type-words.ts';
import { firstSentence } from '../markdown-text.ts';
import { pageDrawing } from '../messages/message-view.ts';
import { operationPath } from '../navigation/navigation.ts';
import { operationLabel } from '../titles.ts';
import { MOST_USAGE, type SchemaUse, usageOf } from './schema-usage.ts';

export interface SchemaView {
  readonly shape: Shape;
  /** Title of the schema as plain text; null if it only repeats the name or the description. */
  readonly title: string | null;
  /** Example as JSON; null if there is none and none can be generated. */
  readonly example: { readonly text: string; readonly isMade: boolean } | null;
  /** Element id of the example, distinct from the ids of fields. */
  readonly exampleId: string;
  readonly usedBy: readonly UsedBy[];
  /** Number of operations missing from {@link usedBy}. */
  readonly moreUsage: number;
  /** Links to schemas that contain this schema, and the number of further ones; null if {@link usedBy} is complete. */
  readonly holders: { readonly links: readonly SchemaLink[]; readonly more: number } | null;
}

interface SchemaLink {
  readonly text: string;
  readonly href: string;
}

interface UsedBy {
  readonly method: string;
  readonly title: string;
  /** Path of the operation; '' if the title is the path, and for a webhook. */
  readonly path: string;
  readonly href: string;
  /** `Webhook` for a webhook; else ''. */
  readonly webhook: string;
  /** Places of use: `request`, `response`, `callback`, `request and response`. */
  readonly words: string;
}

export function schemaView(api: Api, name: string, schema: JsonSchema): SchemaView {
  const { anchors, trees } = pageDrawing(api, { depth: 1, rows: 200 });
  const reference = { $ref: componentReference('schemas', name) };
  const { operations, holders } = usageOf(api, name);
  const shape = trees.body(reference, anchors.claim(SCHEMA_ANCHOR), 'both', name);
  const words = wordsOf(api);
  const { parts, groups } = typeText(see(schema, api.components).merged, api.components);
  return {
    // Omits the name of the schema, since the heading has it.
    shape: { ...shape, type: [{ text: phraseText(parts), href: null }], typeGroups: groups },
    title: typeof schema === 'object' ? titleBeside([name, schema.description ?? ''], schema.title) : null,
    example: exampleOf(schema, api),
    exampleId: anchors.claim('schema.example'),
    usedBy: operations.slice(0, MOST_USAGE).map(({ operation, inRequest, inResponse, inCallback }) => ({
      ...userOf(operation),
      words: words
        .list('list.and', [
          ...(inRequest ? [words.say('schema.inRequest')] : []),
          ...(inResponse ? [words.say('schema.inResponse')] : []),
          ...(inCallback ? [words.say('schema.inCallback')] : []),
        ])
        .join(''),
    })),
    moreUsage: Math.max(0, operations.length - MOST_USAGE),
    holders: holders && {
      links: holders.slice(0, MOST_USAGE).map((holder) => linkTo(holder, api)),
      more: Math.max(0, holders.length - MOST_USAGE),
    },
  };
}

/** Facts about an operation, the same on the pages of all schemas that it uses. */
const userOf = computedOnce((operation: Operation): Omit<UsedBy, 'words'> => {
  const [method, title, path] = [operation.getHttpMethod(), operationLabel(operation), operation.getPath()];
  const webhook = operation.service.getKind() === 'webhook' ? wordsOf(operation.service.api).say('kind.webhook') : '';
  return { method, title, path: path === title ? '' : path, href: operationPath(operation), webhook };
});

function linkTo(name: string, api: Api): SchemaLink {
  return { text: titleOfSchema(name, api.components), href: pagePath({ level: 'schema', ...api.place, name }, api) };
}

function exampleOf(schema: JsonSchema, api: Api): SchemaView['example'] {
  const [own] = typeof schema === 'object' && Array.isArray(schema.examples) ? schema.examples : [];
  if (own !== undefined) return { text: JSON.stringify(own, null, 2), isMade: false };
  const made = sample(schema, api.components, { direction: 'both' });
  return made.complete ? { text: JSON.stringify(made.value, null, 2), isMade: true } : null;
}

/** Row in the index of schemas. */
interface SchemaRow {
  readonly title: string;
  /** Full name of the schema; '' if the title is the full name. */
  readonly fullName: string;
  readonly href: string;
  readonly kind: string;
  readonly sentence: string | null;
  /** Usage count: `used by 4 operations`. */
  readonly usage: string;
}

/** Rows of the index of schemas. @param part number of the part, from 1 */
export function schemaRows(api: Api, part = 1): readonly SchemaRow[] {
  return (schemaPartsOf(api)[part - 1] ?? []).map((name) => {
    const schema = api.components.schema(name) ?? true;
    const { merged } = see(schema, api.components);
    const { text: title, href } = linkTo(name, api);
    return {
      title,
      fullName: title === name ? '' : name,
      href,
      kind: typeWords(merged, api.components),
      sentence: firstSentence(merged.description) ?? titleSentence(name, schema, api.components),
      usage: usageWords(usageOf(api, name), wordsOf(api)),
    };
  });
}

function usageWords({ operations: { length: count }, holders }: SchemaUse, words: Words): string {
  if (holders === null) return count === 0 ? words.say('count.unused') : words.say('count.usedBy', { count });
  return count > 0
    ? words.say('count.usedDirectly', { count })
    : words.say('count.usedInSchemas', { count: holders.length });
}
