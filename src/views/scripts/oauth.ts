import { LOG_IN_CHANNEL, LOG_IN_PATH } from '../../model/locations.ts';
import type { SiteLogIn } from '../../presentation/page-data/site.ts';
import { type Flow, type Grant, Provider } from '../../trying/oauth.ts';
import { LogInError, type LogInTools } from '../../trying/provider-request.ts';
import type * as Elements from './elements.ts';
import { basePath, pageData } from './openers.ts';

/** Script of log-ins at providers of tokens, loaded when the reader opens the first one. */

type Kit = Pick<
  typeof Elements,
  'make' | 'button' | 'choice' | 'code' | 'group' | 'hint' | 'labelled' | 'sayProblem'
> & { readonly say: Elements.Say };

/** Time for a log-in in another window. */
const WINDOW_MILLISECONDS = 600_000;
const WINDOW = 'popup,width=520,height=720';

const tools: LogInTools = {
  fetch: (...request) => fetch(...request),
  // The clock goes on while the machine sleeps.
  now: () => Date.now(),
  random: () => crypto.randomUUID() + crypto.randomUUID(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
  address: location.origin + basePath + LOG_IN_PATH,
};

/** Form that gets a token for one security scheme. Nothing of it is stored. */
class LogInForm {
  readonly element: HTMLElement;
  readonly #kit: Kit;
  readonly #logIn: SiteLogIn;
  readonly #flow: HTMLSelectElement;
  readonly #client: HTMLInputElement;
  readonly #secret: HTMLInputElement;
  readonly #scopes: HTMLElement;
  readonly #fields: HTMLElement;
  readonly #status: HTMLElement;
  readonly #start: HTMLButtonElement;
  readonly #cancel: HTMLButtonElement;
  readonly #end: HTMLButtonElement;
  #provider: Provider | undefined;
  #needed: readonly string[] = [];
  #keep: (token: string) => void = () => undefined;
  #running: AbortController | null = null;
  #grant: Grant | null = null;
  #renewal: Promise<void> | null = null;

  constructor(scheme: string, kit: Kit) {
    const { make, button, choice, group, hint, labelled, code, say } = kit;
    const logIns: readonly SiteLogIn[] = JSON.parse(pageData['tryLogIns'] ?? '');
    const found = logIns.find((one) => one.scheme === scheme);
    if (found === undefined) throw new Error(scheme);
    this.#kit = kit;
    this.#logIn = found;
    const secretly = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
    // No control has a name, so that no value is kept with a request that was sent.
    this.#flow = choice('', []);
    this.#client = make('input', { type: 'text', ...secretly, value: found.clientId ?? '' });
    this.#secret = make('input', { type: 'password', ...secretly });
    this.#scopes = group(say('try.oauth.scopes'));
    this.#status = make('p', { role: 'status', tabindex: '-1' });
    this.#start = button(say('try.oauth.start'), 'pd-button pd-small pd-primary', () => void this.#run());
    this.#cancel = button(say('try.cancel'), 'pd-button pd-small', () => this.#running?.abort());
    this.#end = button(say('try.oauth.logOut'), 'pd-button pd-small', () => void this.#logOut());
    this.#cancel.hidden = true;
    this.#end.hidden = true;
    const redirect = hint(say('try.oauth.address'));
    redirect.append(' ', code(tools.address));
    this.#fields = make(
      'div',
      { hidden: '' },
      labelled([say('try.oauth.flow')], this.#flow),
      labelled([say('try.oauth.client')], this.#client),
      labelled([say('try.oauth.secret')], this.#secret),
      this.#scopes,
      redirect,
    );
    const buttons = [this.#start, ' ', this.#cancel, ' ', this.#end];
    this.element = make('div', { class: 'pd-try-log-in' }, this.#fields, ...buttons, this.#status);
    this.#flow.addEventListener('input', () => this.#showScopes());
    this.element.addEventListener('keydown', (event) => {
      const isSubmit = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
      if (!isSubmit || !(event.target instanceof HTMLInputElement)) return;
      // The request around these fields is not sent.
      event.preventDefault();
      void this.#run();
    });
    void this.#load();
  }

  /** Offers the log-in for an operation. @param keep receives the token; '' when it has ended */
  offer(needed: readonly string[], keep: (token: string) => void): void {
    this.#needed = needed;
    this.#keep = keep;
    this.#showScopes();
  }

  /** Renews an expired token, or removes it. @param token current token, which the reader may have replaced */
  async renew(token: string): Promise<void> {
    const [grant, provider] = [this.#grant, this.#provider];
    if (grant?.token !== token || provider === undefined) return;
    // Panels share the token: providers take the second use of what renews it for theft.
    this.#renewal ??= this.#renew(provider, grant).finally(() => {
      this.#renewal = null;
    });
    await this.#renewal;
  }

  async #renew(provider: Provider, grant: Grant): Promise<void> {
    const next = await provider.renewed(grant);
    if (next === grant) return;
    if (this.#grant === grant) {
      this.#take(next);
      if (next === null) this.#status.textContent = this.#kit.say('try.oauth.expired');
      // The reader has logged out meanwhile.
    } else if (next !== null) void provider.revoke(next);
  }

  /** Moves the focus to the first control, or to the status until there is one. */
  focus(): void {
    (this.#fields.hidden ? this.#status : this.#flow).focus();
  }

  async #load(): Promise<void> {
    this.#status.textContent = this.#kit.say('try.oauth.reading');
    try {
      if (!isSecureContext) throw new LogInError('insecure');
      this.#provider = await Provider.of(this.#logIn, tools);
      this.#showFlows(this.#provider);
    } catch (error) {
      this.#explain(error);
    }
  }

  #showFlows({ flows }: Provider): void {
    const { make, say } = this.#kit;
    this.#flow.replaceChildren(...flows.map((flow) => make('option', { value: flow }, say(`try.flow.${flow}`))));
    const hasFlow = flows.length > 0;
    this.#fields.hidden = !hasFlow;
    this.#start.hidden = !hasFlow;
    this.#status.textContent = hasFlow ? '' : say('try.oauth.none');
    if (hasFlow) this.#showScopes();
    if (document.activeElement === this.#status) this.focus();
  }

  #showScopes(): void {
    const { make, code } = this.#kit;
    const known = new Map(this.#provider?.scopesFor(this.#chosenFlow()));
    if (this.#logIn.isOpenId) known.set('openid', known.get('openid') ?? '');
    for (const scope of this.#needed) known.set(scope, known.get(scope) ?? '');
    const isNeeded = (scope: string): boolean =>
      this.#needed.length > 0 ? this.#needed.includes(scope) : scope === 'openid';
    const boxes = [...known].map(([scope, meaning]) => {
      const box = make('input', { type: 'checkbox', value: scope });
      box.checked = isNeeded(scope);
      return make('label', { class: 'pd-ticked' }, box, code(scope), ` ${meaning}`);
    });
    const [legend = ''] = this.#scopes.childNodes;
    this.#scopes.replaceChildren(legend, ...boxes);
    this.#scopes.hidden = boxes.length === 0;
  }

  #chosenFlow(): Flow {
    return this.#provider?.flows.find((flow) => flow === this.#flow.value) ?? 'authorizationCode';
  }

  async #run(): Promise<void> {
    const { say, sayProblem } = this.#kit;
    const provider = this.#provider;
    if (provider === undefined) return this.#load();
    if (this.#running !== null || this.#start.hidden) return;
    const client = { id: this.#client.value.trim(), secret: this.#secret.value };
    sayProblem(this.#client, client.id === '' ? say('try.obstacle.empty', { name: say('try.oauth.client') }) : '');
    if (client.id === '') return this.#client.focus();
    const scopes = Array.from(this.#scopes.querySelectorAll<HTMLInputElement>(':checked'), ({ value }) => value);
    const flow = this.#chosenFlow();
    // The window opens before anything is awaited: later, browsers block it.
    const shown = flow === 'authorizationCode' ? open('', '', WINDOW) : null;
    const running = new AbortController();
    this.#running = running;
    this.#cancel.hidden = false;
    this.#status.textContent = say('try.sending');
    try {
      const grant = await this.#grantOf(provider, flow, client, scopes, shown, running.signal);
      if (running.signal.aborted) void provider.revoke(grant);
      running.signal.throwIfAborted();
      this.#take(grant);
      this.#status.textContent = this.#summaryOf(grant, scopes);
    } catch (error) {
      // A log-out has said what it did.
      if (this.#running !== running) return;
      if (running.signal.aborted) this.#status.textContent = say('try.failure.cancelled');
      else this.#explain(error);
    } finally {
      if (this.#running === running) {
        this.#running = null;
        if (document.activeElement === this.#cancel) this.#start.focus();
        this.#cancel.hidden = true;
      }
    }
  }

  async #grantOf(
    provider: Provider,
    flow: Flow,
    client: Grant['client'],
    scopes: readonly string[],
    shown: Window | null,
    signal: AbortSignal,
  ): Promise<Grant> {
    const { say, make, code } = this.#kit;
    switch (flow) {
      case 'clientCredentials':
        return provider.grantForClient(client, scopes);
      case 'deviceAuthorization': {
        const show = (entered: string, { href, origin }: URL): void => {
          const link = make('a', { href, target: '_blank', rel: 'noopener noreferrer' }, href);
          const isKnown = this.#logIn.origins.includes(origin);
          const warning = isKnown ? '' : ` · ${say('try.oauth.deviceElsewhere', { origin })}`;
          this.#status.replaceChildren(say('try.oauth.device', { origin }), ' ', code(entered), ' · ', link, warning);
        };
        const granted = provider.grantForDevice(client, scopes, show, signal);
        // The link is removed then, and may have the focus.
        return granted.finally(() => this.#status.contains(document.activeElement) && this.#status.focus());
      }
      case 'authorizationCode': {
        if (shown === null) throw new LogInError('blocked');
        const begun = provider.begin(client, scopes).finally(() => signal.throwIfAborted());
        const attempt = await begun.catch((error: unknown) => {
          shown.close();
          throw error;
        });
        const answer = answerFor(attempt.state, signal);
        // The provider gets no hold of this page.
        shown.opener = null;
        shown.location.replace(attempt.url);
        this.#status.textContent = say('try.oauth.waiting', { origin: new URL(attempt.url).origin });
        return provider.finish(attempt, await answer);
      }
      default:
        return flow satisfies never;
    }
  }

  #take(grant: Grant | null): void {
    this.#grant = grant;
    this.#end.hidden = grant === null;
    this.#keep(grant?.token ?? '');
  }

  async #logOut(): Promise<void> {
    const [{ say }, grant] = [this.#kit, this.#grant];
    this.#running?.abort();
    this.#running = null;
    this.#cancel.hidden = true;
    this.#take(null);
    this.#secret.value = '';
    this.#status.textContent = say('try.oauth.loggedOut');
    this.#start.focus();
    const hasEnded = grant === null || (await this.#provider?.revoke(grant)) === true;
    if (!hasEnded && this.#grant === null) this.#status.textContent = say('try.oauth.notEnded');
  }

  #summaryOf({ expiresAt, scopes: granted }: Grant, asked: readonly string[]): string {
    const { say } = this.#kit;
    const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' });
    const refused = asked.filter((scope) => !granted.includes(scope));
    return [
      expiresAt === null ? say('try.oauth.done') : say('try.oauth.doneUntil', { time: time.format(expiresAt) }),
      ...(refused.length === 0 ? [] : [say('try.oauth.notGranted', { scopes: refused.join(' ') })]),
    ].join(' ');
  }

  #explain(error: unknown): void {
    const { say } = this.#kit;
    this.#status.textContent =
      error instanceof LogInError
        ? say(`try.noToken.${error.key}`, { detail: error.detail })
        : say('try.failed', { reason: String(error) });
  }
}

/** Waits for the page to which the provider sends the reader. @throws (rejects) if it takes too long */
function answerFor(state: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(LOG_IN_CHANNEL + state);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(WINDOW_MILLISECONDS)]);
    limit.addEventListener('abort', () => {
      channel.close();
      reject(new LogInError('late'));
    });
    channel.addEventListener('message', ({ data }) => {
      // That page closes its window now.
      channel.postMessage('');
      channel.close();
      resolve(String(data));
    });
  });
}

declare global {
  /** Form for the panel. Bundled scripts share no modules, so it is passed through a global. */
  var PlatformLogInForm: typeof LogInForm | undefined;
}

export type { LogInForm };

globalThis.PlatformLogInForm = LogInForm;
