/** Differences between an answer and its description. */

/** Difference at a place in a JSON body: `items.0.name`; `''` for the body as a whole. */
interface Difference {
  readonly place: string;
  readonly kind: 'missing' | 'type' | 'value' | 'undescribed' | 'variant';
  /** Expected types or values, from the description. */
  readonly wanted: string;
  /** Actual type or value, from the answer. */
  readonly found: string;
}

export interface Compared {
  readonly differences: readonly Difference[];
  /** Whether part of the value was not compared, because the value is too large or too deep. */
  readonly isCut: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** Parts of an OpenAPI document that a comparison reads. */
export interface DescribedApi {
  readonly paths?: unknown;
  readonly components?: unknown;
}

const MOST_DIFFERENCES = 12;
const DEEPEST = 12;
const MOST_ITEMS = 50;
const MOST_NODES = 5000;
const LONGEST_VALUE = 60;

/**
 * Finds the documented status of an answer: the same status, its class (`4XX`) or `default`.
 * @returns undefined if none is documented
 */
export function documentedStatus(answers: Readonly<Record<string, unknown>>, status: number): string | undefined {
  const names = Object.keys(answers);
  const range = `${Math.floor(status / 100)}XX`;
  return (
    names.find((name) => name === String(status)) ??
    names.find((name) => name.toUpperCase() === range) ??
    names.find((name) => name === 'default')
  );
}

/** Whether a media type matches a documented one. Parameters are ignored, and `*` matches anything. */
export function isDocumentedType(types: readonly string[], contentType: string): boolean {
  const own = essence(contentType);
  return types.some((type) => {
    const [main = '', sub = ''] = essence(type).split('/');
    const [ownMain = '', ownSub = ''] = own.split('/');
    return (main === '*' || main === ownMain) && (sub === '*' || sub === ownSub);
  });
}

function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Finds the schema of an answer; its operation has the longest path that is a suffix of `path`. */
export function answerSchema(
  api: DescribedApi,
  {
    path,
    method,
    status,
    contentType,
  }: { readonly path: string; readonly method: string; readonly status: string; readonly contentType: string },
): unknown {
  const paths = Object.entries(recordOf(api.paths));
  const [, item] = paths.filter(([own]) => path.endsWith(own)).toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
  const operation = recordOf(recordOf(item)[method.toLowerCase()]);
  const response = recordOf(resolved(recordOf(operation['responses'])[status], api));
  const content = Object.entries(recordOf(response['content']));
  const [, media] =
    content.find(([type]) => essence(type) === essence(contentType)) ??
    content.find(([type]) => isDocumentedType([type], contentType)) ??
    [];
  return recordOf(resolved(media, api))['schema'];
}

/**
 * Lists the first differences between a JSON value and a schema in types, enumerated values and property names. The
 * validator (`schema/validator.ts`) finds more, but would grow the panel's script from 15 kB to 21 kB.
 */
export function differencesFrom(schema: unknown, value: unknown, api: DescribedApi): Compared {
  const comparison = new ValueComparison(api);
  const differences = comparison.of(schema, value, '', 0).slice(0, MOST_DIFFERENCES);
  return { differences, isCut: comparison.isCut };
}

class ValueComparison {
  readonly #api: DescribedApi;
  #nodes = 0;
  isCut = false;

  constructor(api: DescribedApi) {
    this.#api = api;
  }

  of(written: unknown, value: unknown, place: string, depth: number): readonly Difference[] {
    this.#nodes += 1;
    const schema = recordOf(written);
    if (depth > DEEPEST || this.#nodes > MOST_NODES) {
      this.isCut = true;
      return [];
    }
    const below = (part: unknown): readonly Difference[] => this.of(part, value, place, depth + 1);
    const parts = [
      ...(typeof schema['$ref'] === 'string' ? [resolved(schema, this.#api)] : []),
      ...listOf(schema['allOf']),
    ];
    return [
      ...parts.flatMap(below),
      ...this.#ofVariants(schema, below, place, value),
      ...this.#ofItself(schema, value, place, depth),
    ];
  }

  #ofVariants(
    schema: Json,
    below: (part: unknown) => readonly Difference[],
    place: string,
    value: unknown,
  ): readonly Difference[] {
    return [listOf(schema['oneOf']), listOf(schema['anyOf'])].flatMap((variants) => {
      const found = variants.map(below);
      if (found.length === 0 || found.some((differences) => differences.length === 0)) return [];
      const [only, ...others] = variants.filter((variant) => recordOf(variant)['type'] !== 'null');
      if (only !== undefined && others.length === 0) return below(only);
      return [{ place, kind: 'variant', wanted: '', found: shown(value) }];
    });
  }

  #ofItself(schema: Json, value: unknown, place: string, depth: number): readonly Difference[] {
    const types = typeof schema['type'] === 'string' ? [schema['type']] : listOf(schema['type']).map(String);
    const own = typeOf(value);
    const isType = types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'));
    if (!isType) return [{ place, kind: 'type', wanted: types.join(', '), found: own }];
    const values = 'const' in schema ? [schema['const']] : listOf(schema['enum']);
    if (values.length > 0 && !values.some((one) => written(one) === written(value)))
      return [
        { place, kind: 'value', wanted: values.map(shown).join(', ').slice(0, LONGEST_VALUE), found: shown(value) },
      ];
    if (own === 'array') {
      this.isCut ||= listOf(value).length > MOST_ITEMS;
      return listOf(value)
        .slice(0, MOST_ITEMS)
        .flatMap((item, at) => this.of(schema['items'], item, joined(place, String(at)), depth + 1));
    }
    return own === 'object' ? this.#ofObject(schema, recordOf(value), place, depth) : [];
  }

  #ofObject(schema: Json, value: Json, place: string, depth: number): readonly Difference[] {
    const properties = recordOf(schema['properties']);
    const isSentOnly = (name: string): boolean => recordOf(resolved(properties[name], this.#api))['writeOnly'] === true;
    const missing = listOf(schema['required'])
      .map(String)
      .filter((name) => !Object.hasOwn(value, name) && !isSentOnly(name));
    const isClosed = schema['additionalProperties'] === false && schema['patternProperties'] === undefined;
    return [
      ...missing.map((name): Difference => ({ place: joined(place, name), kind: 'missing', wanted: '', found: '' })),
      ...Object.entries(value).flatMap(([name, member]): readonly Difference[] => {
        if (Object.hasOwn(properties, name)) return this.of(properties[name], member, joined(place, name), depth + 1);
        if (isClosed) return [{ place: joined(place, name), kind: 'undescribed', wanted: '', found: shown(member) }];
        return this.of(schema['additionalProperties'], member, joined(place, name), depth + 1);
      }),
    ];
  }
}

/** Resolves a local reference; any other value stays as it is. */
function resolved(value: unknown, api: DescribedApi): unknown {
  const reference = recordOf(value)['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return value;
  return reference
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, name) => (Object.hasOwn(recordOf(found), name) ? recordOf(found)[name] : undefined), api);
}

function joined(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function shown(value: unknown): string {
  const text = written(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** Serialises a value; a value that is nested too deep becomes an ellipsis. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '…';
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** An answer is parsed by the browser, so its numbers are plain: {@link Json} needs no test for exact ones. */
function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
