import type { Api } from '../../model/api.ts';
import { serversOf, versionPrefix } from '../../model/call-address.ts';
import { hasIntroductionGuide } from '../../model/guides.ts';
import { pagePath } from '../../model/language.ts';
import { hostOf } from '../../model/locations.ts';
import { isHere, withDefaults } from '../../model/servers.ts';
import { tagsByName } from '../../model/tag-tree.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { exampleWords } from '../access/access-line.ts';
import { type LogInsView, loginsOf } from '../access/log-ins.ts';
import { variableWords } from '../addresses.ts';
import { type GuideRow, introductionRows } from '../guides.ts';
import { firstSentence } from '../markdown-text.ts';
import { type ResponseView, responseParts } from '../messages/call-view.ts';
import { type ExampleView, exampleViews, type PageDrawing, pageDrawing } from '../messages/message-view.ts';
import { type SharedResponse, sharedResponses, statusTitle } from '../messages/responses.ts';
import { type ServiceRow, serviceRow } from '../navigation/list-rows.ts';
import { orderOf, servicesCount } from '../navigation/service-order.ts';
import { groupTitle } from '../titles.ts';

/** View model of an API's overview. */
export interface ApiView {
  readonly servers: readonly ServerView[];
  /** Text with the address at which this site serves example responses; null if it serves none. */
  readonly examples: Phrase | null;
  readonly logIns: LogInsView;
  readonly groups: readonly GroupSummary[];
  readonly shared: readonly SharedView[];
}

/** View model of shared error responses with equal fields, which are shown once for all their statuses. */
interface SharedView {
  readonly response: ResponseView;
  readonly statuses: readonly SharedStatus[];
  readonly examples: readonly { readonly example: ExampleView; readonly title: string }[];
}

export interface SharedStatus {
  readonly id: string;
  readonly title: string;
  /** Number of operations with the response: `24 operations`. */
  readonly count: string;
}

interface ServerView {
  readonly url: string;
  readonly description: string | null;
  readonly words: readonly Phrase[];
}

interface GroupSummary {
  /** Title of the group. */
  readonly name: string;
  readonly href: string;
  /** Number of services: `14 services`. */
  readonly count: string;
  readonly sentence: string | null;
  /** Services of the group; empty if the API has too many services for one page. */
  readonly services: readonly ServiceRow[];
}

/** Maximum number of services on the overview; with more, only the pages of groups list services. */
const MOST_SERVICES = 100;

export function apiView(api: Api, baseUrl: string): ApiView {
  return {
    servers: serverViews(api, baseUrl),
    examples: apiExamples(api, baseUrl),
    logIns: loginsOf(api, baseUrl),
    groups: groupSummaries(api),
    shared: sharedViews(api),
  };
}

/** Text with the address at which this site serves example responses for other hosts; null if it serves none. */
export function apiExamples(api: Api, baseUrl: string): Phrase | null {
  const operations = api.getOperations();
  if (!operations.some((operation) => operation.hasExamplesHere())) return null;
  const base = baseUrl + versionPrefix(api) + api.record.basePath;
  return base === '' ? [wordsOf(api).say('access.examplesAtPaths')] : exampleWords([base], wordsOf(api));
}

function serverViews(api: Api, baseUrl: string): readonly ServerView[] {
  return serversOf(api, baseUrl).map((server) => {
    const url = withDefaults(server);
    return {
      // Without a base URL, the URL remains a path.
      url: isHere(server) && url.startsWith('/') ? hostOf(baseUrl) + url : url,
      description: server.description ?? null,
      words: variableWords(server, wordsOf(api)),
    };
  });
}

function groupSummaries(api: Api): readonly GroupSummary[] {
  const place = api.place;
  const { groups } = orderOf(api);
  const listsServices = groups.reduce((sum, { services }) => sum + services.length, 0) <= MOST_SERVICES;
  return groups.map(({ name, services, guests }) => ({
    name: groupTitle(api, name),
    href: pagePath({ level: 'group', ...place, name }, api),
    count: servicesCount(services, wordsOf(api)),
    sentence: firstSentence(tagsByName(api).get(name)?.description),
    services: listsServices ? services.map((service) => serviceRow(service, guests.get(service))) : [],
  }));
}

function sharedViews(api: Api): readonly SharedView[] {
  const drawing = pageDrawing(api, { depth: 2, rows: 100 });
  const words = wordsOf(api);
  const all = [...sharedResponses(api).values()];
  return all
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
}

function statusOf({ id, status, response, operationCount }: SharedResponse, words: Words): SharedStatus {
  const count = words.say('count.operations', { count: operationCount });
  return { id, title: statusTitle(status, response, words), count };
}

/** Examples that the author wrote; generated examples are omitted, since equal fields result in equal examples. */
function ownExamples({ id, response }: SharedResponse, title: string, drawing: PageDrawing): SharedView['examples'] {
  return exampleViews(response, id, 'response', drawing, title)
    .filter(({ isMade }) => !isMade)
    .map((example) => ({ example, title }));
}

/** Maximum number of characters before the groups, which keeps the groups on the first screen of an overview. */
const LONGEST_ABOVE_GROUPS = 700;

/** Introduction at the beginning of an overview, without repeated sentences. */
interface OverviewLead {
  /** Summary sentence; null if there is none, or if {@link description} begins with it. */
  readonly sentence: string | null;
  /** Markdown after the sentence; '' if there is none, or if it is shown elsewhere. */
  readonly description: string;
  /** Link to the full text if it is shown elsewhere; else null. */
  readonly rest: { readonly text: string; readonly href: string } | null;
  /** Markdown for the end of the page, which {@link rest} links to; else ''. */
  readonly below: string;
  /** Guides other than the target of {@link rest}. */
  readonly guides: readonly GuideRow[];
}

/** Anchor of a long description that is not a guide. */
export const INTRODUCTION_ANCHOR = 'introduction';

export function overviewLead(api: Api): OverviewLead {
  const summary = api.record.info.summary?.trim() || null;
  const description = (api.getDescription() ?? '').trim();
  const { first, others } = introductionRows(api);
  const guides = first === undefined ? others : [first, ...others];
  const nothing = { description: '', rest: null, below: '', guides };
  if (description === '' && summary === null)
    return first === undefined || first.sentence === null
      ? { ...nothing, sentence: null }
      : { ...nothing, sentence: first.sentence, rest: { text: first.title, href: first.href }, guides: others };
  if (description.length <= LONGEST_ABOVE_GROUPS) {
    const isSaid = summary !== null && bare(description).startsWith(bare(summary));
    return { ...nothing, sentence: isSaid ? null : summary, description };
  }
  const sentence = summary ?? firstSentence(description);
  const text = wordsOf(api).say('overview.readIntroduction');
  return first !== undefined && hasIntroductionGuide(api.record)
    ? { ...nothing, sentence, rest: { text, href: first.href }, guides: others }
    : { ...nothing, sentence, rest: { text, href: `#${INTRODUCTION_ANCHOR}` }, below: description };
}

/** Normalizes a text for comparison: removes Markdown emphasis, a final period, and capitals. */
function bare(text: string): string {
  return text
    .replaceAll(/[*_`\s]+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase();
}
