import type { Components } from '../model/components.ts';
import { hiddenNames } from '../model/schema/hidden-names.ts';
import { isRecord, namesOf } from '../model/schema/json-values.ts';
import { mergeSchema } from '../model/schema/merged-schema.ts';
import { isNullSchema } from '../model/schema/null-schema.ts';
import { matchesPattern } from '../model/schema/pattern.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../model/schema/schema.ts';
import { validityOf } from '../model/schema/validation.ts';
import type { Work } from '../model/schema/work.ts';
import { MessageTree, type ValidationMessages } from './message-tree.ts';
import { type Checking, ownProblems, typeProblem } from './value-problems.ts';

const MAX_DEPTH = 100;
/** Work of a visit to a value, and of a message about one. */
const UNITS_A_VISIT = 60;
const UNITS_A_MESSAGE = 100;

interface FieldMessages {
  /** Null when nothing is wrong. */
  readonly messages: ValidationMessages | null;
  /** False: some rule is undecided, and there may be more that is wrong. */
  readonly isComplete: boolean;
}

/**
 * Reports problems in the body of a request, by field and rule: `{ title: { isEmpty: … }, author: { last: { maxLength:
 * … } } }`. Names nest as in Laminas, and positions in lists are names too; problems of the body as a whole stand under
 * `''`. A rule that is undecided (a pattern beyond our reader, a body that takes more than the work there is) refuses
 * nothing.
 */
export function fieldMessages(value: unknown, schema: JsonSchema, components: Components, work: Work): FieldMessages {
  const tree = new MessageTree();
  const walk = new Walk(components, work);
  walk.visit(value, schema, tree, 0);
  return { messages: tree.isEmpty ? null : tree.toMessages(), isComplete: !walk.isUndecided && !work.isSpent };
}

class Walk implements Checking {
  readonly components: Components;
  readonly work: Work;
  isUndecided = false;

  constructor(components: Components, work: Work) {
    this.components = components;
    this.work = work;
  }

  readonly onUndecided = (): void => {
    this.isUndecided = true;
  };

  visit(value: unknown, schema: JsonSchema, tree: MessageTree, depth: number): void {
    if (!this.#mayGoOn(tree) || schema === true) return;
    if (depth > MAX_DEPTH) {
      this.onUndecided();
      return;
    }
    if (schema === false) {
      this.#add(tree, 'additionalProperties', 'There must not be a value here.');
      return;
    }
    const merged = mergeSchema(schema, this.components, this.work).schema;
    const wrongType = typeProblem(value, merged);
    if (wrongType !== undefined) {
      this.#add(tree, 'type', wrongType);
      return;
    }
    for (const [rule, message] of ownProblems(value, merged, this)) this.#add(tree, rule, message);
    if (Array.isArray(value)) this.#visitList(value, merged, tree, depth);
    else if (isRecord(value)) this.#visitObject(value, merged, tree, depth);
    this.#visitCombined(value, merged, tree, depth);
  }

  /** Counts one more value or name. Who looks at many asks for each: a large body must not keep others waiting. */
  #mayGoOn(tree: MessageTree): boolean {
    return this.work.spend(UNITS_A_VISIT) && !tree.isFull;
  }

  /** Adds a message, unless the work is spent. */
  #add(tree: MessageTree, rule: string, message: string): void {
    if (this.work.spend(UNITS_A_MESSAGE)) tree.add(rule, message);
  }

  #visitList(list: readonly unknown[], schema: JsonSchemaObject, tree: MessageTree, depth: number): void {
    const start = schema.prefixItems ?? [];
    for (const [index, item] of start.length === 0 && schema.items === undefined ? [] : list.entries()) {
      if (!this.#mayGoOn(tree)) break;
      const part = start[index] ?? schema.items;
      if (part !== undefined) this.visit(item, part, tree.at(String(index)), depth + 1);
    }
    const { contains } = schema;
    const least = typeof schema['minContains'] === 'number' ? schema['minContains'] : 1;
    if (contains === undefined || least === 0) return;
    if (!this.#holds(list, contains, least)) this.#add(tree, 'contains', `At least ${least} other items are needed.`);
  }

  #holds(list: readonly unknown[], contains: JsonSchema, least: number): boolean {
    let found = 0;
    for (const item of list) {
      // An undecided rule refuses nothing.
      if (this.#validity(item, contains) !== 'invalid') found += 1;
      if (found >= least || this.work.isSpent) return true;
    }
    return false;
  }

  #visitObject(
    value: Readonly<Record<string, unknown>>,
    schema: JsonSchemaObject,
    tree: MessageTree,
    depth: number,
  ): void {
    const hidden = hiddenNames(schema, this.components, 'request', this.work);
    for (const names of [schema.required ?? [], ...dependents(value, schema, this.work)]) {
      if (!this.work.spend(names.length * 3)) return;
      const missing = names.filter(
        (name) => !Object.hasOwn(value, name) && (names !== schema.required || !hidden.has(name)),
      );
      for (const name of missing) this.#add(tree.at(name), 'isEmpty', 'A value is required.');
    }
    const patterns = Object.entries(schema.patternProperties ?? {});
    for (const name of namesMatter(schema) ? namesOf(value, this.work) : []) {
      if (!this.#mayGoOn(tree)) break;
      const inner = value[name];
      const own =
        schema.properties !== undefined && Object.hasOwn(schema.properties, name)
          ? [schema.properties[name] ?? true]
          : [];
      const verdicts = patterns.map(([pattern]) => this.#matches(pattern, name));
      const described = [...own, ...patterns.filter((_, index) => verdicts[index] === true).map(([, part]) => part)];
      // A name that may match an undecided pattern may have its schema: it is not known to be an additional one.
      const isAdditional = described.length === 0 && !verdicts.includes(undefined);
      const parts = isAdditional ? [schema.additionalProperties ?? true] : described;
      for (const part of parts) this.visit(inner, part, tree.at(name), depth + 1);
      if (schema.propertyNames !== undefined && this.#validity(name, schema.propertyNames) === 'invalid') {
        this.#add(tree.at(name), 'propertyNames', 'This name is not allowed.');
      }
    }
    if (isRecord(schema['dependentSchemas'])) {
      for (const name of namesOf(schema['dependentSchemas'], this.work)) {
        const part = schema['dependentSchemas'][name];
        if (Object.hasOwn(value, name) && isSchema(part)) this.visit(value, part, tree, depth + 1);
      }
    }
    this.#visitUnevaluated(value, schema, tree);
  }

  #matches(pattern: string, name: string): boolean | undefined {
    const matches = matchesPattern(pattern, name, this.work);
    if (matches === undefined) this.onUndecided();
    return matches;
  }

  #visitUnevaluated(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject, tree: MessageTree): void {
    const { unevaluatedProperties, ...rest } = schema;
    if (unevaluatedProperties === undefined || unevaluatedProperties === true || !tree.isEmpty) return;
    if (this.#validity(value, rest) === 'valid' && this.#validity(value, schema) === 'invalid') {
      this.#add(tree, 'unevaluatedProperties', 'There are fields that are not described.');
    }
  }

  #visitCombined(value: unknown, schema: JsonSchemaObject, tree: MessageTree, depth: number): void {
    for (const part of schema.allOf ?? []) this.visit(value, part, tree, depth + 1);
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const variants = schema[keyword];
      if (variants !== undefined) this.#visitVariants(value, variants, keyword, schema, tree, depth);
    }
    if (schema.not !== undefined && this.#validity(value, schema.not) === 'valid')
      this.#add(tree, 'not', 'This value is not allowed.');
    if (schema.if === undefined) return;
    const condition = this.#validity(value, schema.if);
    const branch = condition === 'valid' ? schema.then : condition === 'invalid' ? schema.else : undefined;
    if (branch !== undefined) this.visit(value, branch, tree, depth + 1);
  }

  #visitVariants(
    value: unknown,
    variants: readonly JsonSchema[],
    keyword: 'oneOf' | 'anyOf',
    schema: JsonSchemaObject,
    tree: MessageTree,
    depth: number,
  ): void {
    const verdicts = this.work.isSpent ? [] : variants.map((variant) => this.#validity(value, variant));
    const fitting = verdicts.filter((verdict) => verdict === 'valid').length;
    if (fitting > 1 && keyword === 'oneOf')
      this.#add(tree, 'oneOf', 'Several of the allowed forms fit; exactly one must.');
    if (fitting > 0 || verdicts.includes('undecided') || this.work.isSpent) return;
    const likely = this.#likelyVariant(value, variants, schema);
    if (likely === undefined) this.#add(tree, keyword, 'None of the allowed forms fits.');
    else this.visit(value, likely, tree, depth + 1);
  }

  /** The variant that a value seems to be meant for: what its discriminator names, else the only one of its type. */
  #likelyVariant(
    value: unknown,
    variants: readonly JsonSchema[],
    { discriminator }: JsonSchemaObject,
  ): JsonSchema | undefined {
    const named = discriminator === undefined || !isRecord(value) ? undefined : value[discriminator.propertyName];
    if (discriminator !== undefined && typeof named === 'string') {
      const mapping = discriminator.mapping ?? {};
      const target = Object.hasOwn(mapping, named) ? mapping[named] : `#/components/schemas/${named}`;
      const chosen = variants.find((variant) => typeof variant !== 'boolean' && variant.$ref === target);
      if (chosen !== undefined) return chosen;
    }
    const ofType = variants.filter(
      (variant) => this.work.spend(UNITS_A_VISIT) && !isNullSchema(variant) && this.#hasTypeOf(value, variant),
    );
    return ofType.length === 1 ? ofType[0] : undefined;
  }

  #hasTypeOf(value: unknown, schema: JsonSchema): boolean {
    return typeProblem(value, mergeSchema(schema, this.components, this.work).schema) === undefined;
  }

  #validity(value: unknown, schema: JsonSchema): 'valid' | 'invalid' | 'undecided' {
    const validity = validityOf(value, schema, this.components, 'request', this.work);
    if (validity === 'undecided') this.onUndecided();
    return validity;
  }
}

/** Whether the names in an object have schemas. */
function namesMatter({
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
}: JsonSchemaObject): boolean {
  return [properties, patternProperties, additionalProperties, propertyNames].some((keyword) => keyword !== undefined);
}

function dependents(
  value: Readonly<Record<string, unknown>>,
  schema: JsonSchemaObject,
  work: Work,
): readonly (readonly string[])[] {
  const map = schema['dependentRequired'];
  if (!isRecord(map)) return [];
  return namesOf(map, work).flatMap((name) => {
    const needed = Object.hasOwn(value, name) ? map[name] : undefined;
    return Array.isArray(needed) && work.spend(needed.length * 5) ? [needed.map(String)] : [];
  });
}
