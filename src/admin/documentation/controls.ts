import type { TextEdit } from '../../config/edit/edit-text.ts';
import type { Key } from '../../config/edit/entries.ts';
import type { NativeField, NativeParameter, NativeStatusCode } from '../../descriptors/native/native-descriptor.ts';
import type { StatusCode } from '../../model/records.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { AdminField, AdminFieldGroup } from '../../presentation/page-data/admin-page.ts';
import type { FieldProblem, Input } from '../contract.ts';
import { fieldMaker, saysNow } from '../fields.ts';

/**
 * Control of a form for one value in a descriptor. The version of a form is the hash of its controls' values. After an
 * edit conflict, each field also shows the value in the file, because sending the form again overwrites it.
 */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly control: AdminField['control'];
  /** Text in the file. */
  readonly value: string;
  /** Interprets a text that differs from the file's; its lines are separated by `\n`, with no `\n` at the end. */
  meaning(text: string, input: Input): Meaning;
}

export type Meaning =
  | { readonly kind: 'edits'; readonly edits: readonly TextEdit[] }
  /** `problems`: sentences for the page. */
  | { readonly kind: 'wrong'; readonly problems: readonly string[] };

export interface ControlGroup {
  readonly legend: string | null;
  readonly hint?: string;
  readonly controls: readonly Control[];
}

/** Control whose text differs from the file's, with the resulting edits or problems. */
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

/** Text that was sent for a control, or the file's text if none was sent. */
export function sentText({ name, value }: Control, input: Input): string {
  return plainText(input.get(name) ?? value);
}

/**
 * Normalizes a text from a browser: browsers change line ends, NUL and lone surrogates, and users cannot see white
 * space at the end.
 */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(/\r\n?/g, '\n').trimEnd();
}

/** Reports the current text of the file at each field, after an edit conflict. */
export function differences(groups: readonly ControlGroup[], input: Input): readonly FieldProblem[] {
  return changedControls(groups, input).map(({ control }) => ({
    field: control.name,
    text: saysNow('file', plainText(control.value)),
  }));
}

/** @param input texts that were filled in; a control without one shows the file's text */
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
  /** Keys of entries that precede a newly inserted text. */
  readonly after: readonly string[];
  /** Whether the text must be a single line. */
  readonly isLine?: boolean;
}

/** Control for a text of the descriptor. An empty text deletes its key. */
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
    // Browsers remove line ends from the text of a single-line input.
    control: isLine && !/[\r\n]/.test(current?.trimEnd() ?? '') ? 'text' : 'prose',
    value: current ?? '',
    meaning(text): Meaning {
      if (text.trim() === '') return { kind: 'edits', edits: [{ kind: 'delete', keys, keepsComments: true }] };
      if (CONTROL_CHARACTER.test(text)) return wrong('The text contains a control character. Write plain text.');
      if (isLine && text.includes('\n')) return wrong('The text has several lines. Write one.');
      return {
        kind: 'edits',
        edits: [{ kind: 'set', keys, value: current?.endsWith('\n') === true ? `${text}\n` : text, after }],
      };
    },
  };
}

/** Controls for descriptions of fields and nested fields, labelled with their path: `chapters[]/heading`. */
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

/** Unique part of a control's name and id, without spaces. */
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
/** Keys of an operation after which its status codes are inserted. */
export const BEFORE_STATUS_CODES: readonly string[] =
  'method operation_id summary description request_description response_description'.split(' ');

interface StatusCodesOptions {
  readonly hint: string;
  readonly after: readonly string[];
}

/**
 * Control for status codes, one per line. Other keys of a code in the file are kept. If an operation lists no codes,
 * adding one replaces the default codes of its method.
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

/** Line for a status code: `404 Not Found`. */
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
    else if (codes.some((other) => other.code === code)) problems.push(`${code} is listed twice. Write it once.`);
    else codes.push({ code, message });
  }
  return { codes, problems };
}

/** Edits that update a list of codes; kept codes do not move. Additions precede deletions, which start at the end. */
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
