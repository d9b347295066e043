import { isRecord } from '../../schema/json-values.ts';
import { Budget } from '../budget.ts';
import type { NativeField } from '../native/native-descriptor.ts';
import { type SourceNode, written } from '../openapi/source-node.ts';
import { type Shape, TYPED_WORDS } from '../typed-words.ts';
import { constraintsOf, lastPart, membersOf } from './validators.ts';

/** Reports a part of the configuration that has no counterpart. */
export type Lose = (node: SourceNode, message: string) => void;

/** Classes of inputs that say nothing of the value. */
const PLAIN_INPUTS: ReadonlySet<string> = new Set(['', 'input', 'arrayinput', 'fileinput']);
/** Keys of a native field; a shape with others becomes its `schema`. */
const FIELD_KEYS: ReadonlySet<string> = new Set(
  'type format items enum default example pattern minimum maximum minLength maxLength minItems maxItems'.split(' '),
);
/** Maximum depth of input filters that name each other. */
const DEEPEST = 20;
/** Maximum number of fields in a file; the fields of an input filter count at each use. */
const MOST_FIELDS = 30_000;

/** Fields of `input_filter_specs`. */
export class InputFilters {
  readonly #specs: SourceNode;
  readonly #lose: Lose;
  readonly #budget = new Budget<SourceNode>(MOST_FIELDS, (at) =>
    this.#lose(at, `Input filters have more than ${MOST_FIELDS} fields in all their uses; the rest is left out.`),
  );

  constructor(specs: SourceNode, lose: Lose) {
    this.#specs = specs;
    this.#lose = lose;
  }

  has(name: string): boolean {
    return this.#specs.has(name);
  }

  /** Returns the fields of a named input filter; undefined if the configuration does not describe it. */
  named(name: unknown, depth = 0): readonly NativeField[] | undefined {
    if (typeof name !== 'string' || !this.#specs.has(name) || depth > DEEPEST) return undefined;
    return this.#fields(this.#specs.child(name), depth);
  }

  #fields(node: SourceNode, depth: number): readonly NativeField[] {
    const fields = new Map<string, NativeField>();
    for (const member of membersOf(node)) {
      if (!isRecord(member.value) || !this.#budget.take(1, member)) continue;
      const field = this.#field(member, depth);
      fields.set(field.name, field);
    }
    return written([...fields.values()], node.pointer());
  }

  #field(node: SourceNode, depth: number): NativeField {
    const text = (key: string): string => {
      const { value } = node.child(key);
      return typeof value === 'string' ? value : '';
    };
    const name = text('name') || (Number.isNaN(Number(node.key)) ? node.key : `field${node.key}`);
    const common = { name, ...(text('description') !== '' && { description: text('description') }) };
    const place = node.pointer();
    const type = text('type');
    const kind = lastPart(type);
    const other = PLAIN_INPUTS.has(kind) ? undefined : this.named(type, depth + 1);
    if (kind === 'inputfilter' || other !== undefined) {
      const fields = other ?? this.#fields(node, depth);
      const required = fields.some((field) => field.required === true);
      return written({ ...common, required, type: 'object', fields }, place);
    }
    if (kind === 'collectioninputfilter') {
      const inner = node.child('input_filter');
      const fields = this.named(inner.value, depth + 1) ?? this.#fields(inner, depth);
      return written({ ...common, required: node.child('required').value === true, type: 'array', fields }, place);
    }
    if (!PLAIN_INPUTS.has(kind))
      this.#lose(node.child('type'), `The class ${type} is not read; its field is shown without it.`);
    const shape = this.#shape(node, kind, text('field_type').trim());
    const isSplit = Object.keys(shape).every((key) => FIELD_KEYS.has(key) || key.startsWith('x-'));
    return written({ ...common, required: isRequired(node), ...(isSplit ? shape : { schema: shape }) }, place);
  }

  #shape(node: SourceNode, kind: string, type: string): Shape {
    // The type of a field is free text.
    const known = TYPED_WORDS.get(type.toLowerCase());
    const constraints = constraintsOf(node.child('validators'), (at, name) =>
      this.#lose(at, `The validator ${name} has no counterpart, so it is not shown.`),
    );
    const isWhole = membersOf(node.child('filters')).some((one) =>
      /^(?:to)?int$/.test(lastPart(one.child('name').value)),
    );
    const example = node.child('example').value;
    const fallback = node.child('fallback_value').value;
    const shape = {
      ...(isWhole && { type: 'integer' }),
      ...constraints,
      ...known,
      ...(known?.['format'] === undefined ? {} : { format: constraints['format'] ?? known['format'] }),
      ...(kind === 'fileinput' && { type: 'string', format: 'binary' }),
      ...(known === undefined && type !== '' && { 'x-field-type': type }),
      ...(example !== undefined && example !== '' && { example }),
      ...(fallback !== undefined && { 'x-fallback-value': fallback }),
    };
    const typed = withNumbers(isText(shape) ? { type: 'string', ...shape } : shape);
    const listed = node.child('allow_empty').value === true ? orEmpty(typed) : typed;
    if (kind !== 'arrayinput') return listed;
    const { example: _, ...items } = listed;
    return { type: 'array', items, ...(example !== undefined && { example }) };
  }
}

/** True for a shape with a format but no type: it describes a text, since format validators accept only texts. */
function isText(shape: Shape): boolean {
  return shape['type'] === undefined && shape['format'] !== undefined;
}

/** Inputs are required unless the configuration says otherwise. */
function isRequired(node: SourceNode): boolean {
  const { value } = node.child('required');
  return value === undefined || (Boolean(value) && value !== '0');
}

/** Lets a text be empty as well: validators do not look at empty values that an input allows. */
function orEmpty(shape: Shape): Shape {
  const { minLength, pattern, format, allOf, enum: values, ...rest } = shape;
  if ((shape['type'] ?? 'string') !== 'string') return shape;
  if (Array.isArray(values)) return { ...rest, enum: [...new Set([...values, ''])] };
  if (pattern === undefined && format === undefined) return rest;
  const asked = Object.entries({ minLength, pattern, format, allOf }).filter(([, value]) => value !== undefined);
  return { ...rest, anyOf: [Object.fromEntries(asked), { const: '' }] };
}

/** Writes listed values as numbers where the field is one: InArray compares `'1'` and 1 as equal. */
function withNumbers(shape: Shape): Shape {
  const { type, enum: values } = shape;
  if ((type !== 'integer' && type !== 'number') || !Array.isArray(values)) return shape;
  return {
    ...shape,
    enum: values.map((value: unknown) =>
      typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value,
    ),
  };
}
