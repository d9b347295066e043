import type { Components } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { Operation } from '../../model/operation.ts';
import { isRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { PROBLEM_WORDS, type ProblemKind } from '../../schema/problem-words.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { problemsOf } from '../../schema/validation.ts';
import type { Work } from '../../schema/work.ts';
import type { Failure } from '../contract.ts';
import { parseJsonBody } from '../json-body.ts';

interface BodyCheck {
  /** Answer that refuses the body; null if no problem was found. */
  readonly failure: Failure | null;
  /** False: the body was not checked in full, since a rule is unsupported or the budget was exceeded. */
  readonly isComplete: boolean;
}

const RIGHT: BodyCheck = { failure: null, isComplete: true };

/**
 * Checks a JSON body against the operation's schema; bodies of other types are not checked. If a body is required, an
 * empty one is refused, and checked as an object without fields for the messages.
 * @param work budget for the check; rules that remain unchecked at its end refuse nothing
 */
export function validateBody(
  operation: Operation,
  contentType: string | undefined,
  bytes: Uint8Array,
  work: Work,
): BodyCheck {
  const body = operation.getRequestBody();
  if (body === null) return RIGHT;
  if (bytes.byteLength === 0) return body.value.required === true ? refuseEmpty(operation, work) : RIGHT;
  if (contentType === undefined || !isJsonMediaType(contentType)) return RIGHT;
  const reading = parseJsonBody(bytes, work);
  if (reading.kind === 'malformed') return { failure: { status: 400, detail: reading.detail }, isComplete: true };
  if (reading.kind === 'too-much') return { failure: null, isComplete: false };
  const schema = schemaFor(operation, contentType);
  return schema === null ? RIGHT : validate(reading.value, schema, operation, work);
}

function refuseEmpty(operation: Operation, work: Work): BodyCheck {
  const schema = operation.getRequestSchema();
  const { failure, isComplete } = schema === null ? RIGHT : validate({}, schema, operation, work);
  return { failure: failure ?? { status: 400, detail: 'The operation needs a body.' }, isComplete };
}

function validate(value: unknown, schema: JsonSchema, operation: Operation, work: Work): BodyCheck {
  const { components } = operation.service.api;
  const asked = operation.takesPart() ? withoutRequired(schema, components, work) : schema;
  const { messages, isComplete } = fieldMessages(value, asked, components, work);
  if (messages === null) return { failure: null, isComplete };
  return {
    failure: { status: 422, detail: 'Failed validation', extensions: { validation_messages: messages } },
    isComplete,
  };
}

function withoutRequired(schema: JsonSchema, components: Components, work: Work): JsonSchema {
  const { required: _, ...rest } = mergeSchema(schema, components, work).schema;
  return rest;
}

function schemaFor(operation: Operation, contentType: string): JsonSchema | null {
  const body = operation.getRequestBody();
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase();
  const own =
    body === null
      ? undefined
      : operation.getContent(body.value).find(([mediaType]) => mediaType.toLowerCase() === essence);
  return own?.[1].schema !== undefined && (isRecord(own[1].schema) || typeof own[1].schema === 'boolean')
    ? own[1].schema
    : operation.getRequestSchema();
}

/** Messages by field and rule; nested fields are keys next to the rules. */
interface ValidationMessages {
  readonly [name: string]: string | ValidationMessages;
}

interface FieldMessages {
  /** Null if there are no problems. */
  readonly messages: ValidationMessages | null;
  /** False: some rule is undecided, so there may be further problems. */
  readonly isComplete: boolean;
}

/**
 * Reports problems in the body of a request, by field and rule:
 * `{ title: { isEmpty: … }, author: { last: { maxLength: … } } }`. Fields nest as in Laminas, with list positions as
 * names; problems of the whole body are under `''`. Undecided rules (unsupported pattern, spent budget) refuse nothing.
 */
export function fieldMessages(value: unknown, schema: JsonSchema, components: Components, work: Work): FieldMessages {
  const { problems, isComplete } = problemsOf(value, schema, components, 'request', work);
  if (problems.length === 0) return { messages: null, isComplete };
  const body: Messages = { rules: new Map(), fields: new Map() };
  for (const problem of problems) {
    const place = problem.name === undefined ? problem.path : [...problem.path, problem.name];
    const { rules } = place.reduce(fieldIn, body);
    const rule = RULES[problem.kind] ?? problem.kind;
    const [sentence] = PROBLEM_WORDS[problem.kind];
    if (!rules.has(rule)) rules.set(rule, sentence(problem));
  }
  const own = body.rules.size === 0 ? [] : [['', Object.fromEntries(body.rules)] as const];
  return { messages: Object.fromEntries([...own, ...fieldEntries(body)]), isComplete };
}

/** Messages about a value, in maps, since names such as `__proto__` are data. */
interface Messages {
  readonly rules: Map<string, string>;
  readonly fields: Map<string, Messages>;
}

function fieldIn({ fields }: Messages, name: string): Messages {
  const field = fields.get(name) ?? { rules: new Map(), fields: new Map() };
  fields.set(name, field);
  return field;
}

function fieldEntries({ fields }: Messages): readonly (readonly [string, ValidationMessages])[] {
  return [...fields].map(
    ([name, field]) =>
      [name, Object.fromEntries<string | ValidationMessages>([...field.rules, ...fieldEntries(field)])] as const,
  );
}

/** Rule names that differ from the keywords of the schema. */
const RULES: { readonly [kind in ProblemKind]?: string } = {
  required: 'isEmpty',
  several: 'oneOf',
  false: 'additionalProperties',
};
