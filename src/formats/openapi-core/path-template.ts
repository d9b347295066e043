import { type Components, isReference } from '../../model/components.ts';
import type { ParameterObject, Reference } from '../../model/openapi-objects.ts';
import { UniqueNames } from '../../model/unique-name.ts';

/** Path in the syntax of OpenAPI. */
export interface PathTemplate {
  readonly path: string;
  /** Renamed parameters: keys are names in the descriptor's path, values are names in this path. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Path as written in the descriptor. */
  readonly text: string;
}

/** Template for a path that needs no changes. */
export function plainTemplate(path: string): PathTemplate {
  return { path, text: path, renamed: new Map() };
}

/** Path with parameter names removed: to OpenAPI, paths that differ only in parameter names are the same path. */
export function pathSignature(path: string): string {
  return path.replaceAll(/\{.+?\}/g, '{}');
}

export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '');
}

/**
 * Converts any text to a path that starts with a slash and has no query. Parameter names consist of `A-Za-z0-9_.-` and
 * are unique.
 * @param names new names of the parameters, in order; default: their own names
 */
export function toPathTemplate(text: string, names: readonly string[] = []): PathTemplate {
  const [beforeQuery = ''] = text.split('?');
  const renamed = new Map<string, string>();
  const taken = new UniqueNames('_');
  let index = 0;
  const template = beforeQuery.replaceAll(/\{([^{}]*)\}|[{}]/g, (whole, original: string | undefined) => {
    if (original === undefined) return encodeURIComponent(whole);
    const given = names[index++];
    const safe = given ?? taken.claim(original.replaceAll(/[^\w.-]+/g, '_').replace(/^_+(?=\w)/, '') || 'parameter');
    if (given !== undefined) taken.add(given);
    if (safe !== original && !renamed.has(original)) renamed.set(original, safe);
    return `{${safe}}`;
  });
  return { path: template.startsWith('/') ? template : `/${template}`, text, renamed };
}

interface FittedParameters {
  readonly parameters: readonly Reference<ParameterObject>[];
  /** Declared parameters that this path cannot have. */
  readonly dropped: readonly ParameterObject[];
}

/**
 * Fits the declared parameters to a path: duplicates are dropped, and path parameters are exactly those in the path. A
 * path parameter that the descriptor does not declare is added with a note.
 */
export function fitParameters(
  declared: readonly Reference<ParameterObject>[],
  template: PathTemplate,
  components: Components,
): FittedParameters {
  const wanted = new Set(parameterNames(template.path));
  const parameters: Reference<ParameterObject>[] = [];
  const dropped: ParameterObject[] = [];
  const seen = new Set<string>();
  const hasQuery = declared.some((parameter) => components.resolve(parameter).value.in === 'query');
  for (const parameter of declared) {
    const { value } = components.resolve(parameter);
    const renamed = value.in === 'path' ? (template.renamed.get(value.name) ?? value.name) : value.name;
    const key = value.in === 'querystring' ? value.in : `${value.in} ${renamed}`;
    const possible = value.in === 'path' ? wanted.has(renamed) : value.in !== 'querystring' || !hasQuery;
    if (seen.has(key) || !possible) dropped.push(value);
    else if (renamed === value.name && isReference(parameter)) parameters.push(parameter);
    else parameters.push(renamed === value.name ? value : { ...value, name: renamed, 'x-platform-name': value.name });
    seen.add(key);
  }
  for (const name of wanted) {
    if (seen.has(`path ${name}`)) continue;
    parameters.push({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      'x-platform-missing': `path parameter “${name}” is not in the descriptor`,
    });
  }
  return { parameters, dropped };
}
