import type { Components } from '../model/components.ts';
import { PROBLEM_WORDS, type ProblemKind } from '../model/schema/problem-words.ts';
import type { JsonSchema } from '../model/schema/schema.ts';
import { problemsOf } from '../model/schema/validation.ts';
import type { Work } from '../model/schema/work.ts';

/** Field → rule → message; a field inside a field stands where a rule could. */
interface ValidationMessages {
  readonly [name: string]: string | ValidationMessages;
}

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

/** Messages of a value. Names are data: `__proto__` is one like any other. */
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

/** Names of rules that are not those of their keywords. */
const RULES: { readonly [kind in ProblemKind]?: string } = {
  required: 'isEmpty',
  several: 'oneOf',
  false: 'additionalProperties',
};
