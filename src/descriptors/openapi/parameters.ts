import type { OperationObject, ParameterObject, Reference } from '../../model/openapi-objects.ts';
import { convertParameter } from './content.ts';
import type { Reading } from './reading.ts';
import { type Convert, isAbsent, referenceOr, wrongType } from './shapes.ts';
import { refOf, type SourceNode } from './source-node.ts';

/** Context of an operation: its path item, and its path if it has one. */
export interface OperationPlace {
  readonly pathItem: SourceNode;
  /** Path with `{names}`; null in webhooks and callbacks. */
  readonly template: string | null;
}

/** Parameters of an operation, with the problems that pages show. */
interface ParameterList {
  readonly parameters: readonly Reference<ParameterObject>[];
  /** Notes for the page about parameters that the descriptor lacks. */
  readonly missing: readonly string[];
  /** Path parameters, as written in the descriptor, that the path does not contain. */
  readonly unused: readonly unknown[];
}

interface FoundParameter {
  readonly node: SourceNode;
  readonly name: string;
  readonly in: string;
}

/** Maximum number of parameters of one path that are reported as not described; real paths have fewer than ten. */
const MOST_UNDECLARED = 50;

const openapiParameter = referenceOr('parameters', convertParameter, 'left out');

/**
 * Merges the parameters of a path and of an operation; the operation's override those with equal `in` and `name`.
 * @param template path whose `{names}` must be described; null for webhooks and callbacks
 */
export function convertParameters(
  pathLevel: SourceNode,
  operationLevel: SourceNode,
  template: string | null,
  reading: Reading,
  toReference: Convert<Reference<ParameterObject>> = openapiParameter,
): ParameterList {
  const missing: string[] = [];
  const unused: unknown[] = [];
  const own = collect(operationLevel, reading, missing);
  const ownKeys = new Set(own.map(([key]) => key));
  const shared = collect(pathLevel, reading, missing).filter(([key]) => !ownKeys.has(key));
  const wanted = new Set(template === null ? [] : templateNames(template));
  const parameters: Reference<ParameterObject>[] = [];
  for (const [, found] of [...shared, ...own]) {
    if (found.in === 'path' && template !== null && !wanted.delete(found.name)) {
      if (reading.isLaminasExport && found.node.child('description').value === `URL parameter ${found.name}`) continue;
      const message = `The path has no “{${found.name}}”; the parameter was left out.`;
      reading.warn(found.node, 'path-parameter-unused', message, 'Remove the parameter, or correct its name.');
      unused.push(reading.references.resolve(found.node)?.value);
      continue;
    }
    const parameter = toReference(found.node, reading);
    if (parameter !== undefined) parameters.push(parameter);
  }
  for (const [index, name] of [...wanted].entries()) {
    if (reading.isLaminasExport && pathLevel.parent?.key.includes(`/:${name}`)) {
      parameters.push({ name, in: 'path', required: true, schema: { type: 'string' } });
      continue;
    }
    const message = `The path parameter “${name}” is not described.`;
    // The place of each names the whole path.
    if (index < MOST_UNDECLARED)
      reading.warn(
        operationLevel.parent ?? operationLevel,
        'path-parameter-undeclared',
        message,
        'Add it to “parameters” with “in: path”.',
        'key',
      );
    parameters.push({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      'x-platform-missing': `parameter “${name}” is not in the descriptor`,
    });
  }
  return { parameters, missing, unused };
}

/** Converts a parameter list to fields of an operation. */
export function parameterFields({ parameters, missing, unused }: ParameterList): OperationObject {
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(missing.length > 0 ? { 'x-platform-missing': missing } : {}),
    ...(unused.length > 0 ? { 'x-platform-unused-parameters': unused } : {}),
  };
}

/** Lists the names in a path: `/a/{b}/{c}.json` → `['b', 'c']`. */
function templateNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
}

/** Collects the usable parameters by location and name; keeps the first of several equal ones. */
function collect(
  written: SourceNode,
  reading: Reading,
  missing: string[],
): readonly (readonly [key: string, found: FoundParameter])[] {
  const list = reading.references.part(written);
  if (isAbsent(list.value)) return [];
  if (!Array.isArray(list.value)) {
    wrongType(list, reading, 'a list of parameters');
    return [];
  }
  const found = new Map<string, FoundParameter>();
  for (const node of list.items()) {
    if (node.value === null) continue;
    const target = reading.references.resolve(node);
    if (target === undefined) {
      missing.push(`parameter “${nameInReference(node)}” is not in the descriptor`);
      continue;
    }
    const name = target.child('name').value;
    const place = target.child('in').value;
    if (typeof name !== 'string' || typeof place !== 'string') {
      reading.warn(
        node,
        'parameter-shape',
        'A parameter needs a “name” and “in”; it was left out.',
        'Add what is missing.',
      );
      continue;
    }
    // Header names are case-insensitive (RFC 9110 §5.1).
    const key = JSON.stringify([place, place === 'header' ? name.toLowerCase() : name]);
    if (found.has(key)) {
      reading.warn(
        node,
        'parameter-duplicate',
        `The parameter “${name}” in ${place} is listed twice; the first was kept.`,
        'Remove one of the two.',
      );
    } else found.set(key, { node, name, in: place });
  }
  return [...found];
}

function nameInReference(node: SourceNode): string {
  return refOf(node)?.split('/').at(-1) ?? '';
}
