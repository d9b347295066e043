import type { TextEdit } from '../../config/edit/edit-text.ts';
import type { Key } from '../../config/edit/entries.ts';
import type { NativeStatusCode } from '../../descriptors/native/native-descriptor.ts';
import type { StatusCode } from '../../model/records.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { Control, Meaning } from './controls.ts';

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
