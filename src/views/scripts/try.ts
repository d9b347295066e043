import type { DescribedApi } from '../../trying/differences.ts';
import { button, make, type Say, sayingFrom } from './elements.ts';
import { OPEN_TRIAL, TRIAL_CLOSED, trialIn } from './trying/page-side.ts';
import type { PageState, Sent } from './trying/panel.ts';
import { TryPanel } from './trying/panel.ts';

/** Trying operations: loaded when the first panel of a page is opened. */

const LIMIT_MILLISECONDS = 30_000;
const MOST_REMEMBERED = 50;
const NONCE_BYTES = 16;
const OPENAPI = 'link[rel="alternate"][type="application/vnd.oai.openapi+json"]';

const panels = new Map<HTMLElement, TryPanel>();
let state: Promise<PageState> | undefined;

/** Addresses that the security policy of the page has refused. */
const refused = new Set<string>();
document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.add(blockedURI));

document.addEventListener(OPEN_TRIAL, async ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  state ??= stateOfPage();
  const panel = panels.get(target) ?? newPanel(target, await state);
  panels.set(target, panel);
  panel.open();
});

function newPanel(section: HTMLElement, shared: PageState): TryPanel {
  const trial = trialIn(section);
  if (trial === null) throw new Error('There is nothing to try.');
  const title = section.querySelector('h3')?.firstChild?.textContent ?? '';
  const panel = new TryPanel(trial, title.trim(), shared, () => {
    panel.element.hidden = true;
    section.dispatchEvent(new Event(TRIAL_CLOSED));
  });
  section.querySelector('.pd-access')?.after(panel.element);
  panel.addCopyButton();
  return panel;
}

async function stateOfPage(): Promise<PageState> {
  const { tryWords = '' } = document.querySelector<HTMLElement>('script[data-try]')?.dataset ?? {};
  const messages: Readonly<Record<string, string>> = await (await fetch(tryWords)).json();
  const say = sayingFrom(messages);
  const history = new SentRequests(say);
  let description: Promise<DescribedApi | undefined> | undefined;
  return {
    say,
    digestLogIns: new Map(),
    tools: {
      fetch: (...request) => fetch(...request),
      now: () => performance.now(),
      nonce: newNonce,
      isOnline: () => navigator.onLine,
      isRefused: (url) => [...refused].some((blocked) => blocked !== '' && url.startsWith(blocked)),
      origin: location.origin,
      limitMilliseconds: LIMIT_MILLISECONDS,
    },
    description() {
      description ??= readDescription();
      return description;
    },
    remember: (sent) => history.add(sent),
  };
}

function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

async function readDescription(): Promise<DescribedApi | undefined> {
  const link = document.querySelector<HTMLLinkElement>(OPENAPI);
  try {
    const answer = link === null ? undefined : await fetch(link.href);
    return answer?.ok === true ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** What was sent from the page until it closes; it stands below the panel that has sent last. */
class SentRequests {
  readonly #say: Say;
  readonly #sent: Sent[] = [];
  readonly #list = make('ol');
  readonly #element: HTMLElement;

  constructor(say: Say) {
    this.#say = say;
    const hint = make('p', { class: 'pd-hint' }, say('try.historyHint'));
    this.#element = make('details', {}, make('summary', {}, say('try.history')), hint, this.#list);
  }

  add(sent: Sent): void {
    this.#sent.unshift(sent);
    this.#sent.length = Math.min(this.#sent.length, MOST_REMEMBERED);
    this.#list.replaceChildren(...this.#sent.map((one) => this.#row(one)));
    sent.panel.element.append(this.#element);
  }

  #row(sent: Sent): HTMLElement {
    const { panel, label, summary, values, show } = sent;
    const again = button(label, 'pd-button pd-small', () => {
      panel.element.append(this.#element);
      panel.open();
      panel.fill(values);
      show();
      again.focus();
    });
    again.dir = 'ltr';
    again.setAttribute('aria-label', this.#say('try.restore', { request: label }));
    return make('li', {}, again, ` ${summary}`);
  }
}
