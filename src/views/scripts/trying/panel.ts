import type { Trial, TrialServer } from '../../../presentation/trying/trial.ts';
import type { TrialParameter } from '../../../presentation/trying/trial-fields.ts';
import type { DescribedApi } from '../../../trying/differences.ts';
import { type DigestLogIns, exchange, type Tools } from '../../../trying/exchange.ts';
import { isLogInSendable, type LogIn, withoutSecrets } from '../../../trying/log-in.ts';
import { curlOf, mayBeEmpty, type Obstacle, requestOf, type TriedRequest } from '../../../trying/request.ts';
import {
  block,
  button,
  type Control,
  choice,
  FIGURE_ADDED,
  group,
  hint,
  labelled,
  make,
  numberedChoice,
  type Say,
  sayProblem,
} from '../elements.ts';
import { answerParts, differencesOf, summaryOf } from './answer.ts';
import { BodyPart, type FieldControl, fieldControl } from './fields.ts';
import { curlHints, LogInPart } from './log-in-part.ts';

/** State that all panels of a page share, kept only in memory. */
export interface PageState {
  readonly say: Say;
  readonly tools: Tools;
  readonly digestLogIns: DigestLogIns;
  /** Returns the API's description, fetched on the first comparison of a response; undefined if fetching fails. */
  readonly description: () => Promise<DescribedApi | undefined>;
  readonly remember: (sent: Sent) => void;
}

/** Sent request with its result. */
export interface Sent {
  readonly panel: TryPanel;
  readonly label: string;
  readonly summary: string;
  /** Values of the form, without credentials. */
  readonly values: FilledValues;
  readonly show: () => void;
}

const SAFE_METHODS = /^(?:GET|HEAD|OPTIONS|QUERY)$/;
const BODYLESS_METHODS = /^(?:GET|HEAD)$/;

/** Panel for trying an operation: a form, the resulting request, and the response. */
export class TryPanel {
  readonly element: HTMLElement;
  readonly #trial: Trial;
  readonly #state: PageState;
  readonly #form = make('form', { class: 'pd-form', novalidate: '', autocomplete: 'off' });
  readonly #server: HTMLSelectElement;
  readonly #accept: HTMLSelectElement;
  readonly #logIn: LogInPart;
  readonly #body: BodyPart | null;
  readonly #fields: readonly ShownField[];
  readonly #curl = block('');
  readonly #notice = make('p', { class: 'pd-try-notice' });
  readonly #status = make('p', { role: 'status' });
  readonly #answer = make('div', { class: 'pd-try-answer' });
  readonly #send: HTMLButtonElement;
  readonly #cancel: HTMLButtonElement;
  #running: AbortController | null = null;

  constructor(trial: Trial, title: string, state: PageState, close: () => void) {
    const { say } = state;
    this.#trial = trial;
    this.#state = state;
    this.#server = numberedChoice(
      'server',
      trial.servers.map((server) => this.#serverTitle(server)),
    );
    this.#accept = choice(
      'accept',
      trial.accepts.map((type) => [type, type]),
    );
    this.#logIn = new LogInPart(say);
    this.#body = trial.bodies.length === 0 || BODYLESS_METHODS.test(trial.method) ? null : new BodyPart(trial, say);
    this.#fields = trial.parameters.map((parameter, at) => [
      parameter,
      fieldControl(parameter, `parameter.${at}`, say, mayBeEmpty(parameter)),
    ]);
    this.#send = make('button', { type: 'submit', class: 'pd-button pd-primary' }, say('try.send'));
    this.#cancel = button(say('try.cancel'), 'pd-button', () => this.#running?.abort());
    this.#cancel.hidden = true;
    this.#build(close);
    this.element = make(
      'section',
      { class: 'pd-try', 'aria-label': say('try.label', { title }) },
      this.#form,
      this.#status,
      this.#answer,
    );
    this.#update();
  }

  open(): void {
    this.element.hidden = false;
    this.#logIn.show();
    this.#form.querySelector<HTMLElement>('select, input, textarea, button')?.focus();
  }

  /** Adds copy buttons; the panel must already be in the document. */
  addCopyButton(): void {
    addCopyButtons(this.#form);
  }

  /** Restores the values of a sent request. */
  fill(values: FilledValues): void {
    fillIn(this.#form, values);
  }

  #build(close: () => void): void {
    const { say } = this.#state;
    const { accepts, bodies, unsendable, method } = this.#trial;
    const isBodyless = bodies.length > 0 && this.#body === null;
    const notes = [
      ...(unsendable === undefined ? [] : [say('try.unsendable', { names: unsendable })]),
      ...(isBodyless ? [say('try.bodyless', { method })] : []),
    ];
    const fields = this.#fields.map(([, { element }]) => element);
    const ticked = this.#fields.some(([, { hasTick }]) => hasTick) ? [hint(say('try.ticked'))] : [];
    const caption = make('figcaption', {}, make('b', {}, say('try.request')));
    this.#form.append(
      make(
        'div',
        { class: 'pd-try-row' },
        labelled([say('try.server')], this.#server),
        ...(accepts.length > 1 ? [labelled([say('try.accept')], this.#accept)] : []),
      ),
      this.#logIn.element,
      ...(fields.length === 0 ? [] : [group(say('try.parameters'), ...ticked, ...fields)]),
      ...(this.#body === null ? [] : [this.#body.element]),
      ...notes.map(hint),
      make('figure', {}, caption, this.#curl),
      this.#notice,
      make('p', { class: 'pd-actions' }, this.#send, this.#cancel, button(say('try.close'), 'pd-button', close)),
    );
    this.#form.addEventListener('input', () => this.#update());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run();
    });
  }

  #serverTitle({ url, hasExamples }: TrialServer): string {
    if (url !== '') return url;
    const { say } = this.#state;
    return say(hasExamples === true ? 'try.exampleData' : 'try.thisSite');
  }

  #chosenServer(): TrialServer {
    return this.#trial.servers[Number(this.#server.value)] ?? { url: '', path: '', ways: [] };
  }

  #read(): { readonly request: TriedRequest; readonly logIn: LogIn | null; readonly problems: Problems } {
    const sent = this.#body?.read() ?? null;
    const { request, obstacles } = requestOf({
      method: this.#trial.method,
      origin: this.#state.tools.origin,
      server: this.#chosenServer(),
      parameters: this.#fields.map(([parameter, { value }]) => [parameter, value()]),
      accept: this.#accept.value === '' ? null : this.#accept.value,
      bodyType: sent?.type ?? null,
      body: sent?.body ?? null,
    });
    const logIn = this.#logIn.read();
    return {
      request,
      logIn,
      problems: problemsAt(obstacles, this.#fields, logIn, this.#logIn.missing(), this.#state.say),
    };
  }

  /** Shows the exact request for the current values. */
  #update(): void {
    const { say, tools } = this.#state;
    const server = this.#chosenServer();
    this.#logIn.offer(server);
    const { request, logIn, problems } = this.#read();
    this.#curl.firstElementChild?.replaceChildren(withoutSecrets(curlOf(request, logIn), logIn));
    const changes = !SAFE_METHODS.test(this.#trial.method);
    const url = server.url === '' ? tools.origin : server.url;
    const said = server.hasExamples === true ? say('try.noChange') : say('try.changes', { url });
    const hints = curlHints(logIn, say);
    const asked = hints === '' ? [] : [make('span', { class: 'pd-hint' }, hints)];
    this.#notice.classList.toggle('pd-warns', changes && server.hasExamples !== true);
    this.#notice.replaceChildren(...(changes ? [said, ' '] : []), ...asked);
    this.#notice.hidden = !changes && asked.length === 0;
    for (const control of this.#marked()) sayProblem(control, problems.get(control) ?? '');
    if (this.#status.className === 'pd-problem') this.#status.textContent = '';
  }

  /** Controls that are marked as invalid. */
  #marked(): NodeListOf<Control> {
    return this.#form.querySelectorAll('[aria-invalid]');
  }

  async #run(): Promise<void> {
    if (this.#running !== null) return;
    const { say } = this.#state;
    const { request, logIn, problems } = this.#read();
    if (problems.size > 0) {
      this.#status.className = 'pd-problem';
      this.#status.textContent = problems.get(null) ?? '';
      for (const [control, text] of problems) if (control !== null) sayProblem(control, text);
      this.#marked()[0]?.focus();
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#cancel.hidden = false;
    this.#send.ariaDisabled = 'true';
    this.#answer.replaceChildren();
    this.#status.className = '';
    this.#status.textContent = say('try.sending');
    try {
      await this.#exchange(request, logIn, running.signal);
    } catch (error) {
      this.#status.textContent = say('try.failed', { reason: String(error) });
    } finally {
      this.#running = null;
      this.#send.ariaDisabled = null;
      if (document.activeElement === this.#cancel) this.#send.focus();
      this.#cancel.hidden = true;
    }
  }

  async #exchange(request: TriedRequest, logIn: LogIn | null, signal: AbortSignal): Promise<void> {
    const { say, tools, digestLogIns, description, remember } = this.#state;
    const values = filledValues(this.#form);
    const done = await exchange(request, logIn, digestLogIns, tools, signal);
    const { origin, pathname, search } = new URL(request.url);
    const isElsewhere = origin !== tools.origin;
    const compared = await differencesOf(done, this.#trial, description);
    const { limitMilliseconds } = tools;
    const summary = summaryOf(done, say, limitMilliseconds, isElsewhere);
    const show = (): void => {
      this.#answer.replaceChildren(
        ...(done.outcome.kind === 'answer' ? [make('h4', {}, say('try.answer'))] : []),
        ...answerParts(done, { trial: this.#trial, say, isElsewhere, compared, limitMilliseconds }),
      );
      addCopyButtons(this.#answer);
      this.#status.textContent = summary;
      // Screen readers announce the status; the visible response is below it.
      this.#status.className = done.outcome.kind === 'answer' ? 'pd-status-line' : '';
    };
    show();
    const label = withoutSecrets(`${request.method} ${pathname}${search}`, logIn);
    remember({ panel: this, label, summary, values, show });
  }
}

/** Map of control → problem that prevents sending; the key null has problems without a single control. */
type Problems = ReadonlyMap<Control | null, string>;

type ShownField = readonly [parameter: TrialParameter, field: FieldControl];

/** Collects the problems of a form. @param missing empty controls of the log-in, with their labels */
function problemsAt(
  obstacles: readonly Obstacle[],
  fields: readonly ShownField[],
  logIn: LogIn | null,
  missing: readonly (readonly [control: Control, label: string])[],
  say: Say,
): Problems {
  const problems = new Map<Control | null, string>();
  const add = (control: Control | null, text: string): void => {
    // Problems without a control are joined into one text.
    const before = control === null ? problems.get(control) : undefined;
    problems.set(control, before === undefined ? text : `${before} ${text}`);
  };
  if (!isLogInSendable(logIn)) add(null, say('try.userUnsendable'));
  for (const { kind, place, name } of obstacles) {
    const [, field] = fields.find(([own]) => own.place === place && own.name === name) ?? [];
    add(field?.control ?? null, say(`try.obstacle.${kind}`, { name }));
  }
  for (const [control, name] of missing) add(control, say('try.obstacle.empty', { name }));
  return problems;
}

function addCopyButtons(place: Element): void {
  for (const figure of place.querySelectorAll('figure'))
    figure.dispatchEvent(new Event(FIGURE_ADDED, { bubbles: true }));
}

/** Pairs of control name and value, in the order in which they are restored. */
type FilledValues = readonly (readonly [name: string, value: string])[];

const TICKED = 'ticked';

/** Values of all named controls. Check boxes come last, since restoring a text changes its check box. */
function filledValues(form: HTMLFormElement): FilledValues {
  return [...form.elements]
    .filter(isControl)
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => Number(isTick(one)) - Number(isTick(other)))
    .map((control) => [control.name, isTick(control) ? (control.checked ? TICKED : '') : control.value]);
}

function fillIn(form: HTMLFormElement, values: FilledValues): void {
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
