import type { Api } from '../../model/api.ts';
import { serversOf, versionPrefix } from '../../model/call-address.ts';
import { pagePath } from '../../model/language.ts';
import { isHere, withDefaults } from '../../model/servers.ts';
import { wordsOf } from '../../words/words.ts';
import { exampleWords } from '../access/access-line.ts';
import { type LogInsView, loginsOf } from '../access/log-ins.ts';
import { variableWords } from '../addresses.ts';
import { Anchors } from '../anchors.ts';
import { FieldTrees } from '../fields/field-tree.ts';
import { type ResponseView, responseParts } from '../messages/call-view.ts';
import { statusTitle } from '../messages/responses.ts';
import { sharedResponses } from '../messages/shared-responses.ts';
import { type ServiceRow, serviceRow } from '../navigation/list-rows.ts';
import { orderOf } from '../navigation/service-order.ts';
import type { Piece } from '../pieces.ts';
import { firstSentence } from '../plain-text.ts';
import { groupTitle } from '../titles.ts';
import type { Constraint } from '../words.ts';

/** What the overview of an API shows. */
interface ApiView {
  readonly servers: readonly ServerView[];
  /** Where this site answers from examples what is called at the first of them; null where it does not. */
  readonly examples: Constraint | null;
  readonly logIns: LogInsView;
  readonly groups: readonly GroupView[];
  readonly shared: readonly ResponseView[];
}

interface ServerView {
  readonly url: string;
  readonly description: string | null;
  readonly words: readonly Constraint[];
}

export interface GroupView {
  /** Its title. */
  readonly name: string;
  readonly href: string;
  readonly count: number;
  readonly sentence: string | null;
  /** Empty where the API has too many services for one page. */
  readonly services: readonly ServiceRow[];
}

/** More services are listed on the pages of their groups. */
const MOST_SERVICES = 60;

export function apiView(api: Api, baseUrl: string): ApiView {
  return {
    servers: serverViews(api, baseUrl),
    examples: apiExamples(api, baseUrl),
    logIns: loginsOf(api, baseUrl),
    groups: groupViews(api),
    shared: sharedViews(api),
  };
}

/** Where its operations that are called elsewhere are answered here, too; null where none is. */
export function apiExamples(api: Api, baseUrl: string): Constraint | null {
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
  const place = { api: api.getName(), version: api.getVersion() };
  const descriptions = new Map(api.record.tags.map((tag) => [tag.name, tag.description]));
  const listsServices = api.getServices().length <= MOST_SERVICES;
  return orderOf(api).groups.map(({ name, services }) => ({
    name: groupTitle(api, name),
    href: pagePath({ level: 'group', ...place, group: name }, api),
    count: services.length,
    sentence: firstSentence(descriptions.get(name)),
    services: listsServices ? services.map(serviceRow) : [],
  }));
}

function sharedViews(api: Api): readonly ResponseView[] {
  const place = { api: api.getName(), version: api.getVersion() };
  const anchors = new Anchors();
  const schemaPath = (schema: string): string => pagePath({ level: 'schema', ...place, schema }, api);
  const trees = new FieldTrees({ components: api.components, anchors, schemaPath, deepest: 2 });
  const drawing = { components: api.components, anchors, trees, title: '', shown: new Map<string, Piece>() };
  const views = [...sharedResponses(api).values()]
    .sort((a, b) => (a.status < b.status ? -1 : 1))
    .map(({ id, status, response, operationCount }) => ({
      id: anchors.claim(id),
      title: statusTitle(status, response, wordsOf(api)),
      description: wordsOf(api).say('count.sameIn', { count: operationCount }),
      isBare: false,
      shared: null,
      ...responseParts(response, id, drawing, statusTitle(status, response, wordsOf(api))),
    }));
  trees.complete();
  return views;
}
