import type { FilledValue } from '../../../presentation/parameter-styles.ts';
import type { TrialField } from '../../../presentation/trying/trial-parameter.ts';
import { type Control, choice, code, labelled, make, type Say } from '../elements.ts';

/** A control of the form for a parameter, or for a field of a body. */
export interface FieldControl {
  readonly element: HTMLElement;
  readonly control: Control;
  readonly hasTick: boolean;
  /** Null where it is not sent; an empty text where it is sent empty. */
  readonly value: () => FilledValue | null;
  readonly files: () => readonly File[];
}

const EMPTY: FilledValue = { kind: 'text', text: '' };

/**
 * Control of a field, which sends typed text and chosen values. An empty value is left out unless its tick, or its
 * choice, says otherwise; typed text can be left out and kept.
 * @param name of the control, used to fill in a sent request again
 * @param mayBeEmpty whether a request can have an empty value
 */
export function fieldControl(field: TrialField, name: string, say: Say, mayBeEmpty: boolean): FieldControl {
  const texts = mayBeEmpty ? [...new Set([...(field.values ?? []), ''])] : (field.values ?? []);
  const isChosen = field.kind === undefined && field.values !== undefined;
  const input = isChosen ? choiceOf(field, texts, name, say) : inputOf(field, name);
  const tick =
    mayBeEmpty && !isChosen && field.kind !== 'file' ? tickFor(input, `${name}.sent`, field.name, say) : null;
  const type = field.type === undefined ? [] : [' ', make('small', {}, field.type)];
  const required = field.required === true ? [' ', make('em', {}, say('try.required'))] : [];
  if (field.required === true) input.ariaRequired = 'true';
  if (!isChosen && field.hint !== undefined) input.setAttribute('placeholder', field.hint);
  return {
    element: labelled([code(field.name), ...type, ...required], input, hintOf(field, say), tick),
    control: input,
    hasTick: tick !== null,
    value: () => {
      if (isChosen) return input.value === '' ? null : { kind: 'text', text: texts[Number(input.value)] ?? '' };
      const value = (tick?.checked ?? input.value !== '') ? filledValue(field, input.value) : null;
      return value === EMPTY && !mayBeEmpty ? null : value;
    },
    files: () => (input instanceof HTMLInputElement ? [...(input.files ?? [])] : []),
  };
}

/** Numbers of texts: one of them may be empty, and that is not the same as none. */
function choiceOf({ start, hint = '' }: TrialField, texts: readonly string[], name: string, say: Say): Control {
  const leftOut = hint === '' ? say('try.leftOut') : `${say('try.leftOut')} (${hint})`;
  const options = texts.map((text, at) => [String(at), text === '' ? say('try.emptyText') : text] as const);
  const select = choice(name, [['', leftOut], ...options]);
  const at = start === undefined ? -1 : texts.indexOf(start);
  select.value = at === -1 ? '' : String(at);
  return select;
}

function inputOf({ kind, type, start = '' }: TrialField, name: string): Control {
  const typed = { name, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'auto' };
  if (kind === 'file') return make('input', { type: 'file', name, multiple: '' });
  if (kind !== undefined) {
    const area = make('textarea', { ...typed, rows: String(Math.min(8, Math.max(2, start.split('\n').length))) });
    area.value = start;
    return area;
  }
  const isWhole = type === 'integer';
  return make('input', { ...typed, type: 'text', value: start, ...(isWhole ? { inputmode: 'numeric' } : {}) });
}

/** Follows what is typed, until it is changed itself. */
function tickFor(input: Control, name: string, field: string, say: Say): HTMLInputElement {
  const tick = make('input', { type: 'checkbox', name, 'aria-label': say('try.sendField', { name: field }) });
  const follow = (): void => {
    tick.checked = input.value !== '';
  };
  input.addEventListener('input', follow);
  follow();
  return tick;
}

function hintOf({ kind, values }: TrialField, say: Say): string {
  if (kind === undefined || kind === 'file') return '';
  const hint = say(`try.hint.${kind}`);
  return kind === 'list' && values !== undefined ? `${hint}. ${say('try.oneOf', { values: values.join(', ') })}` : hint;
}

function filledValue({ kind }: TrialField, text: string): FilledValue {
  if (kind !== 'list' && kind !== 'object') return { kind: 'text', text };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return EMPTY;
  if (kind === 'list') return { kind: 'list', items: lines };
  return {
    kind: 'object',
    members: lines.map((line) => {
      const at = line.indexOf('=');
      return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    }),
  };
}
