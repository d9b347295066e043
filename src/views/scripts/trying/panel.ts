import type { Trial } from '../../../presentation/trying/trial.ts';
import type { DescribedApi, DescribedOperation } from '../../../trying/described-api.ts';
import { type DigestLogIns, exchange, type Tools } from '../../../trying/exchange.ts';
import { type LogIn, withoutSecrets } from '../../../trying/log-in.ts';
import { cookiesOf, curlOf, mayBeEmpty, requestOf, type TriedRequest } from '../../../trying/request.ts';
import type { AnswerParts } from '../answers.ts';
import {
  block,
  button,
  type Control,
  choice,
  code,
  FIGURE_ADDED,
  group,
  hint,
  labelled,
  make,
  type Say,
  sayProblem,
  Tabs,
} from '../elements.ts';
import { answerChoice, BodyPart, type FilledValues, fieldControl, filledValues, fillIn } from './fields.ts';
import { curlHints, type LoadForm, LogInPart } from './log-in-part.ts';
import { differencesAt, type Problems, problemsAt, type ShownField } from './problems.ts';
import { ServerPart } from './server-part.ts';

/** State that all panels of a page share, kept only in memory. */
export interface PageState {
  readonly say: Say;
  /** Address below which the site stands. */
  readonly site: string;
  readonly tools: Tools;
  readonly digestLogIns: DigestLogIns;
  /** Loads the API's description, once for the page; undefined if that fails. */
  readonly described: () => Promise<DescribedApi | undefined>;
  /** Loads the parts that show what comes of a request. @throws (rejects) if loading fails */
  readonly answers: () => Promise<AnswerParts>;
  readonly remember: (sent: Sent) => void;
  readonly logInForm: LoadForm;
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
/** Time after which a request is sent although the description, with which it is compared, has not loaded. */
const LONGEST_WAIT_MILLISECONDS = 3000;

/** Panel for trying an operation: a head with its button, and tabs for the request and for the response. */
export class TryPanel {
  readonly element: HTMLElement;
  readonly #trial: Trial;
  readonly #state: PageState;
  readonly #form: HTMLFormElement;
  readonly #tabs: Tabs;
  readonly #server: ServerPart;
  readonly #accept: HTMLSelectElement;
  readonly #preferred: HTMLSelectElement;
  readonly #logIn: LogInPart;
  readonly #body: BodyPart | null;
  readonly #fields: readonly ShownField[];
  readonly #path = code('');
  readonly #curl = block('');
  readonly #curlHint = hint('');
  readonly #notice = make('p', { class: 'pd-try-notice' });
  readonly #status = make('p', { role: 'status' });
  readonly #answer: HTMLElement;
  readonly #send: HTMLButtonElement;
  readonly #cancel: HTMLButtonElement;
  #running: AbortController | null = null;
  #loading: Promise<void> | undefined;
  #described: DescribedOperation | undefined;
  #answers: AnswerParts | undefined;
  /** Differences that the reader has been shown: values that have them are sent at the next click. */
  readonly #shown = new Set<string>();

  /** @param section section of the operation */
  constructor(section: HTMLElement, state: PageState, close: () => void) {
    const { say } = state;
    const trial = JSON.parse(section.dataset['try'] ?? '') as Trial;
    this.#trial = trial;
    this.#state = state;
    this.#server = new ServerPart(trial.servers, say);
    this.#accept = choice(
      'accept',
      trial.accepts.map((type) => [type, type]),
    );
    this.#preferred = answerChoice(trial, say);
    this.#logIn = new LogInPart(say, state.logInForm);
    this.#body = trial.bodies.length === 0 || BODYLESS_METHODS.test(trial.method) ? null : new BodyPart(trial, say);
    this.#fields = trial.parameters.map((parameter, at) => [
      parameter,
      fieldControl(parameter, `parameter.${at}`, say, mayBeEmpty(parameter)),
    ]);
    const id = `${section.id}.try`;
    this.#form = make('form', { id, class: 'pd-form', novalidate: '', autocomplete: 'off' }, ...this.#formParts());
    this.#answer = make('div', { class: 'pd-try-answer', tabindex: '0' }, hint(say('try.notSent')));
    this.#send = make('button', { type: 'submit', form: id, class: 'pd-button pd-primary' }, say('try.send'));
    this.#cancel = button(say('try.cancel'), 'pd-button pd-small', () => this.#running?.abort());
    this.#cancel.hidden = true;
    const request = make('div', {}, this.#form);
    this.#tabs = new Tabs([say('try.request'), request], [say('try.answer'), this.#answer]);
    const badge = section.querySelector('.pd-m')?.cloneNode(true) ?? trial.method;
    const address = make('p', { dir: 'ltr' }, badge, ' ', this.#path);
    const status = make('div', { class: 'pd-try-status' }, this.#status, this.#cancel);
    const closing = button(say('try.close'), 'pd-button pd-small pd-quiet', close);
    const title = section.querySelector('h3')?.firstChild?.textContent?.trim() ?? '';
    this.element = make(
      'section',
      { class: 'pd-try', 'aria-label': say('try.label', { title }) },
      make('div', { class: 'pd-try-head' }, address, this.#send, this.#tabs.element, closing, status),
      request,
      this.#answer,
    );
    this.#form.addEventListener('input', () => this.#update());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run();
    });
    this.#form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      // Without this, some browsers submit the form a second time.
      event.preventDefault();
      this.#form.requestSubmit();
    });
    this.#update();
  }

  /** Shows the form, with the focus in its first control, and begins to load the description. */
  open(): void {
    this.element.hidden = false;
    this.#loading ??= this.#load();
    this.#logIn.show();
    const controls = [...this.#form.querySelectorAll<HTMLElement>('select, input, textarea')];
    this.#tabs.show(0);
    const first = controls.find((control) => control.checkVisibility());
    if (first === undefined) this.#tabs.show(0, true);
    else first.focus();
  }

  /** Adds copy buttons; the panel must already be in the document. */
  addCopyButton(): void {
    addCopyButtons(this.#form);
  }

  /** Restores the values of a sent request. */
  fill(values: FilledValues): void {
    fillIn(this.#form, values);
  }

  async #load(): Promise<void> {
    const { described, answers } = this.#state;
    const loading = answers().catch(() => undefined);
    this.#described = (await described())?.operation(this.#trial);
    this.#answers = await loading;
  }

  #formParts(): readonly Node[] {
    const { say } = this.#state;
    const { accepts, bodies, choices, method } = this.#trial;
    const isBodyless = bodies.length > 0 && this.#body === null;
    const fields = this.#fields.map(([, { element }]) => element);
    const ticked = this.#fields.some(([, { hasTick }]) => hasTick) ? [hint(say('try.ticked'))] : [];
    return [
      this.#notice,
      make(
        'div',
        { class: 'pd-try-row' },
        this.#server.element,
        ...(accepts.length > 1 ? [labelled([say('try.accept')], this.#accept)] : []),
        ...(choices === undefined ? [] : [labelled([say('try.preferred')], this.#preferred)]),
      ),
      this.#server.variablesElement,
      this.#logIn.element,
      ...(fields.length === 0 ? [] : [group(say('try.parameters'), ...ticked, ...fields)]),
      ...(this.#body === null ? [] : [this.#body.element]),
      ...(isBodyless ? [hint(say('try.bodyless', { method }))] : []),
      make('figure', {}, make('figcaption', {}, make('b', {}, 'curl')), this.#curl),
      this.#curlHint,
    ];
  }

  #read(): {
    readonly request: TriedRequest;
    readonly base: string;
    readonly logIn: LogIn | null;
    readonly problems: Problems;
  } {
    const sent = this.#body?.read() ?? null;
    const { variables } = this.#server;
    const server = this.#server.chosen();
    const { request, base, obstacles } = requestOf({
      method: this.#trial.method,
      site: this.#state.site,
      server,
      variables: variables.map(([variable, { value }]) => [variable, value()]),
      parameters: this.#fields.map(([parameter, { value }]) => [parameter, value()]),
      accept: this.#accept.value === '' ? null : this.#accept.value,
      prefer: server.hasExamples === true ? this.#preferred.value : '',
      bodyType: sent?.type ?? null,
      body: sent?.body ?? null,
    });
    const logIn = this.#logIn.read();
    return {
      request,
      base,
      logIn,
      problems: problemsAt(obstacles, [...this.#fields, ...variables], logIn, this.#logIn.missing(), this.#state.say),
    };
  }

  #differences(): ReadonlyMap<Control, string> {
    const { say } = this.#state;
    return differencesAt(this.#fields, this.#body, this.#described, (one) => this.#answers?.differenceWords(one, say));
  }

  /** Shows the exact request for the current values, and which problems remain at the marked controls. */
  #update(): void {
    const { say } = this.#state;
    const server = this.#server.chosen();
    this.#server.offerVariables();
    this.#logIn.offer(server);
    const { request, base, logIn, problems } = this.#read();
    this.#path.textContent = server.path;
    this.#preferred.parentElement?.toggleAttribute('hidden', server.hasExamples !== true);
    this.#curl.firstElementChild?.replaceChildren(withoutSecrets(curlOf(request, logIn), logIn));
    this.#curlHint.textContent = curlHints(logIn, say);
    this.#notice.hidden = SAFE_METHODS.test(this.#trial.method);
    this.#notice.classList.toggle('pd-warns', server.hasExamples !== true);
    this.#notice.textContent = server.hasExamples === true ? say('try.noChange') : say('try.changes', { url: base });
    if (this.#status.className === 'pd-problem') this.#status.textContent = '';
    const marked = this.#marked();
    if (marked.length === 0 && this.#shown.size === 0) return;
    const differences = this.#differences();
    for (const control of marked) sayProblem(control, problems.get(control) ?? differences.get(control) ?? '');
    this.#labelSend(differences);
  }

  /** Controls that are marked as invalid. */
  #marked(): NodeListOf<Control> {
    return this.#form.querySelectorAll('[aria-invalid]');
  }

  #labelSend(differences: ReadonlyMap<Control, string>): void {
    const isShown = differences.size > 0 && this.#areShown(differences);
    this.#send.textContent = this.#state.say(isShown ? 'try.sendAnyway' : 'try.send');
  }

  #areShown(differences: ReadonlyMap<Control, string>): boolean {
    return [...differences.values()].every((text) => this.#shown.has(text));
  }

  /** Shows the problems at their controls. Values that only differ from the description are sent at the next click. */
  #refuse(problems: Problems, differences: ReadonlyMap<Control, string>): void {
    this.#tabs.show(0);
    this.#status.className = 'pd-problem';
    this.#status.textContent = problems.get(null) ?? (problems.size > 0 ? '' : this.#state.say('try.differs'));
    for (const [control, text] of new Map([...differences, ...problems]))
      if (control !== null) sayProblem(control, text);
    for (const text of differences.values()) this.#shown.add(text);
    this.#labelSend(differences);
    const [first] = this.#marked();
    first?.focus();
    first?.nextElementSibling?.scrollIntoView({ block: 'nearest' });
  }

  async #run(): Promise<void> {
    if (this.#running !== null) return;
    const { say } = this.#state;
    const { problems: obvious } = this.#read();
    if (obvious.size > 0) {
      this.#refuse(obvious, this.#differences());
      return;
    }
    const running = new AbortController();
    this.#running = running;
    this.#cancel.hidden = false;
    this.#send.ariaDisabled = 'true';
    this.#status.className = '';
    this.#status.textContent = say('try.sending');
    try {
      const wait = AbortSignal.any([running.signal, AbortSignal.timeout(LONGEST_WAIT_MILLISECONDS)]);
      await Promise.race([this.#loading, new Promise((resolve) => wait.addEventListener('abort', resolve))]);
      // Nothing is sent if what comes of it could not be shown.
      this.#answers ??= await this.#state.answers().catch(() => undefined);
      await this.#logIn.renew();
      // The reader may have changed the form meanwhile.
      const { request, logIn, problems } = this.#read();
      const differences = this.#differences();
      if (running.signal.aborted) this.#status.textContent = say('try.failure.cancelled');
      else if (this.#answers === undefined) this.#status.textContent = say('try.failedToLoad');
      else if (problems.size > 0 || !this.#areShown(differences)) this.#refuse(problems, differences);
      else await this.#exchange(request, logIn, running.signal, this.#answers);
    } catch (error) {
      this.#status.textContent = say('try.failed', { reason: String(error) });
    } finally {
      this.#running = null;
      this.#send.ariaDisabled = null;
      if (document.activeElement === this.#cancel) this.#send.focus();
      this.#cancel.hidden = true;
    }
  }

  async #exchange(request: TriedRequest, logIn: LogIn | null, signal: AbortSignal, parts: AnswerParts): Promise<void> {
    const { say, site, digestLogIns, remember } = this.#state;
    const isForwarded = this.#server.chosen().isViaServer === true;
    const tools = isForwarded
      ? parts.forwardingTools(this.#state.tools, site, cookiesOf(request, logIn))
      : this.#state.tools;
    const { limitMilliseconds } = tools;
    const values = filledValues(this.#form);
    this.#answer.replaceChildren();
    this.#tabs.show(1);
    const arriving = parts.arrivingAnswer(this.#answer);
    const done = await exchange(request, logIn, digestLogIns, tools, signal, (begun, part) => {
      this.#status.textContent = say('try.arriving');
      arriving(begun, part);
    });
    const { origin, pathname, search } = new URL(request.url);
    const isElsewhere = origin !== tools.origin && !isForwarded;
    const compared = parts.differencesOf(done, this.#trial, this.#described);
    const summary = parts.summaryOf(done, say, limitMilliseconds, isElsewhere);
    const show = (): void => {
      const shown = { trial: this.#trial, say, isElsewhere, compared, limitMilliseconds };
      this.#answer.replaceChildren(...parts.answerParts(done, shown));
      addCopyButtons(this.#answer);
      this.#tabs.show(1);
      this.#status.textContent = summary;
      // Screen readers announce the status; the visible response is below it.
      this.#status.className = done.outcome.kind === 'answer' ? 'pd-status-line' : 'pd-bad';
    };
    show();
    const label = withoutSecrets(`${request.method} ${pathname}${search}`, logIn);
    remember({ panel: this, label, summary, values, show });
  }
}

function addCopyButtons(place: Element): void {
  for (const figure of place.querySelectorAll('figure'))
    figure.dispatchEvent(new Event(FIGURE_ADDED, { bubbles: true }));
}
