import type { Components } from '../model/components.ts';
import { isRecord } from '../model/json-values.ts';
import { mergeSchema } from '../model/merged-schema.ts';
import { isNullSchema } from '../model/null-schema.ts';
import { matchesPattern } from '../model/pattern.ts';
import type { JsonSchema, JsonSchemaObject } from '../model/schema.ts';
import { isSchema } from '../model/schema.ts';
import type { Effort } from '../model/validation.ts';
import { hiddenNames, validityOf } from '../model/validation.ts';
import { MessageTree, type ValidationMessages } from './message-tree.ts';
import { ownProblems, typeProblem } from './value-problems.ts';

/** Some 20 ms of work: nobody else is answered meanwhile. */
const MAX_VISITS = 50_000;
const MAX_STEPS = 20_000;
const MAX_DEPTH = 100;

/**
 * What is wrong with the body of a request, by field and rule: `{ title: { isEmpty: … }, author: { last: { maxLength: … } } }`.
 * Names inside names as in Laminas, positions in lists are names too; what is wrong with the body as a whole stands under `''`.
 * A rule that cannot be decided (a pattern beyond our reader, a body that takes too long) refuses nothing.
 * @returns null when nothing is wrong
 */
export function fieldMessages(value: unknown, schema: JsonSchema, components: Components): ValidationMessages | null {
  const tree = new MessageTree();
  new Walk(components).visit(value, schema, tree, 0);
  return tree.isEmpty ? null : tree.toMessages();
}

class Walk {
  readonly #components: Components;
  readonly #effort: Effort = { steps: MAX_STEPS };
  #visits = 0;

  constructor(components: Components) {
    this.#components = components;
  }

  visit(value: unknown, schema: JsonSchema, tree: MessageTree, depth: number): void {
    if (!this.#mayGoOn(tree) || depth > MAX_DEPTH || schema === true) return;
    if (schema === false) {
      tree.add('additionalProperties', 'There must not be a value here.');
      return;
    }
    const merged = mergeSchema(schema, this.#components).schema;
    const wrongType = typeProblem(value, merged);
    if (wrongType !== undefined) {
      tree.add('type', wrongType);
      return;
    }
    for (const [rule, message] of ownProblems(value, merged)) tree.add(rule, message);
    if (Array.isArray(value)) this.#visitList(value, merged, tree, depth);
    else if (isRecord(value)) this.#visitObject(value, merged, tree, depth);
    this.#visitCombined(value, merged, tree, depth);
  }

  /** Counts one more value or name. Who looks at many asks for each: a large body must not keep others waiting. */
  #mayGoOn(tree: MessageTree): boolean {
    this.#visits += 1;
    return this.#visits <= MAX_VISITS && !tree.isFull;
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
    if (!this.#holds(list, contains, least)) tree.add('contains', `At least ${least} other items are needed.`);
  }

  #holds(list: readonly unknown[], contains: JsonSchema, least: number): boolean {
    let found = 0;
    for (const item of list) {
      // What cannot be decided refuses nothing: once the effort is spent that is everything.
      if (this.#validity(item, contains) !== 'invalid') found += 1;
      if (found >= least || this.#effort.steps < 0) return true;
    }
    return false;
  }

  #visitObject(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject, tree: MessageTree, depth: number): void {
    const hidden = hiddenNames(schema, this.#components, 'request');
    const needed = [...(schema.required ?? []).filter((name) => !hidden.has(name)), ...dependents(value, schema)];
    for (const name of needed) if (!Object.hasOwn(value, name)) tree.at(name).add('isEmpty', 'A value is required.');
    const patterns = Object.entries(schema.patternProperties ?? {});
    for (const name of Object.keys(value)) {
      if (!this.#mayGoOn(tree)) break;
      const inner = value[name];
      const own = schema.properties !== undefined && Object.hasOwn(schema.properties, name) ? [schema.properties[name] ?? true] : [];
      const matching = patterns.filter(([pattern]) => matchesPattern(pattern, name) !== false).map(([, part]) => part);
      const parts = own.length + matching.length > 0 ? [...own, ...matching] : [schema.additionalProperties ?? true];
      for (const part of parts) this.visit(inner, part, tree.at(name), depth + 1);
      if (schema.propertyNames !== undefined && this.#effort.steps >= 0 && this.#validity(name, schema.propertyNames) === 'invalid') {
        tree.at(name).add('propertyNames', 'This name is not allowed.');
      }
    }
    if (isRecord(schema['dependentSchemas'])) {
      for (const [name, part] of Object.entries(schema['dependentSchemas'])) {
        if (Object.hasOwn(value, name) && isSchema(part)) this.visit(value, part, tree, depth + 1);
      }
    }
    this.#visitUnevaluated(value, schema, tree);
  }

  #visitUnevaluated(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject, tree: MessageTree): void {
    const { unevaluatedProperties, ...rest } = schema;
    if (unevaluatedProperties === undefined || unevaluatedProperties === true || !tree.isEmpty) return;
    if (this.#validity(value, rest) === 'valid' && this.#validity(value, schema) === 'invalid') {
      tree.add('unevaluatedProperties', 'There are fields that are not described.');
    }
  }

  #visitCombined(value: unknown, schema: JsonSchemaObject, tree: MessageTree, depth: number): void {
    for (const part of schema.allOf ?? []) this.visit(value, part, tree, depth + 1);
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const variants = schema[keyword];
      if (variants !== undefined) this.#visitVariants(value, variants, keyword, schema, tree, depth);
    }
    if (schema.not !== undefined && this.#validity(value, schema.not) === 'valid') tree.add('not', 'This value is not allowed.');
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
    const verdicts = variants.map((variant) => this.#validity(value, variant));
    const fitting = verdicts.filter((verdict) => verdict === 'valid').length;
    if (fitting > 1 && keyword === 'oneOf') tree.add('oneOf', 'Several of the allowed forms fit; exactly one must.');
    if (fitting > 0 || verdicts.includes('undecided')) return;
    const likely = this.#likelyVariant(value, variants, schema);
    if (likely === undefined) tree.add(keyword, 'None of the allowed forms fits.');
    else this.visit(value, likely, tree, depth + 1);
  }

  /** The variant that a value seems to be meant for: what its discriminator names, else the only one of its type. */
  #likelyVariant(value: unknown, variants: readonly JsonSchema[], { discriminator }: JsonSchemaObject): JsonSchema | undefined {
    const named = discriminator === undefined || !isRecord(value) ? undefined : value[discriminator.propertyName];
    if (discriminator !== undefined && typeof named === 'string') {
      const mapping = discriminator.mapping ?? {};
      const target = Object.hasOwn(mapping, named) ? mapping[named] : `#/components/schemas/${named}`;
      const chosen = variants.find((variant) => typeof variant !== 'boolean' && variant.$ref === target);
      if (chosen !== undefined) return chosen;
    }
    const ofType = variants.filter((variant) => !isNullSchema(variant) && typeProblem(value, mergeSchema(variant, this.#components).schema) === undefined);
    return ofType.length === 1 ? ofType[0] : undefined;
  }

  #validity(value: unknown, schema: JsonSchema): 'valid' | 'invalid' | 'undecided' {
    return validityOf(value, schema, this.#components, 'request', this.#effort);
  }
}

function dependents(value: Readonly<Record<string, unknown>>, schema: JsonSchemaObject): readonly string[] {
  const map = schema['dependentRequired'];
  if (!isRecord(map)) return [];
  return Object.entries(map).flatMap(([name, needed]) => (Object.hasOwn(value, name) && Array.isArray(needed) ? needed.map(String) : []));
}
