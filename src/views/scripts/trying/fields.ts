import { EMPTY_TEXT, type FilledValue, formPairs, valueInLines } from '../../../model/parameter-styles.ts';
import type { Trial } from '../../../presentation/trying/trial.ts';
import type { TrialBody, TrialField } from '../../../presentation/trying/trial-fields.ts';
import type { DescribedOperation, Difference } from '../../../trying/described-api.ts';
import type { TriedBody, TriedField } from '../../../trying/request.ts';
import { type Control, choice, code, group, labelled, make, numberedChoice, type Say } from '../elements.ts';

type FormBody = Extract<TrialBody, { readonly kind: 'fields' }>;
type TextBody = Extract<TrialBody, { readonly kind: 'text' }>;

interface SentBody {
  /** Media type of the body. */
  readonly type: string;
  readonly body: TriedBody | null;
}

/** Selection of an answer from examples; its values are those of the header field `Prefer`. */
export function answerChoice({ choices = [] }: Trial, say: Say): HTMLSelectElement {
  const options = choices.map(([code, example]): readonly [value: string, text: string] =>
    example === undefined
      ? [`code=${code}`, String(code)]
      : [`code=${code}, example="${example}"`, `${code} · ${example}`],
  );
  return choice('preferred', [['', say('try.usual')], ...options]);
}

/** Control whose value has been compared with its description. */
export type ComparedControl = readonly [control: Control, differences: readonly Difference[]];

/** Controls for the body of a request: a text, a file, or the fields of a form. */
export class BodyPart {
  readonly element: HTMLElement;
  readonly #say: Say;
  readonly #bodies: readonly TrialBody[];
  readonly #place = make('div');
  readonly #type: HTMLSelectElement;
  readonly #isNeeded: boolean;
  #read: () => TriedBody | null = () => null;
  #compare: (described: DescribedOperation) => readonly ComparedControl[] = () => [];

  constructor({ bodies, needsBody }: Trial, say: Say) {
    this.#say = say;
    this.#bodies = bodies;
    this.#isNeeded = needsBody === true;
    this.#type = numberedChoice(
      'body.type',
      bodies.map(({ type }) => type),
    );
    const types = labelled([say('try.mediaType')], this.#type);
    const title = this.#isNeeded ? `${say('try.body')} (${say('try.required')})` : say('try.body');
    this.element = group(title, types, this.#place);
    this.#type.addEventListener('input', () => this.#show());
    this.#show();
  }

  read(): SentBody {
    return { type: this.#chosen()?.type ?? '', body: this.#read() };
  }

  compared(described: DescribedOperation): readonly ComparedControl[] {
    return this.#compare(described);
  }

  #chosen(): TrialBody | undefined {
    return this.#bodies[Number(this.#type.value)];
  }

  #show(): void {
    const body = this.#chosen();
    if (body === undefined) return;
    if (body.kind === 'text') this.#showText(body);
    else if (body.kind === 'file') this.#showFile();
    else this.#showForm(body);
  }

  #showText({ type, examples }: TextBody): void {
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
    this.#compare = (described) => [[text, described.body(type, text.value, this.#isNeeded)]];
  }

  #showFile(): void {
    const input = make('input', { type: 'file', name: 'body.file' });
    this.#place.replaceChildren(labelled([this.#say('try.file')], input));
    this.#read = () => {
      const [file] = input.files ?? [];
      return file === undefined ? null : { kind: 'file', name: file.name, file };
    };
    this.#compare = () => [];
  }

  /** Shows a form as fields, or as its encoded text, in which the reader can add and reorder pairs. */
  #showForm({ type, fields }: FormBody): void {
    const controls = fields.map((field, at) => {
      const name = `body.field.${at}`;
      const headers = (field.partHeaders ?? []).map(([key, start], index): HeaderControl => {
        const header = { name: `${field.name} · ${key}`, required: true, start } as const;
        return [key, fieldControl(header, `${name}.${index}`, this.#say, false)];
      });
      return [field, fieldControl(field, name, this.#say, true), headers] as const;
    });
    const elements = controls.flatMap(([, { element }, headers]) => [
      element,
      ...headers.map(([, header]) => header.element),
    ]);
    const isMultipart = /^multipart/i.test(type);
    const readFields = (): TriedBody | null => {
      const sent = controls.flatMap((filled) => fieldsOf(...filled));
      return sent.length === 0 ? null : { kind: 'form', isMultipart, fields: sent };
    };
    const compareFields = (described: DescribedOperation): readonly ComparedControl[] =>
      controls.map(([field, { control, value, files }]) => [
        control,
        files().length > 0 ? [] : described.field(type, field, value()),
      ]);
    this.#compare = compareFields;
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
      this.#compare = isText ? () => [] : compareFields;
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

type HeaderControl = readonly [name: string, control: FieldControl];

function fieldsOf(
  field: TrialField,
  control: FieldControl,
  headerControls: readonly HeaderControl[],
): readonly TriedField[] {
  const { name, partType: type } = field;
  const headers = headerControls
    .map(([key, header]) => [key, header.control.value] as const)
    .filter(([, text]) => text !== '');
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
  const element = labelled([code(field.name), ...type, ...required], input, hintOf(field, say), tick);
  if ('place' in field && field.place === 'cookie') element.classList.add('pd-cookie');
  return {
    element,
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

function hintOf({ name, kind, values, isUnsendable }: TrialField, say: Say): string {
  return [
    ...(kind === undefined || kind === 'file' ? [] : [say(`try.hint.${kind}`)]),
    ...(kind === 'list' && values !== undefined ? [say('try.oneOf', { values: values.join(', ') })] : []),
    ...(isUnsendable === true ? [say('try.unsendable', { names: name })] : []),
  ].join('. ');
}

/** Pairs of control name and value, in the order in which they are restored. */
export type FilledValues = readonly (readonly [name: string, value: string])[];

const TICKED = 'ticked';

/** Values of all named controls. Check boxes come last, since restoring a text changes its check box. */
export function filledValues(form: HTMLFormElement): FilledValues {
  return [...form.elements]
    .filter(isControl)
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => Number(isTick(one)) - Number(isTick(other)))
    .map((control) => [control.name, isTick(control) ? (control.checked ? TICKED : '') : control.value]);
}

export function fillIn(form: HTMLFormElement, values: FilledValues): void {
  for (const [name, value] of values) {
    const control = form.elements.namedItem(name);
    if (!isControl(control) || control.type === 'file') continue;
    if (isTick(control)) control.checked = value === TICKED;
    else control.value = value;
    // The event shows controls that depend on this control, before their own values are restored.
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function isControl(node: unknown): node is Control {
  return node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;
}

function isTick(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox';
}
