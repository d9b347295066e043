import { closeNames } from '../../model/close-names.ts';
import { componentName, componentReference } from '../../model/components.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../../model/schema/schema.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import type { ParsedFile } from '../contract.ts';
import { CloseKeywords } from '../keys-of-schemas.ts';
import { escapePointerSegment, splitPointer, valueAt } from '../positions.ts';
import { quote, type Reporter } from './reporter.ts';
import { convertKeywords } from './schema-keywords.ts';
import { checkSchema } from './structure.ts';

/**
 * The named schemas of one API. References to `#/schemas/<Name>`, to other places and to other files become references
 * to components; what they point to is hoisted there under a name of its own. A cycle stays an edge.
 */
export class SchemaLibrary {
  readonly #file: ParsedFile;
  readonly #reporter: Reporter;
  /** `file#pointer` → component name. */
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #taken: UniqueNames;
  readonly #closeKeywords = new CloseKeywords();
  readonly #places = new Map<string, { readonly file: ParsedFile; readonly pointer: string }>();
  /** Place and reference → component: a shared part is converted more than once. */
  readonly #resolved = new Map<string, string>();
  /** Hoisted, their own references not yet converted: a queue, since chains may be long. */
  readonly #pending: {
    readonly name: string;
    readonly schema: JsonSchema;
    readonly file: ParsedFile;
    readonly pointer: string;
  }[] = [];

  constructor(file: ParsedFile, named: Readonly<Record<string, JsonSchema>>, reporter: Reporter) {
    this.#file = file;
    this.#reporter = reporter;
    this.#taken = new UniqueNames('', Object.keys(named));
    for (const [name, schema] of Object.entries(named)) {
      const pointer = `/schemas/${escapePointerSegment(name)}`;
      this.#hoist(name, schema, file, pointer);
    }
  }

  /** A schema of the descriptor with its references converted. */
  convert(schema: JsonSchema, pointer: string): JsonSchema {
    return this.#convert(schema, this.#file, pointer);
  }

  /** All named schemas, the descriptor's own first. Call it last: converting may add some. */
  schemas(): Readonly<Record<string, JsonSchema>> {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      this.#schemas.set(next.name, this.#convert(next.schema, next.file, next.pointer));
    }
    for (const name of this.#schemas.keys()) this.#breakEndlessChain(name);
    return Object.fromEntries(this.#schemas);
  }

  /** Schemas that are nothing but references to each other describe nothing, and following them would never end. */
  #breakEndlessChain(name: string): void {
    const seen = new Set<string>();
    let next = this.#onlyReferenceOf(name);
    while (next !== null && next !== name && !seen.has(next)) {
      seen.add(next);
      next = this.#onlyReferenceOf(next);
    }
    // A chain that only leads into a cycle ends as soon as that cycle is broken.
    if (next !== name) return;
    this.#schemas.set(name, { 'x-platform-missing': `schema “${name}” is a reference that leads back to itself` });
    const place = this.#places.get(name);
    if (place === undefined) return;
    const message = `The reference of ${quote(name)} leads back to itself.`;
    this.#warn(place.file, place.pointer, 'ref-endless', message, 'Describe the schema in one of them.');
  }

  #convert(schema: JsonSchema, file: ParsedFile, pointer: string): JsonSchema {
    return convertKeywords(schema, pointer, {
      reference: (reference, place) => this.#resolve(reference, file, place),
      schemaName: (name) =>
        this.#schemas.has(name) && file === this.#file ? componentReference('schemas', name) : undefined,
      malformed: (keyword, place) => {
        const message = `${quote(keyword)} has the wrong structure and is left out.`;
        this.#warn(file, place, 'wrong-value', message, 'Write it as the OpenAPI Specification describes it.');
      },
      unknownKey: (key, place, within) => {
        const meant = this.#closeKeywords.meantBy(key, (name) => Object.hasOwn(within, name));
        if (meant === undefined) return;
        const message = `${quote(key)} is not a key of a schema.`;
        this.#warn(file, place, 'unknown-key', message, `Write ${quote(meant)}.`, 'key');
      },
    });
  }

  #resolve(reference: string, from: ParsedFile, pointer: string): string {
    const place = JSON.stringify([from.path, pointer, reference]);
    const resolved = this.#resolved.get(place) ?? this.#find(reference, from, pointer);
    this.#resolved.set(place, resolved);
    return resolved;
  }

  #find(reference: string, from: ParsedFile, pointer: string): string {
    const [path = '', fragment = ''] = reference.split('#', 2);
    const file = path === '' ? from : this.#reporter.readFile(path, from, pointer);
    if (file === undefined) return this.#missing(reference);
    const target = decode(fragment);
    const key = `${file.path}#${target}`;
    const known = this.#names.get(key);
    if (known !== undefined) return componentReference('schemas', known);
    const value = target === undefined ? undefined : valueAt(file.value, splitPointer(target));
    if (target === undefined || !isSchema(value)) {
      // A named schema that is none was reported where it stands.
      if (value === undefined || file !== this.#file || !/^\/schemas\/[^/]+$/.test(target ?? ''))
        this.#reportNotFound(reference, from, pointer);
      return this.#missing(reference);
    }
    if (file !== this.#file || !target.startsWith('/schemas/')) {
      const complaints = checkSchema(value);
      for (const complaint of complaints)
        this.#reporter.report(file, { ...complaint, pointer: target + complaint.pointer });
      if (complaints.length > 0) return this.#missing(reference);
    }
    return componentReference('schemas', this.#hoist(this.#freeName(reference), value, file, target));
  }

  #onlyReferenceOf(name: string): string | null {
    const schema = this.#schemas.get(name);
    if (typeof schema !== 'object' || schema.$ref === undefined || Object.keys(schema).length > 1) return null;
    return componentName(schema.$ref);
  }

  #hoist(name: string, schema: JsonSchema, file: ParsedFile, pointer: string): string {
    this.#names.set(`${file.path}#${pointer}`, name);
    this.#schemas.set(name, {});
    this.#places.set(name, { file, pointer });
    this.#pending.push({ name, schema, file, pointer });
    return name;
  }

  /** A node that says what is missing, so that every page around it can still be written. */
  #missing(reference: string): string {
    const key = `missing ${reference}`;
    const known = this.#names.get(key);
    if (known !== undefined) return componentReference('schemas', known);
    const name = this.#freeName(reference);
    this.#names.set(key, name);
    const missing: JsonSchemaObject = { 'x-platform-missing': `schema “${reference}” is not in the descriptor` };
    this.#schemas.set(name, missing);
    return componentReference('schemas', name);
  }

  /** `schemas/book.yaml#/definitions/Chapter` → `Chapter`; a number behind it where the name is taken. */
  #freeName(reference: string): string {
    const [path = '', fragment = ''] = reference.split('#', 2);
    const last =
      (decode(fragment) ?? fragment).split('/').at(-1) || (path.split('/').at(-1) ?? '').replace(/\..*$/, '');
    const wanted =
      last
        .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
        .replace(/^\.+/, '')
        .slice(0, 100) || 'Schema';
    return this.#taken.claim(wanted);
  }

  #reportNotFound(reference: string, from: ParsedFile, pointer: string): void {
    const close = closeNames(
      reference,
      [...this.#places.keys()].map((name) => `#/schemas/${name}`),
    );
    const remedy =
      close[0] === undefined ? 'Describe it under "schemas" and write "#/schemas/Name".' : `Write ${quote(close[0])}.`;
    this.#warn(from, pointer, 'ref-not-found', `There is no schema at ${quote(reference)}.`, remedy);
  }

  #warn(file: ParsedFile, pointer: string, rule: string, message: string, remedy: string, at?: 'key'): void {
    this.#reporter.report(file, { pointer, at, severity: 'warning', rule, message, remedy });
  }
}

/** The JSON Pointer in a fragment; undefined when it is none. */
function decode(fragment: string): string | undefined {
  if (fragment !== '' && !fragment.startsWith('/')) return undefined;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
