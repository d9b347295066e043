import { COMPONENT_NOUNS, Components } from '../../model/components.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import type { ApiRecord } from '../../model/records.ts';
import { isRecord, typeOf } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { COMPONENT_SECTIONS } from '../../schema/references.ts';
import type { JsonSchemaObject } from '../../schema/schema.ts';
import { mismatchOf } from '../../schema/validation.ts';
import { Work } from '../../schema/work.ts';
import { strictWarnings } from '../contract.ts';
import { inside, operationsOf, schemasOf } from '../parts-of.ts';

const SCHEMA = 'components:\n  schemas:\n    Book:';
const BOOK =
  "paths:\n  /books:\n    get: { responses: { 200: { description: Right., content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } } }";
/** Limits on the work, about 10 ms for a value and 2 s for a descriptor; values beyond them are not checked. */
const UNITS_A_VALUE = 500_000;
const UNITS = 100_000_000;

/** Rules for schemas and other components. */
export const schemaRules = strictWarnings([
  {
    name: 'enum-type-mismatch',
    messages: ['The value … is listed, but the type is …'],
    about: 'No value satisfies both, so the listed one can never be sent. Correct the value or the type.',
    alsoKnownAs: ['no-enum-type-mismatch', 'typed-enum'],
    bad: `${SCHEMA} { type: integer, enum: [1, '2'] }`,
    good: `${SCHEMA} { type: integer, enum: [1, 2] }`,
    *check({ record }) {
      for (const { schema, part } of schemasOf(record)) {
        if (schema.enum === undefined || schema.type === undefined) continue;
        const types = [schema.type].flat();
        for (const [index, value] of schema.enum.entries())
          if (!hasType(value, types))
            yield {
              part: inside(part, 'enum', String(index)),
              message: `The value ${shown(value)} is listed, but the type is ${types.join(' or ')}.`,
              remedy: 'Correct the value or the type.',
            };
      }
    },
  },
  {
    name: 'enum-duplicate',
    messages: ['The value … is listed twice.'],
    about: 'One of the two is superfluous, or should be another value. Remove or correct it.',
    alsoKnownAs: ['duplicated-entry-in-enum'],
    bad: `${SCHEMA} { enum: [new, old, new] }`,
    good: `${SCHEMA} { enum: [new, old] }`,
    *check({ record }) {
      for (const { schema, part } of schemasOf(record)) {
        const seen = new Set<string>();
        for (const [index, value] of (schema.enum ?? []).entries()) {
          const written = JSON.stringify(value);
          if (seen.has(written))
            yield {
              part: inside(part, 'enum', String(index)),
              message: `The value ${shown(value)} is listed twice.`,
              remedy: 'Remove it, or correct it.',
            };
          seen.add(written);
        }
      }
    },
  },
  {
    name: 'default-mismatch',
    messages: ['The default does not satisfy its schema: it …'],
    about: 'The default stands for a missing value, so it must be a valid value. Correct the default or the schema.',
    alsoKnownAs: ['no-invalid-schema-defaults'],
    bad: `${SCHEMA} { type: string, enum: [new, old], default: now }`,
    good: `${SCHEMA} { type: string, enum: [new, old], default: new }`,
    *check({ record }) {
      const components = new Components(record.components);
      let units = UNITS;
      for (const { schema, part } of schemasOf(record)) {
        // Null is skipped: it is the value of an empty `default:` in YAML.
        if (schema.default === undefined || schema.default === null) continue;
        const work = new Work(Math.min(UNITS_A_VALUE, units));
        const mismatch = mismatchOf(schema.default, schema, components, work);
        units -= work.used;
        if (units <= 0) return;
        if (mismatch === null) continue;
        yield {
          part: inside(part, 'default', ...mismatch.path),
          message: `The default does not satisfy its schema: it ${mismatch.reason}.`,
          remedy: 'Correct the default or the schema.',
        };
      }
    },
  },
  {
    name: 'required-undescribed',
    messages: ['The property “…” is required, but not described.'],
    about:
      'Clients must send it, but the schema does not describe it; often its name is misspelt. Describe it below `properties`, or correct the name.',
    alsoKnownAs: ['no-required-schema-properties-undefined'],
    bad: `${SCHEMA} { type: object, required: [titel], properties: { title: { type: string } } }`,
    good: `${SCHEMA} { type: object, required: [title], properties: { title: { type: string } } }`,
    *check({ record }) {
      const components = new Components(record.components);
      const work = new Work(UNITS);
      for (const { schema, part } of schemasOf(record)) {
        // Schemas inside `allOf` and similar keywords may require properties that other schemas describe.
        if (schema.required === undefined || part.below.some((key) => COMBINED.has(key))) continue;
        const merged = mergeSchema(schema, components, work).schema;
        if (merged.properties === undefined || isOpen(merged)) continue;
        for (const [index, name] of schema.required.entries())
          if (!Object.hasOwn(merged.properties, name))
            yield {
              part: inside(part, 'required', String(index)),
              message: `The property “${name}” is required, but not described.`,
              remedy: 'Describe it below “properties”, or correct its name.',
            };
      }
    },
  },
  {
    name: 'array-items-missing',
    messages: ['The list does not say what it contains.'],
    about:
      'Readers and client generators do not learn what the list contains, and OpenAPI 3.0 requires it. Add `items`.',
    alsoKnownAs: ['array-items'],
    bad: `${SCHEMA} { type: array }`,
    good: `${SCHEMA} { type: array, items: { type: string } }`,
    *check({ record }) {
      for (const { schema, part } of schemasOf(record)) {
        const { type, items, prefixItems, contains, $ref, allOf, anyOf, oneOf } = schema;
        const says = [items, prefixItems, contains, $ref, allOf, anyOf, oneOf, schema.enum, schema.const];
        if ([type].flat().includes('array') && says.every((keyword) => keyword === undefined))
          yield { part, message: 'The list does not say what it contains.', remedy: 'Add “items”.' };
      }
    },
  },
  {
    name: 'component-unused',
    messages: ['Nothing refers to … “…”.'],
    about: 'It was forgotten, or its name is misspelt where it is referred to. Refer to it, or remove it.',
    alsoKnownAs: ['no-unused-components', 'oas3-unused-component', 'oas2-unused-definition'],
    bad: `${SCHEMA} { type: object }`,
    good: `${SCHEMA} { type: object }\n${BOOK}`,
    *check({ record }) {
      const used = reachableComponents(record.components, rootsOf(record));
      for (const section of COMPONENT_SECTIONS)
        for (const name of Object.keys(record.components[section]))
          if (!Object.hasOwn(used[section], name))
            yield {
              part: { kind: 'component', section, name, below: [] },
              message: `Nothing refers to the ${COMPONENT_NOUNS[section]} “${name}”.`,
              remedy: 'Refer to it, or remove it.',
            };
    },
  },
]);

const COMBINED: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

/** True if other keywords, such as `patternProperties` or `oneOf`, may describe further properties. */
function isOpen({ patternProperties, anyOf, oneOf, additionalProperties, $ref }: JsonSchemaObject): boolean {
  const others = isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0;
  return [patternProperties, anyOf, oneOf, $ref].some((keyword) => keyword !== undefined) || others;
}

/** Parts of an API that are in use without a reference to them. */
function rootsOf(record: ApiRecord): readonly unknown[] {
  const operations = operationsOf(record).map(({ operation }) => operation);
  return [operations, record.services.map(({ fields }) => fields), { security: record.security }, record.extensions];
}

function hasType(value: unknown, types: readonly string[]): boolean {
  const actual = typeOf(value);
  return types.some((type) => type === actual || (type === 'number' && actual === 'integer'));
}

/** Formats a value on one line, shortened to 60 characters. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
