import type { TextEdit } from '../../config/edit/edit-text.ts';
import type { Key } from '../../config/edit/entries.ts';
import type { NativeField, NativeParameter, NativeStatusCode } from '../../descriptors/native/native-descriptor.ts';
import type { StatusCode } from '../../model/records.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { AdminField, AdminFieldGroup } from '../../presentation/page-data/admin-page.ts';
import type { FieldProblem, Input } from '../contract.ts';
import { fieldMaker, saysNow } from '../fields.ts';

/**
 * One control of a form, and the place of the descriptor that it is about. The version of a form is the hash of its
 * controls' values. In an edit conflict each field shows what the file says instead, because sending the form again
 * overwrites it.
 */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly control: AdminField['control'];
  /** Text in the file. */
  readonly value: string;
  /** Interprets a text that is not the one of the file; its lines end with `\n`, and nothing follows the last one. */
  meaning(text: string, input: Input): Meaning;
}

export type Meaning =
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] }
  /** For people. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

export interface ControlGroup {
  readonly legend: string | null;
  readonly hint?: string;
  readonly controls: readonly Control[];
}

/** A control whose text is not the one of the file, and what that means. */
export interface ChangedControl {
  readonly control: Control;
  readonly meaning: Meaning;
}

export function changedControls(groups: readonly ControlGroup[], input: Input): readonly ChangedControl[] {
  return groups
    .flatMap(({ controls }) => controls)
    .flatMap((control) => {
      const text = sentText(control, input);
      return text === plainText(control.value) ? [] : [{ control, meaning: control.meaning(text, input) }];
    });
}

/** Text that was sent, or the one of the file where nothing was sent. */
export function sentText({ name, value }: Control, input: Input): string {
  return plainText(input.get(name) ?? value);
}

/**
 * Normalizes a text from a browser: browsers have line ends of their own, and know no NUL and no half characters; white
 * space behind the last word is invisible.
 */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(/\r\n?/g, '\n').trimEnd();
}

/** After an edit conflict, what the file says now is shown at each field. */
export function differences(groups: readonly ControlGroup[], input: Input): readonly FieldProblem[] {
  return changedControls(groups, input).map(({ control }) => ({
    field: control.name,
    text: saysNow('file', plainText(control.value)),
  }));
}

/** @param input what was filled in; where it holds nothing, what the file says */
export function toFieldGroups(
  groups: readonly ControlGroup[],
  input: Input,
  problems: readonly FieldProblem[],
): readonly AdminFieldGroup[] {
  return groups
    .filter(({ controls }) => controls.length > 0)
    .map(({ legend, hint, controls }) => ({
      legend,
      ...(hint !== undefined && { hint }),
      fields: controls.map((control) => {
        const shown = new Map([[control.name, input.get(control.name) ?? control.value]]);
        return fieldMaker(shown, problems)(control.name, control.label, {
          control: control.control,
          ...(control.hint !== undefined && { hint: control.hint }),
        });
      }),
    }));
}

const CONTROL_CHARACTER = /[^\P{Cc}\n\t]/u;

interface TextOptions {
  readonly hint?: string;
  /** The entries that a new text goes behind. */
  readonly after: readonly string[];
  /** Without line ends. */
  readonly isLine?: boolean;
}

/** A text of the descriptor. Without one its key goes. */
export function textControl(
  name: string,
  label: string,
  keys: readonly Key[],
  current: string | undefined,
  options: TextOptions,
): Control {
  const { hint, after, isLine = false } = options;
  return {
    name,
    label,
    ...(hint !== undefined && { hint }),
    // A browser would remove the line ends of a text in an input of one line.
    control: isLine && !/[\r\n]/.test(current?.trimEnd() ?? '') ? 'text' : 'prose',
    value: current ?? '',
    meaning(text): Meaning {
      if (text.trim() === '') return { kind: 'edits', edits: [{ kind: 'delete', keys, keepsComments: true }] };
      if (CONTROL_CHARACTER.test(text)) return wrong('It holds a control character. Write plain text.');
      if (isLine && text.includes('\n')) return wrong('It has several lines. Write one.');
      return {
        kind: 'edits',
        edits: [{ kind: 'set', keys, value: current?.endsWith('\n') === true ? `${text}\n` : text, after }],
      };
    },
  };
}

/** Descriptions of fields and of those inside them, each named by its path: `author/first`, `chapters[]/heading`. */
export function fieldControls(
  fields: readonly NativeField[] = [],
  keys: readonly Key[],
  path: readonly string[] = [],
  before = '',
): readonly Control[] {
  return fields.flatMap((field, index) => {
    const own = [...keys, 'fields', index];
    const names = [...path, field.name];
    const label = before + field.name;
    const isList = [field.type].flat().includes('array');
    return [
      textControl(`field:${namePath(names)}`, label, [...own, 'description'], field.description, {
        hint: wordsOf(field),
        after: ['name', 'title'],
      }),
      ...fieldControls(field.fields, own, names, `${label}${isList ? '[]' : ''}/`),
    ];
  });
}

export function parameterControls(
  parameters: readonly NativeParameter[] = [],
  keys: readonly Key[],
): readonly Control[] {
  return parameters.map((parameter, index) => {
    const { name, in: location = 'query', description } = parameter;
    const place = [...keys, 'parameters', index, 'description'];
    return textControl(`parameter:${namePath([location, name])}`, name, place, description, {
      hint: `${location}, ${wordsOf(parameter)}`,
      after: ['name', 'in'],
    });
  });
}

/** Part of the name and the id of a control: no blanks, and no two alike. */
function namePath(names: readonly string[]): string {
  return names.map((name) => encodeURIComponent(name.toWellFormed())).join('/');
}

function wordsOf({ type, fields, required, deprecated }: NativeField): string {
  const types = type === undefined ? (fields === undefined ? 'any type' : 'object') : [type].flat().join(' or ');
  return [types, ...(required === true ? ['required'] : []), ...(deprecated === true ? ['deprecated'] : [])].join(', ');
}

function wrong(problem: string): Meaning {
  return { kind: 'wrong', problems: [problem] };
}

export const STATUS_CODES = 'response_status_codes';
/** Keys of an operation that people write above its status codes. */
export const BEFORE_STATUS_CODES: readonly string[] =
  'method operation_id summary description request_description response_description'.split(' ');

interface StatusCodesOptions {
  readonly hint: string;
  readonly after: readonly string[];
}

/**
 * Status codes, one a line. What else the file says of a code stays with it. The first one of an operation without any
 * is written together with those of its method, which the operation would lose otherwise.
 */
export function statusCodesControl(
  keys: readonly Key[],
  current: readonly NativeStatusCode[] = [],
  { hint, after }: StatusCodesOptions,
): Control {
  const list = [...keys, STATUS_CODES];
  return {
    name: STATUS_CODES,
    label: 'Status codes',
    hint,
    control: 'lines',
    value: current.map(lineOf).join('\n'),
    meaning(text): Meaning {
      const wanted = parse(text);
      if (wanted.problems.length > 0) return { kind: 'wrong', problems: wanted.problems };
      return { kind: 'edits', edits: editsTo(wanted.codes, current, list, after) };
    },
  };
}

/** `404 Not Found` */
export function lineOf({ code, message }: NativeStatusCode): string {
  return `${code} ${message ?? reasonPhrase(code)}`.trimEnd();
}

function parse(text: string): { readonly codes: readonly StatusCode[]; readonly problems: readonly string[] } {
  const codes: StatusCode[] = [];
  const problems: string[] = [];
  for (const line of text.split('\n').map((written) => written.trim())) {
    if (line === '') continue;
    const [, digits, message = ''] = /^([1-5]\d\d)(?:\s+(\P{Cc}+))?$/u.exec(line) ?? [];
    const code = Number(digits);
    if (digits === undefined)
      problems.push(
        `“${line.slice(0, 100)}” is not a status code. Write a number from 100 to 599 and what it means, such as 404 Not Found.`,
      );
    else if (codes.some((other) => other.code === code)) problems.push(`${code} is there twice. Write each once.`);
    else codes.push({ code, message });
  }
  return { codes, problems };
}

/** Codes that stay keep their place; additions come before deletions, so that the numbers of those hold. */
function editsTo(
  wanted: readonly StatusCode[],
  current: readonly NativeStatusCode[],
  list: readonly Key[],
  after: readonly string[],
): readonly TextEdit[] {
  const messages = current.flatMap((status, index): readonly TextEdit[] => {
    const message = wanted.find(({ code }) => code === status.code)?.message;
    if (
      message === undefined ||
      message === (status.message ?? '') ||
      (status.message === undefined && message === reasonPhrase(status.code))
    )
      return [];
    const keys = [...list, index, 'message'];
    return [
      message === ''
        ? { kind: 'delete', keys, keepsComments: true }
        : { kind: 'set', keys, value: message, after: ['code'] },
    ];
  });
  const added = wanted
    .filter(({ code }) => !current.some((status) => status.code === code))
    .map((status): TextEdit => ({ kind: 'append', keys: list, value: withMessage(status), after }));
  const removed = current
    .flatMap(({ code }, index) => (wanted.some((status) => status.code === code) ? [] : [index]))
    .toReversed()
    .map((index): TextEdit => ({ kind: 'delete', keys: [...list, index], keepsComments: true }));
  return [...messages, ...added, ...removed];
}

function withMessage({ code, message }: StatusCode): { readonly code: number; readonly message?: string } {
  const said = message === '' ? reasonPhrase(code) : message;
  return said === '' ? { code } : { code, message: said };
}
