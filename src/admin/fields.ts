import {
  type AdminButton,
  type AdminField,
  type AdminNotice,
  type AdminPart,
  controlId,
} from '../presentation/page-data/admin-page.ts';
import type { NotChanged } from './change-file.ts';
import type { Content, FieldProblem, Input, ScreenRequest, SubmissionResult } from './contract.ts';

interface FieldOptions {
  readonly hint?: string;
  readonly control?: AdminField['control'];
  readonly options?: AdminField['options'];
}

/** Creates fields with submitted values and with their problems. */
export function fieldMaker(
  input: Input,
  problems: readonly FieldProblem[],
): (name: string, label: string, options?: FieldOptions) => AdminField {
  return (name, label, { hint, control = 'text', options = [] } = {}) => {
    const own = problems.filter(({ field }) => field === name).map(({ text }) => text);
    return {
      name,
      label,
      hint: hint ?? null,
      control,
      // A submitted password is not sent back.
      value: control === 'password' ? '' : (input.get(name) ?? ''),
      options,
      problem: own.length === 0 ? null : own.join(' '),
    };
  };
}

/** @param content page with the fields to which problems may belong */
function problemNotice({ status, problems }: NotChanged, content: Content): AdminNotice {
  const fields = fieldsIn(content);
  const text =
    problems.length === 1 || status !== 422
      ? 'This was not done.'
      : `This was not done. There are ${problems.length} problems:`;
  return {
    kind: 'refused',
    text,
    problems: problems.map((problem) => {
      const field = fields.find(({ name }) => name === problem.field);
      // A problem is reported even if the page does not contain its field.
      return field === undefined
        ? { text: problem.text, field: null }
        : { text: withLabel(field, problem), field: controlId(field.name) };
    }),
  };
}

/** Problem after the label of its field, unless it names the field itself. */
function withLabel({ label }: AdminField, { text }: FieldProblem): string {
  return text.toLowerCase().startsWith(`the ${label} `.toLowerCase()) ? text : `${label}: ${text}`;
}

export const SAVE: AdminButton = { text: 'Save', intent: 'save' };

/** Content of a page with a single form. */
export function formContent(
  { form }: ScreenRequest,
  title: string,
  fields: readonly AdminField[],
  { cancel, file, above = [] }: { readonly cancel: string; readonly file: string; readonly above?: Content['above'] },
): Content {
  return { title, above, parts: [form({ groups: [{ legend: null, fields }], file, buttons: [SAVE], cancel })] };
}

interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly button: AdminButton;
  readonly shown?: readonly AdminPart[];
  /** Reasons why the deletion is refused. */
  readonly problems?: readonly string[];
  readonly file: string;
  readonly cancel: string;
  readonly above?: Content['above'];
}

/** Asks for confirmation before a deletion, or explains why it is refused. */
export function confirmationOf(
  { form }: ScreenRequest,
  { title, text, button, shown = [], problems = [], file, cancel, above = [] }: Confirmation,
): Content {
  if (problems.length === 0) {
    const buttons = [{ ...button, isDangerous: true }];
    return { title, above, parts: [{ kind: 'text', text }, ...shown, form({ groups: [], file, buttons, cancel })] };
  }
  return {
    title,
    above,
    notice: {
      kind: 'refused',
      text: 'This cannot be done.',
      problems: problems.map((problem) => ({ text: problem, field: null })),
    },
    parts: [...shown, { kind: 'links', links: [{ text: 'Back', path: cancel }] }],
  };
}

type ContentWith = (problems: readonly FieldProblem[]) => Content | undefined;

/** Shows the form again, with its problems. */
export function again(result: NotChanged, contentWith: ContentWith): SubmissionResult | undefined {
  const content = contentWith(result.problems);
  return content === undefined
    ? undefined
    : { kind: 'shown', status: result.status, content: { ...content, notice: problemNotice(result, content) } };
}

/**
 * Shows the form again. After an edit conflict, each field shows its current value as well, since sending the form
 * again overwrites that value.
 * @param now current values of the fields that show the configuration
 */
export function againOver(
  now: Input | undefined,
  result: NotChanged,
  contentWith: ContentWith,
): SubmissionResult | undefined {
  const sent = result.status === 409 ? contentWith([]) : undefined;
  if (sent === undefined || now === undefined) return again(result, contentWith);
  const differences = fieldsIn(sent).flatMap(({ name, value, options }): readonly FieldProblem[] => {
    const other = now.get(name);
    if (other === undefined || plain(other) === plain(value)) return [];
    return [
      { field: name, text: saysNow('configuration', options.find((option) => option.value === other)?.text ?? other) },
    ];
  });
  return again({ ...result, problems: [...result.problems, ...differences] }, contentWith);
}

/** Maximum number of characters shown of a text that another user wrote: enough to recognize the text. */
const LONGEST_DIFFERENCE = 300;

/** @param subject name of the changed content, such as `file` */
export function saysNow(subject: string, text: string): string {
  if (text === '') return `The ${subject} now has no value here.`;
  return `The ${subject} now has: ${text.length > LONGEST_DIFFERENCE ? `${text.slice(0, LONGEST_DIFFERENCE)} …` : text}`;
}

/** Normalizes the line ends of a text from a browser. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

function fieldsIn({ parts }: Content): readonly AdminField[] {
  return parts.flatMap((part) => (part.kind === 'form' ? part.form.groups.flatMap((group) => group.fields) : []));
}

/** Limit below YAML's 1024 characters for a key: a file with a longer key could not be read. */
const MOST_KEY_CHARACTERS = 1000;

/** @param field name of the field into which a key of the configuration is typed */
export function keyProblems(field: string, key: string): readonly FieldProblem[] {
  return key.length > MOST_KEY_CHARACTERS ? [{ field, text: 'The name is too long. Write a shorter one.' }] : [];
}

/** Path with a query. */
export function pathWith(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
