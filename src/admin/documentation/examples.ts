import type { TextEdit } from '../../config/edit/edit-text.ts';
import type { Key } from '../../config/edit/entries.ts';
import type { Json } from '../../config/edit/print.ts';
import { parseJson } from '../../descriptors/json-text.ts';
import type { NativeMessage, NativeOperation } from '../../descriptors/native/native-descriptor.ts';
import { TextProblem } from '../../descriptors/text-problem.ts';
import type { Operation } from '../../model/operation.ts';
import { placeInText } from '../../yaml/places.ts';
import type { Input } from '../contract.ts';
import { type Control, type Meaning, sentText } from './controls.ts';
import type { DescribedOperation } from './descriptors.ts';
import { successOf } from './proposals.ts';
import { BEFORE_STATUS_CODES, STATUS_CODES } from './status-codes.ts';

export const REQUEST_EXAMPLE = 'request_example';
export const RESPONSE_EXAMPLE = 'response_example';

/** Controls for the examples that an operation can have. @param statusCodes the control of its status codes */
export function exampleControls(
  described: DescribedOperation,
  model: Operation,
  statusCodes: Control,
): readonly Control[] {
  const { keys, operation } = described;
  const success = successOf(model);
  const takesBody = model.getRequestBody() !== null;
  return [
    ...(takesBody
      ? [exampleControl(REQUEST_EXAMPLE, 'Request example', [...keys, 'request'], operation.request, () => [])]
      : []),
    ...(success === undefined
      ? []
      : [
          exampleControl(
            RESPONSE_EXAMPLE,
            `Example of response ${success.status}`,
            [...keys, 'responses', success.status],
            ownMessage(operation, success.status),
            (input) => (sentText(statusCodes, input) === statusCodes.value ? derivedCodes(described, model) : []),
          ),
        ]),
  ];
}

/** A value as people read it. */
export function exampleText(value: unknown): string {
  return value === undefined ? '' : (JSON.stringify(value, null, 2) ?? '');
}

/** @param besides what has to be written along with a first example */
function exampleControl(
  name: string,
  label: string,
  keys: readonly Key[],
  message: NativeMessage | undefined,
  besides: (input: Input) => readonly TextEdit[],
): Control {
  const place = [...keys, 'example'];
  const named = Object.keys(message?.examples ?? {});
  const isOnlyExample = message !== undefined && Object.keys(message).length === 1;
  return {
    name,
    label,
    ...(named.length > 0 && { hint: `Beside it there are named examples: ${named.join(', ')}.` }),
    control: 'lines',
    value: exampleText(message?.example),
    meaning(text, input): Meaning {
      if (text.trim() === '')
        return { kind: 'edits', edits: [{ kind: 'delete', keys: isOnlyExample ? keys : place, keepsComments: true }] };
      const parsed = parse(text);
      if (parsed.kind === 'wrong') return parsed;
      return {
        kind: 'edits',
        edits: [
          ...besides(input),
          { kind: 'set', keys: place, value: parsed.value, after: [...BEFORE_STATUS_CODES, STATUS_CODES, 'request'] },
        ],
      };
    },
  };
}

function parse(
  text: string,
): { readonly kind: 'json'; readonly value: Json } | { readonly kind: 'wrong'; readonly problems: readonly string[] } {
  try {
    const value = parseJson(text);
    const rounded = roundedIntegers(text);
    if (rounded.length > 0) return { kind: 'wrong', problems: rounded };
    if (value === Infinity || value === -Infinity)
      return { kind: 'wrong', problems: ['The number is too large. Write it as text, or leave it out.'] };
    // There is no minus zero in a file.
    return { kind: 'json', value: JSON.parse(JSON.stringify(value)) };
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    const { line, column } = placeInText(text, error.offset);
    return { kind: 'wrong', problems: [`Line ${line}, column ${column}: ${error.message} ${error.remedy}`] };
  }
}

/** Strings, which are left alone, and numbers. */
const JSON_PIECE = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Integers that would be others when they are written: also what a file says is shown like that, and would change with
 * anything else.
 */
function roundedIntegers(text: string): readonly string[] {
  return [...text.matchAll(JSON_PIECE)].flatMap(({ 0: piece, index }) => {
    if (!/^-?\d+$/.test(piece) || Number.isSafeInteger(Number(piece)) || !Number.isFinite(Number(piece))) return [];
    const { line, column } = placeInText(text, index);
    return [
      `Line ${line}, column ${column}: An integer beyond ${Number.MAX_SAFE_INTEGER} is not kept to its last digit here. Write it as text, or change the file by hand.`,
    ];
  });
}

/**
 * An operation that tells neither codes nor responses has those of its method; with its first response it would lose
 * them.
 */
function derivedCodes({ keys, operation, shared }: DescribedOperation, model: Operation): readonly TextEdit[] {
  if ((operation.response_status_codes ?? []).length > 0 || Object.keys(operation.responses ?? {}).length > 0)
    return [];
  const value = model
    .getResponseStatusCodes()
    .filter(({ code }) => !shared.some((status) => status.code === code))
    .map(({ code, message }) => ({ code, message }));
  return [{ kind: 'set', keys: [...keys, STATUS_CODES], value, after: BEFORE_STATUS_CODES }];
}

function ownMessage({ responses = {} }: NativeOperation, status: string): NativeMessage | undefined {
  return Object.hasOwn(responses, status) ? responses[status] : undefined;
}
