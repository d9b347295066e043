import type { Key } from '../../config/edit/entries.ts';
import type { NativeField, NativeParameter } from '../../descriptors/native/native-descriptor.ts';
import type { Control, Meaning } from './controls.ts';

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
    // Browsers take line ends out of a line, which no author means.
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
