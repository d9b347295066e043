import type { Api } from '../../model/api.ts';
import { serversOf, versionPrefix } from '../../model/call-address.ts';
import { pagePath } from '../../model/language.ts';
import { CALLED } from '../../model/operation.ts';
import { isHere, withDefaults } from '../../model/servers.ts';
import { tagsByName } from '../../model/tag-tree.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { exampleWords } from '../access/access-line.ts';
import { type LogInsView, loginsOf } from '../access/log-ins.ts';
import { variableWords } from '../addresses.ts';
import { Anchors } from '../anchors.ts';
import { FieldTrees } from '../fields/field-tree.ts';
import { type ResponseView, responseParts } from '../messages/call-view.ts';
import { type Drawing, type ExampleView, exampleViews } from '../messages/message-view.ts';
import { statusTitle } from '../messages/responses.ts';
import { type SharedResponse, sharedResponses } from '../messages/shared-responses.ts';
import { type ServiceRow, serviceRow } from '../navigation/list-rows.ts';
import { orderOf, servicesCount } from '../navigation/service-order.ts';
import type { Piece } from '../pieces.ts';
import { firstSentence } from '../plain-text.ts';
import { groupTitle } from '../titles.ts';

/** Content of the overview of an API. */
interface ApiView {
  readonly servers: readonly ServerView[];
  /** Address at which this site answers calls to the first of them from examples; null where it does not. */
  readonly examples: Phrase | null;
  readonly logIns: LogInsView;
  readonly groups: readonly GroupView[];
  readonly shared: readonly SharedView[];
}

/** Errors with the same fields: these once, below the status of each. */
interface SharedView {
  readonly response: ResponseView;
  readonly statuses: readonly SharedStatus[];
  readonly examples: readonly { readonly example: ExampleView; readonly title: string }[];
}

export interface SharedStatus {
  readonly id: string;
  readonly title: string;
  /** `24 operations`. */
  readonly count: string;
}

interface ServerView {
  readonly url: string;
  readonly description: string | null;
  readonly words: readonly Phrase[];
}

interface GroupView {
  /** Its title. */
  readonly name: string;
  readonly href: string;
  /** `14 services`. */
  readonly count: string;
  readonly sentence: string | null;
  /** Empty where the API has too many services for one page. */
  readonly services: readonly ServiceRow[];
}

/** More services are listed on the pages of their groups. */
const MOST_SERVICES = 100;

export function apiView(api: Api, baseUrl: string): ApiView {
  return {
    servers: serverViews(api, baseUrl),
    examples: apiExamples(api, baseUrl),
    logIns: loginsOf(api, baseUrl),
    groups: groupViews(api),
    shared: sharedViews(api),
  };
}

/** Address at which this site answers from examples operations of another host; null where it answers none. */
export function apiExamples(api: Api, baseUrl: string): Phrase | null {
  const operations = api.getServices().flatMap((service) => service.getAllOperations());
  if (!operations.some((operation) => operation.hasExamplesHere())) return null;
  const base = baseUrl + versionPrefix(api) + api.record.basePath;
  return base === '' ? [wordsOf(api).say('access.examplesAtPaths')] : exampleWords([base], wordsOf(api));
}

function serverViews(api: Api, baseUrl: string): readonly ServerView[] {
  return serversOf(api, baseUrl).map((server) => {
    const url = withDefaults(server);
    return {
      // Where the site's own address is not known, it is a path.
      url: isHere(server) && url.startsWith('/') ? baseUrl + url : url,
      description: server.description ?? null,
      words: variableWords(server, wordsOf(api)),
    };
  });
}

function groupViews(api: Api): readonly GroupView[] {
  const place = api.place;
  const listsServices = api.getServices().length <= MOST_SERVICES;
  return orderOf(api).groups.map(({ name, services }) => ({
    name: groupTitle(api, name),
    href: pagePath({ level: 'group', ...place, name }, api),
    count: servicesCount(services, wordsOf(api)),
    sentence: firstSentence(tagsByName(api).get(name)?.description),
    services: listsServices ? services.map(serviceRow) : [],
  }));
}

function sharedViews(api: Api): readonly SharedView[] {
  const place = api.place;
  const anchors = new Anchors();
  const schemaPath = (schema: string): string => pagePath({ level: 'schema', ...place, name: schema }, api);
  const trees = new FieldTrees({ components: api.components, anchors, schemaPath, limits: { depth: 2, rows: 100 } });
  const drawing = {
    components: api.components,
    anchors,
    trees,
    directions: CALLED,
    title: '',
    shown: new Map<string, Piece>(),
  };
  const words = wordsOf(api);
  const all = [...sharedResponses(api).values()];
  const views = all
    .filter(({ id, drawnAs }) => id === drawnAs)
    .map(({ id, status, response }): SharedView => {
      const title = statusTitle(status, response, words);
      const parts = responseParts(response, id, drawing, title);
      const others = all.filter((other) => other.drawnAs === id && other.id !== id);
      return {
        response: { id, title, description: null, isBare: false, shared: null, ...parts },
        statuses: all.filter(({ drawnAs }) => drawnAs === id).map((one) => statusOf(one, words)),
        examples: [
          ...parts.examples.map((example) => ({ example, title })),
          ...others.flatMap((other) => ownExamples(other, statusTitle(other.status, other.response, words), drawing)),
        ],
      };
    });
  return views;
}

function statusOf({ id, status, response, operationCount }: SharedResponse, words: Words): SharedStatus {
  const count = words.say('count.operations', { count: operationCount });
  return { id, title: statusTitle(status, response, words), count };
}

/** Leaves out examples made from the schema: they are the same for all responses with these fields. */
function ownExamples({ id, response }: SharedResponse, title: string, drawing: Drawing): SharedView['examples'] {
  return exampleViews(response, id, 'response', drawing, title)
    .filter(({ isMade }) => !isMade)
    .map((example) => ({ example, title }));
}
