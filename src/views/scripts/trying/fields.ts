import { EMPTY_TEXT, type FilledValue, formPairs, valueInLines } from '../../../model/parameter-styles.ts';
import type { Trial } from '../../../presentation/trying/trial.ts';
import type { TrialBody, TrialField } from '../../../presentation/trying/trial-fields.ts';
import type { TriedBody, TriedField } from '../../../trying/request.ts';
import { type Control, choice, code, group, labelled, make, numberedChoice, type Say } from '../elements.ts';

type FormBody = Extract<TrialBody, { readonly kind: 'fields' }>;

interface SentBody {
  /** Media type of the body. */
  readonly type: string;
  readonly body: TriedBody | null;
}

/** Controls for the body of a request: a text, a file, or the fields of a form. */
export class BodyPart {
  readonly element: HTMLElement;
  readonly #say: Say;
  readonly #bodies: readonly TrialBody[];
  readonly #place = make('div');
  readonly #type: HTMLSelectElement;
  #read: () => TriedBody | null = () => null;

  constructor({ bodies, needsBody }: Trial, say: Say) {
    this.#say = say;
    this.#bodies = bodies;
    this.#type = numberedChoice(
      'body.type',
      bodies.map(({ type }) => type),
    );
    const types = labelled([say('try.mediaType')], this.#type);
    const title = needsBody === true ? `${say('try.body')} (${say('try.required')})` : say('try.body');
    this.element = group(title, types, this.#place);
    this.#type.addEventListener('input', () => this.#show());
    this.#show();
  }

  read(): SentBody {
    return { type: this.#chosen()?.type ?? '', body: this.#read() };
  }

  #chosen(): TrialBody | undefined {
    return this.#bodies[Number(this.#type.value)];
  }

  #show(): void {
    const body = this.#chosen();
    if (body === undefined) return;
    if (body.kind === 'text') this.#showText(body.examples);
    else if (body.kind === 'file') this.#showFile();
    else this.#showForm(body);
  }

  #showText(examples: readonly { readonly id: string; readonly title?: string }[]): void {
    const text = textArea();
    const chosen = numberedChoice(
      'body.example',
      examples.map(({ title }) => title ?? this.#say('try.example')),
    );
    const fill = (): void => {
      text.value = shownText(examples[Number(chosen.value)]?.id);
    };
    chosen.addEventListener('input', fill);
    fill();
    const several = examples.length > 1 ? [labelled([this.#say('try.example')], chosen)] : [];
    this.#place.replaceChildren(...several, labelled([this.#say('try.body')], text));
    this.#read = () => textIn(text);
  }

  #showFile(): void {
    const input = make('input', { type: 'file', name: 'body.file' });
    this.#place.replaceChildren(labelled([this.#say('try.file')], input));
    this.#read = () => {
      const [file] = input.files ?? [];
      return file === undefined ? null : { kind: 'file', name: file.name, file };
    };
  }

  /** Shows a form as fields, or as its encoded text, in which the reader can add and reorder pairs. */
  #showForm({ type, fields }: FormBody): void {
    const controls = fields.map((field, at) => {
      return [field, fieldControl(field, `body.field.${at}`, this.#say, true)] as const;
    });
    const elements = controls.map(([, { element }]) => element);
    const isMultipart = /^multipart/i.test(type);
    const readFields = (): TriedBody | null => {
      const sent = controls.flatMap(([field, control]) => fieldsOf(field, control));
      return sent.length === 0 ? null : { kind: 'form', isMultipart, fields: sent };
    };
    // Such a form has no text view: browsers choose the boundary of parts, and files may be binary.
    if (isMultipart || fields.some(({ kind }) => kind === 'file')) {
      this.#place.replaceChildren(...elements);
      this.#read = readFields;
      return;
    }
    const written = numberedChoice('body.as', [this.#say('try.asFields'), this.#say('try.asText')]);
    const text = textArea();
    text.classList.add('pd-wraps');
    const labelledText = labelled([this.#say('try.body')], text);
    const heading = labelled([this.#say('try.writtenAs')], written);
    let made = '';
    const show = (): void => {
      const isText = written.value === '1';
      const body = readFields();
      const pairs = body?.kind === 'form' ? body.fields : [];
      const now = new URLSearchParams(pairs.map(([name, value]) => [name, value ?? ''])).toString();
      // An edited text is kept until a changed field changes the body.
      if (isText && now !== made) {
        made = now;
        text.value = now;
      }
      this.#place.replaceChildren(heading, ...(isText ? [labelledText] : elements));
      this.#read = isText ? () => textIn(text) : readFields;
    };
    written.addEventListener('input', show);
    show();
  }
}

function textArea(): HTMLTextAreaElement {
  return make('textarea', { name: 'body.text', rows: '12', autocomplete: 'off', spellcheck: 'false', dir: 'ltr' });
}

function textIn({ value }: HTMLTextAreaElement): TriedBody | null {
  return value === '' ? null : { kind: 'text', text: value };
}

function fieldsOf(field: TrialField, control: FieldControl): readonly TriedField[] {
  const { name, partType: type, partHeaders: headers } = field;
  const files = control.files();
  if (files.length > 0) return files.map((file) => [name, null, { file, type, headers }]);
  const value = control.value();
  return value === null ? [] : formPairs(name, value, field).map(([key, text]) => [key, text, { type, headers }]);
}

/** Text of an example on the page; a folded example consists of two elements. */
function shownText(id: string | undefined): string {
  const shown = id === undefined ? null : document.getElementById(id);
  return [...(shown?.querySelectorAll('pre') ?? [])].map(({ textContent }) => textContent).join('\n');
}

/** Form control for a parameter, or for a field of a body. */
export interface FieldControl {
  readonly element: HTMLElement;
  readonly control: Control;
  readonly hasTick: boolean;
  /** Returns the value to send: null for an omitted field, an empty text for an empty value. */
  readonly value: () => FilledValue | null;
  readonly files: () => readonly File[];
}

/**
 * Creates the control of a field. An empty value is omitted unless the reader selects the field's check box or chooses
 * the empty value. If the check box is not selected, typed text is kept but not sent.
 * @param name name of the control, by which the values of a sent request are restored
 * @param mayBeEmpty whether a request can contain an empty value
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
      const value = (tick?.checked ?? input.value !== '') ? valueInLines(field.kind, input.value) : null;
      return value === EMPTY_TEXT && !mayBeEmpty ? null : value;
    },
    files: () => (input instanceof HTMLInputElement ? [...(input.files ?? [])] : []),
  };
}

/** Selection whose values are indexes of texts, since an empty text is not the same as no value. */
function choiceOf({ start, hint = '' }: TrialField, texts: readonly string[], name: string, say: Say): Control {
  const leftOut = hint === '' ? say('try.leftOut') : `${say('try.leftOut')} (${hint})`;
  const options = texts.map((text, at) => [String(at), text === '' ? say('try.emptyText') : text] as const);
  const select = choice(name, [['', leftOut], ...options]);
  const at = start === undefined ? -1 : texts.indexOf(start);
  select.value = at === -1 ? '' : String(at);
  return select;
}

function inputOf({ kind, several, type, start = '' }: TrialField, name: string): Control {
  const typed = { name, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'auto' };
  if (kind === 'file') return make('input', { type: 'file', name, ...(several && { multiple: '' }) });
  if (kind !== undefined) {
    const area = make('textarea', { ...typed, rows: String(Math.min(8, Math.max(2, start.split('\n').length))) });
    area.value = start;
    return area;
  }
  const isWhole = type === 'integer';
  return make('input', { ...typed, type: 'text', value: start, ...(isWhole ? { inputmode: 'numeric' } : {}) });
}

/** Check box that is selected while the input has a text; the reader can change it until the next input. */
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
