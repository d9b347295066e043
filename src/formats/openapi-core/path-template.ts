import { type Components, isReference } from '../../model/components.ts';
import type { ParameterObject, Reference } from '../../model/openapi-objects.ts';
import { UniqueNames } from '../../model/unique-name.ts';

/** A path as OpenAPI can write it. */
export interface PathTemplate {
  readonly path: string;
  /** Name in the descriptor's path → name here; only where they differ. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The path as the descriptor has it. */
  readonly text: string;
}

/** A path that is written as it is. */
export function plainTemplate(path: string): PathTemplate {
  return { path, text: path, renamed: new Map() };
}

/** A path without the names of its parameters: OpenAPI takes paths that differ in these alone for one path. */
export function pathSignature(path: string): string {
  return path.replaceAll(/\{.+?\}/g, '{}');
}

export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? '');
}

/**
 * Any text as a path: it starts with a slash, has no query, and its parameters have names of `A-Za-z0-9_.-`, none
 * twice.
 * @param names what the parameters are to be called, in order; their own names when left out
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
  /** Parameters that are declared, but cannot stand at this path. */
  readonly dropped: readonly ParameterObject[];
}

/**
 * The parameters that an operation can have at a path: each once, and those in the path exactly as the path has them. A
 * path parameter that the descriptor lacks is added, with a note.
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
