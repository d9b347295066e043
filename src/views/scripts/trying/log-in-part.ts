import { PLACEHOLDER_HINTS, placeholderOf } from '../../../presentation/samples/credentials.ts';
import type { TrialLogIn } from '../../../presentation/trying/log-ins.ts';
import type { TrialServer, TrialWay } from '../../../presentation/trying/trial.ts';
import type { LogIn } from '../../../trying/log-in.ts';
import { button, type Control, choice, group, hint, labelled, make, type Say } from '../elements.ts';
import type { LogInForm } from '../oauth.ts';

interface Typed {
  name: string;
  password: string;
  readonly secrets: Map<string, string>;
  /** Forms that get tokens, by security scheme, once the reader has opened them. */
  readonly forms: Map<string, Promise<LogInForm>>;
}

/**
 * Credentials typed in any panel of the page, by server URL, or by realm for this site. They are kept only in memory,
 * and never offered to another server.
 */
const typedFor = new Map<string, Typed>();

function typedAt({ url }: TrialServer, way: TrialWay | undefined): Typed {
  const place = url === '' ? ` ${way?.title}` : url;
  const typed = typedFor.get(place) ?? { name: '', password: '', secrets: new Map(), forms: new Map() };
  typedFor.set(place, typed);
  return typed;
}

/** Loads the form of a log-in at a provider. @throws (rejects) if loading fails */
export type LoadForm = (scheme: string) => Promise<LogInForm>;

/** Form controls for the log-in at the selected server. */
export class LogInPart {
  readonly element: HTMLElement;
  readonly #say: Say;
  readonly #load: LoadForm;
  readonly #way: HTMLSelectElement;
  readonly #place = make('div');
  readonly #hint: HTMLElement;
  /** Visible inputs with their labels; `beside` is the input of the user name, with which a password may be empty. */
  #inputs: (readonly [input: HTMLInputElement, label: string, beside: HTMLInputElement | undefined])[] = [];
  #server: TrialServer = { url: '', path: '', ways: [] };

  constructor(say: Say, load: LoadForm) {
    this.#say = say;
    this.#load = load;
    this.#way = choice('log-in', []);
    this.#hint = hint(say('try.inMemory'));
    this.element = group(
      say('try.logIn'),
      labelled([make('span', { class: 'pd-unseen' }, say('try.logIn'))], this.#way),
      this.#place,
      this.#hint,
    );
    this.#way.addEventListener('input', () => this.show());
  }

  /** Offers the log-in methods of a server, and selects the first. */
  offer(server: TrialServer): void {
    if (server === this.#server) return;
    this.#server = server;
    const { ways } = server;
    this.#way.replaceChildren(
      make('option', { value: '' }, this.#say('try.noLogIn')),
      ...ways.map(({ title }, at) => make('option', { value: String(at) }, title)),
    );
    this.#way.value = ways.length > 0 ? '0' : '';
    this.element.hidden = ways.length === 0;
    this.show();
  }

  /** Shows the inputs, with credentials that the reader has since typed in other panels. */
  show(): void {
    const way = this.#chosen();
    const { credentials = [] } = way ?? {};
    const typed = typedAt(this.#server, way);
    this.#inputs = [];
    const fields = credentials.flatMap((credential): readonly Node[] => {
      switch (credential.kind) {
        case 'user':
          return [
            this.#field(this.#say('try.user'), 'text', typed.name, (text) => {
              typed.name = text;
            }),
            this.#field(
              this.#say('try.password'),
              'password',
              typed.password,
              (text) => {
                typed.password = text;
              },
              this.#inputs.at(-1)?.[0],
            ),
          ];
        case 'header':
        case 'query':
        case 'cookie': {
          if (credential.kind === 'cookie' && this.#server.isViaServer !== true) return [hint(this.#say('try.cookie'))];
          const { name, placeholder } = credential;
          const label = placeholder === 'KEY' ? this.#say('try.key', { name }) : this.#say('try.token');
          const field = this.#field(label, 'password', typed.secrets.get(name) ?? '', (text) =>
            typed.secrets.set(name, text),
          );
          const isToken = way?.logIn !== undefined && placeholder === 'TOKEN';
          return isToken ? [field, this.#opener(way.logIn, typed)] : [field];
        }
        case 'certificate':
          return [hint(this.#say('try.certificate'))];
        default:
          return credential satisfies never;
      }
    });
    this.#place.replaceChildren(...fields);
    this.#hint.hidden = fields.length === 0;
  }

  read(): LogIn | null {
    const way = this.#chosen();
    if (way === undefined) return null;
    const { name, password, secrets } = typedAt(this.#server, way);
    return { credentials: way.credentials, user: { name, password }, secrets: new Map(secrets) };
  }

  /** Empty controls that the reader must fill in before a request is sent. */
  missing(): readonly (readonly [control: Control, label: string])[] {
    return this.#inputs.flatMap(([input, label, beside]) =>
      input.value === '' && (beside?.value ?? '') === '' ? [[input, label]] : [],
    );
  }

  /** Renews a token that the page has got, if it has expired. */
  async renew(): Promise<void> {
    const { forms, secrets } = typedAt(this.#server, this.#chosen());
    for (const form of forms.values()) await (await form).renew(secrets.get('Authorization') ?? '');
  }

  /** Button that is replaced by the form of a log-in, which passes its token to the last input. */
  #opener(logIn: TrialLogIn, { forms }: Typed): HTMLElement {
    const [input] = this.#inputs.at(-1) ?? [];
    const opener = button(this.#say('try.oauth.open'), 'pd-button pd-small', async () => {
      const loaded = forms.get(logIn.scheme) ?? this.#load(logIn.scheme);
      forms.set(logIn.scheme, loaded);
      try {
        const form = await loaded;
        form.offer(logIn.scopes, (token) => {
          if (input === undefined) return;
          input.value = token;
          input.dispatchEvent(new Event('input', { bubbles: true }));
        });
        const hadFocus = document.activeElement === opener;
        opener.replaceWith(form.element);
        if (hadFocus) form.focus();
      } catch {
        forms.delete(logIn.scheme);
        opener.textContent = this.#say('try.failedToLoad');
      }
    });
    return make('p', {}, opener);
  }

  #chosen(): TrialWay | undefined {
    return this.#way.value === '' ? undefined : this.#server.ways[Number(this.#way.value)];
  }

  #field(
    label: string,
    type: 'text' | 'password',
    value: string,
    keep: (text: string) => unknown,
    beside?: HTMLInputElement,
  ): HTMLElement {
    // The input has no name, so that its value is never recorded with a sent request.
    const input = make('input', { type, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' });
    input.value = value;
    input.addEventListener('input', () => keep(input.value));
    this.#inputs.push([input, label, beside]);
    return labelled([label], input);
  }
}

/** Explains the placeholders for secrets in the curl command. */
export function curlHints(logIn: LogIn | null, say: Say): string {
  const name = logIn?.user.name ?? '';
  const hints = (logIn?.credentials ?? []).map((one) => {
    const hint = say(PLACEHOLDER_HINTS[placeholderOf(one)]);
    return name === '' ? hint : hint.replace('USER', () => name);
  });
  return [...new Set(hints)].join(' ');
}
