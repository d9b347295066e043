import type { AdminField, AdminNotice } from '../model/admin-page.ts';
import { controlId } from '../model/admin-page.ts';
import type { NotChanged } from './change-file.ts';
import type { Content, FieldProblem, Input, SubmissionResult } from './contract.ts';

interface FieldOptions {
  readonly hint?: string;
  readonly control?: AdminField['control'];
  readonly options?: AdminField['options'];
}

/** Makes fields of what was filled in, each with what is wrong with it. */
export function fieldMaker(input: Input, problems: readonly FieldProblem[]): (name: string, label: string, options?: FieldOptions) => AdminField {
  return (name, label, { hint, control = 'text', options = [] } = {}) => {
    const own = problems.filter(({ field }) => field === name).map(({ text }) => text);
    return {
      name,
      label,
      hint: hint ?? null,
      control,
      // A password that was sent is not sent back.
      value: control === 'password' ? '' : (input.get(name) ?? ''),
      options,
      problem: own.length === 0 ? null : own.join(' '),
    };
  };
}

/** @param content with the fields that problems may be about */
function problemNotice({ status, problems }: NotChanged, { parts }: Content): AdminNotice {
  const fields = parts.flatMap((part) => (part.kind === 'form' ? part.form.groups.flatMap((group) => group.fields) : []));
  const text = problems.length === 1 || status !== 422 ? 'This was not done.' : `This was not done. ${problems.length} things are wrong:`;
  return {
    kind: 'refused',
    text,
    problems: problems.map((problem) => {
      const field = fields.find(({ name }) => name === problem.field);
      // A problem of a field that is not there is still told.
      return field === undefined ? { text: problem.text, field: null } : { text: `${field.label}: ${problem.text}`, field: controlId(field.name) };
    }),
  };
}

/** The form again, with what is wrong. */
export function again(result: NotChanged, contentWith: (problems: readonly FieldProblem[]) => Content | undefined): SubmissionResult | undefined {
  const content = contentWith(result.problems);
  return content === undefined ? undefined : { kind: 'shown', status: result.status, content: { ...content, notice: problemNotice(result, content) } };
}

/** Path with a query. */
export function pathWith(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
