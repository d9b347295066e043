import type { Trial } from '../../../presentation/trying/trial.ts';
import type { TrialBody } from '../../../presentation/trying/trial-body.ts';
import type { TriedBody } from '../../../trying/request.ts';
import { group, labelled, make, numberedChoice, type Say } from '../elements.ts';
import { type FieldControl, fieldControl } from './field.ts';

type FormBody = Extract<TrialBody, { readonly kind: 'fields' }>;

interface SentBody {
  /** Its media type. */
  readonly type: string;
  readonly body: TriedBody | null;
}

/** The body of a request: a text, a file, or the fields of a form. */
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
    switch (body.kind) {
      case 'text':
        this.#showText(body.examples);
        break;
      case 'file':
        this.#showFile();
        break;
      case 'fields':
        this.#showForm(body);
        break;
      default:
        body satisfies never;
    }
  }

  #showText(examples: readonly { readonly id: string; readonly title?: string }[]): void {
    const text = textArea();
    const chosen = numberedChoice(
      'body.example',
      examples.map(({ title }) => title ?? this.#say('try.example')),
    );
    const fill = (): void => {
      text.value = shownText(examples[Number(chosen.value)]?.id);
      text.rows = Math.min(16, Math.max(4, text.value.split('\n').length));
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
      return file === undefined ? null : { kind: 'file', file };
    };
  }

  /** Its fields, or the text that is made of them: with names that are not described, in any order. */
  #showForm({ type, fields }: FormBody): void {
    const controls = fields.map((field, at) => {
      return [field.name, fieldControl(field, `body.field.${at}`, this.#say, true)] as const;
    });
    const elements = controls.map(([, { element }]) => element);
    const isMultipart = /^multipart/i.test(type);
    const readFields = (): TriedBody | null => {
      const sent = controls.flatMap(([name, control]) => fieldsOf(name, control));
      return sent.length === 0 ? null : { kind: 'form', isMultipart, fields: sent };
    };
    // Browsers write the boundaries of parts, and bytes of files are no text.
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
      const now = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
      // Typed text stays there until a field changes the body.
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
  return make('textarea', { name: 'body.text', rows: '8', autocomplete: 'off', spellcheck: 'false', dir: 'ltr' });
}

function textIn({ value }: HTMLTextAreaElement): TriedBody | null {
  return value === '' ? null : { kind: 'text', text: value };
}

function fieldsOf(name: string, control: FieldControl): readonly (readonly [name: string, value: string | File])[] {
  const files = control.files();
  if (files.length > 0) return files.map((file) => [name, file]);
  const value = control.value();
  const texts = value?.kind === 'list' ? value.items : value?.kind === 'text' ? [value.text] : [];
  return texts.map((text) => [name, text]);
}

/** The text of an example, as the page shows it; a long one is in two parts. */
function shownText(id: string | undefined): string {
  const shown = id === undefined ? null : document.getElementById(id);
  return [...(shown?.querySelectorAll('pre') ?? [])].map(({ textContent }) => textContent).join('\n');
}
