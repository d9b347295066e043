import type { Trial, TrialServer } from '../../../presentation/trying/trial.ts';
import { group, hint, labelled, make, numberedChoice, type Say } from '../elements.ts';
import { isStatic } from '../openers.ts';
import { fieldControl } from './fields.ts';
import type { ShownField } from './problems.ts';

/** Form controls for the server of a request, and for the variables of its URL. */
export class ServerPart {
  /** Selection of the server; only its name if there is no choice. */
  readonly element: HTMLElement;
  readonly variablesElement: HTMLFieldSetElement;
  /** Controls for the variables of the selected server. */
  variables: readonly ShownField[] = [];
  readonly #say: Say;
  readonly #servers: readonly TrialServer[];
  readonly #select: HTMLSelectElement;
  readonly #viaServer: HTMLElement;
  #offered: TrialServer | undefined;

  constructor(all: Trial['servers'], say: Say) {
    const servers = all.filter(({ url, isViaServer }) => !isStatic || (url !== '' && isViaServer !== true));
    this.#say = say;
    this.#servers = servers;
    this.#viaServer = hint(say('try.viaServer'));
    this.#select = numberedChoice(
      'server',
      servers.map((server) => this.#titleOf(server)),
    );
    this.element = make(
      'div',
      {},
      servers.length > 1
        ? labelled([say('try.server')], this.#select)
        : make('p', { class: 'pd-try-server' }, make('b', {}, say('try.server')), ' ', this.#select.textContent),
      this.#viaServer,
    );
    this.variablesElement = group(say('try.variables'));
  }

  chosen(): TrialServer {
    return this.#servers[Number(this.#select.value)] ?? { url: '', path: '', ways: [] };
  }

  /** Shows controls for the variables of the selected server, and how requests get there. */
  offerVariables(): void {
    const server = this.chosen();
    if (server === this.#offered) return;
    this.#offered = server;
    this.#viaServer.hidden = server.isViaServer !== true;
    // Our server sends cookies, which browsers let no page send.
    for (const hint of this.element.closest('form')?.querySelectorAll<HTMLElement>('.pd-cookie > .pd-hint') ?? []) {
      hint.dataset['text'] ??= hint.textContent;
      hint.textContent = server.isViaServer === true ? '' : hint.dataset['text'];
    }
    this.variables = (server.variables ?? []).map((field, at) => [
      { ...field, place: 'server' },
      fieldControl(field, `server.${at}`, this.#say, false),
    ]);
    this.variablesElement.hidden = this.variables.length === 0;
    const [legend = ''] = this.variablesElement.children;
    this.variablesElement.replaceChildren(legend, ...this.variables.map(([, { element }]) => element));
  }

  #titleOf({ url, title, hasExamples }: TrialServer): string {
    if (url !== '') return title === undefined ? url : `${url} · ${title}`;
    return this.#say(hasExamples === true ? 'try.exampleData' : 'try.thisSite');
  }
}
