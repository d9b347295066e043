import type { DescribedApi } from '../../trying/described-api.ts';
import type { AnswerParts } from './answers.ts';
import {
  button,
  choice,
  code,
  details,
  group,
  hint,
  labelled,
  make,
  OPEN_TRIAL,
  type Say,
  sayingFrom,
  sayProblem,
} from './elements.ts';
import type { LaterParts } from './later.ts';
import { basePath, pageData } from './openers.ts';
import { type PageState, type Sent, TryPanel } from './trying/panel.ts';

/** Script for trying operations, loaded when the reader opens the first panel of a page. */

const LIMIT_MILLISECONDS = 30_000;
const MOST_REMEMBERED = 50;
/** Length of a nonce in 32-bit words. */
const NONCE_WORDS = 4;
const LONGEST_LOADING_MILLISECONDS = 5000;
/** Width with a column for samples beside the text, as in `wide.css`. */
const hasColumn = matchMedia('(width >= 75rem)');
const OPENAPI = 'link[rel="alternate"][type="application/vnd.oai.openapi+json"]';

const panels = new Map<HTMLElement, TryPanel>();
/** Promise of the panels' shared state and their styles; undefined until the first panel is opened. */
let ready: Promise<readonly [PageState, Event]> | undefined;

/** URLs that the security policy of the page has blocked. */
const refused: string[] = [];
document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI));

document.addEventListener(OPEN_TRIAL, async ({ target: opener }) => {
  const section = opener instanceof HTMLElement && opener.closest<HTMLElement>('.pd-op');
  if (!section) return;
  try {
    ready ??= Promise.all([stateOfPage(), addStyles()]);
    const [state] = await ready;
    const panel = panels.get(section) ?? newPanel(section, opener, state);
    panel.open();
    opener.ariaExpanded = 'true';
    opener.textContent = opener.closest<HTMLElement>('[data-open]')?.dataset['open'] ?? '';
  } catch {
    // The next click loads again: a failed load is not kept.
    ready = undefined;
    opener.textContent = pageData['tryFailed'] ?? '';
  }
});

function newPanel(section: HTMLElement, opener: HTMLElement, shared: PageState): TryPanel {
  const samples = section.querySelector('.pd-beside > .pd-side');
  const panel = new TryPanel(section, shared, () => {
    panel.element.hidden = true;
    opener.ariaExpanded = 'false';
    opener.focus();
  });
  const { element } = panel;
  /** Puts the panel in place of the samples; without a column of samples, below the button. */
  const place = (): void => {
    const { activeElement } = document;
    if (samples !== null && hasColumn.matches) samples.prepend(element);
    else opener.parentElement?.after(element);
    if (activeElement instanceof HTMLElement && element.contains(activeElement)) activeElement.focus();
  };
  hasColumn.addEventListener('change', place);
  place();
  panels.set(section, panel);
  panel.addCopyButton();
  return panel;
}

/** Loads the styles of panels, which a page needs only after a panel is opened. */
function addStyles(): Promise<Event> {
  return new Promise((resolve, reject) => {
    const link = make('link', { rel: 'stylesheet', href: pageData['tryStyles'] ?? '' });
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

async function stateOfPage(): Promise<PageState> {
  const messages: Readonly<Record<string, string>> = await (await fetch(pageData['tryWords'] ?? '')).json();
  const say = sayingFrom(messages);
  let described: Promise<DescribedApi | undefined> | undefined;
  return {
    say,
    site: location.origin + basePath,
    digestLogIns: new Map(),
    tools: {
      fetch: (...request) => fetch(...request),
      now: () => performance.now(),
      nonce: () => crypto.getRandomValues(new Uint32Array(NONCE_WORDS)).join('-'),
      digest: laterParts,
      isOnline: () => navigator.onLine,
      isRefused: (url) => refused.some((blocked) => blocked !== '' && url.startsWith(blocked)),
      origin: location.origin,
      limitMilliseconds: LIMIT_MILLISECONDS,
    },
    described() {
      described ??= readDescription();
      return described;
    },
    answers: answerParts,
    remember: sentRequests(say),
    async logInForm(scheme) {
      const kit = { button, choice, code, group, hint, labelled, make, say, sayProblem };
      await import(/* @vite-ignore */ pageData['tryOauth'] ?? '');
      if (globalThis.PlatformLogInForm === undefined) throw new Error(OTHER_VERSION);
      return new globalThis.PlatformLogInForm(scheme, kit);
    },
  };
}

const OTHER_VERSION = 'The script has another version.';

/** Loads the parts that show what comes of a request. @throws (rejects) if loading fails */
async function answerParts(): Promise<AnswerParts> {
  await import(/* @vite-ignore */ pageData['tryAnswers'] ?? '');
  const parts = globalThis.platformAnswerParts;
  if (parts === undefined) throw new Error(OTHER_VERSION);
  return parts;
}

/** Loads the parts that a panel does not need to be shown. @throws (rejects) if loading fails */
async function laterParts(): Promise<LaterParts> {
  await import(/* @vite-ignore */ pageData['tryLater'] ?? '');
  const parts = globalThis.platformTryingParts;
  if (parts === undefined) throw new Error(OTHER_VERSION);
  return parts;
}

async function readDescription(): Promise<DescribedApi | undefined> {
  const link = document.querySelector<HTMLLinkElement>(OPENAPI);
  if (link === null) return undefined;
  try {
    const signal = AbortSignal.timeout(LONGEST_LOADING_MILLISECONDS);
    const [{ DescribedApi: Described }, answer] = await Promise.all([laterParts(), fetch(link.href, { signal })]);
    return answer.ok ? new Described(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the list of requests that the page has sent, and keeps it below the panel that sent the last request. */
function sentRequests(say: Say): (sent: Sent) => void {
  const list = make('ol');
  const element = details(say('try.history'), hint(say('try.historyHint')), list);
  const row = ({ panel, label, summary, values, show }: Sent): HTMLElement => {
    const again = button(label, 'pd-button pd-small', () => {
      panel.element.append(element);
      panel.open();
      panel.fill(values);
      show();
      again.focus();
    });
    again.dir = 'ltr';
    again.ariaLabel = say('try.restore', { request: label });
    return make('li', {}, again, ` ${summary}`);
  };
  return (sent) => {
    list.prepend(row(sent));
    list.children[MOST_REMEMBERED]?.remove();
    sent.panel.element.append(element);
  };
}
