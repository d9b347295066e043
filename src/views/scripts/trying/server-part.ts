import type { Trial, TrialServer } from '../../../presentation/trying/trial.ts';
import { group, labelled, make, numberedChoice, type Say } from '../elements.ts';
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
  #offered: TrialServer | undefined;

  constructor(servers: Trial['servers'], say: Say) {
    this.#say = say;
    this.#servers = servers;
    this.#select = numberedChoice(
      'server',
      servers.map((server) => this.#titleOf(server)),
    );
    this.element =
      servers.length > 1
        ? labelled([say('try.server')], this.#select)
        : make('p', { class: 'pd-try-server' }, make('b', {}, say('try.server')), ' ', this.#select.textContent);
    this.variablesElement = group(say('try.variables'));
  }

  chosen(): TrialServer {
    return this.#servers[Number(this.#select.value)] ?? { url: '', path: '', ways: [] };
  }

  /** Shows controls for the variables of the selected server. */
  offerVariables(): void {
    const server = this.chosen();
    if (server === this.#offered) return;
    this.#offered = server;
    const { variables = [] } = server;
    this.variables = variables.map((field, at) => [
      { ...field, place: 'server' },
      fieldControl(field, `server.${at}`, this.#say, false),
    ]);
    this.variablesElement.hidden = variables.length === 0;
    const [legend = ''] = this.variablesElement.children;
    this.variablesElement.replaceChildren(legend, ...this.variables.map(([, { element }]) => element));
  }

  #titleOf({ url, title, hasExamples }: TrialServer): string {
    if (url !== '') return title === undefined ? url : `${url} · ${title}`;
    return this.#say(hasExamples === true ? 'try.exampleData' : 'try.thisSite');
  }
}
