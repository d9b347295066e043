import type { DocumentFile, Format } from '../../formats/contract.ts';
import { toEntityTag } from '../../http/entity-tag.ts';
import { withoutFields } from '../../http/header-list.ts';
import { negotiate } from '../../http/negotiate.ts';
import { closeNames } from '../../model/close-names.ts';
import { extensionIn } from '../../model/language.ts';
import { documentPath } from '../../model/locations.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { RESULT_KINDS } from '../../search/entry.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import { textAnswer } from '../answers/bytes-answers.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { cachingHeaders, contentHeaders } from '../answers/headers.ts';
import { problemAnswer, siteIn } from '../answers/problem-answer.ts';
import { clientOf, type DocumentationRequest, type Publication } from './publication.ts';
import { conditionalAnswer, failureAnswer, languageFor } from './representation-answer.ts';
import type { FoundDocument } from './resolve.ts';
import {
  queryOf,
  SEARCH_FORMATS,
  type SearchRequest,
  searchJson,
  searchRequest,
  searchResults,
  searchView,
} from './search-results.ts';
import { shortened } from './wrong-names.ts';

/** Header fields that a 304 leaves out. */
const OF_CONTENT = /^(?:content-(?:type|length|security-policy)|referrer-policy|x-robots-tag)$/;

/**
 * Answers `?q=…` with a page or JSON, as the path or Accept chooses.
 * @param query with its `?`
 * @returns null if the request is for the document itself
 */
export function searchAnswer(
  asked: DocumentationRequest,
  query: string,
  found: FoundDocument,
  publication: Publication,
): Promise<SiteAnswer> | null {
  const question = searchRequest(query, found);
  return (
    question &&
    answerTo(question, asked, publication).catch((error: unknown) => failureAnswer(error, asked.request, publication))
  );
}

async function answerTo(
  asked: SearchRequest,
  by: DocumentationRequest,
  { store, formats, turns }: Publication,
): Promise<SiteAnswer> {
  const { request } = by;
  if (asked.kind !== null && !RESULT_KINDS.some((kind) => kind === asked.kind))
    return refused(request, asked, store.site, 'kind', asked.kind, RESULT_KINDS);
  const { pageNumber } = asked;
  if (pageNumber === null)
    return problemAnswer(request, store.site, {
      status: 400,
      detail: (words) => words.say('problem.noPage'),
    });
  const apis = store.entries().map(({ name }) => name);
  if (asked.api !== null && asked.place.level === 'list' && !apis.includes(asked.api))
    return refused(request, asked, store.site, 'api', asked.api, apis);
  const offers = formats.filter(({ name }) => SEARCH_FORMATS.has(name));
  const format = asked.twin ?? negotiate(request.accept, offers)?.offer;
  if (format === undefined) return notAcceptable(request, asked, store.site, offers);
  const language = asked.twin === null ? languageFor(format, request, store.site) : asked.language;
  const site = siteIn(language, store.site);
  const { place } = asked;
  const isPage = format.name === 'html';
  const navigation =
    isPage && place.level === 'api' ? await store.navigation(place.api, place.version, language) : undefined;
  const [client, connection] = clientOf(by);
  const takeTurn = (): Promise<void> => turns.take(client, connection);
  const results = await searchResults(asked, pageNumber, store, takeTurn, () => client);
  const headers = [...contentHeaders(format.mediaTypes[0]), ...cachingHeadersOf(asked, format, language, store.site)];
  const finish = (answer: BytesAnswer): SiteAnswer => validated(request, site, answer);
  if (!isPage) return finish(textAnswer('GET', 200, headers, JSON.stringify(searchJson(asked, results, site))));
  const search = await searchView(asked, results, store, site);
  return {
    kind: 'page',
    status: 200,
    headers: [...headers, 'X-Robots-Tag', 'noindex'],
    page: { kind: 'search', site, search, ...(navigation && { navigation }) },
    finish,
  };
}

/** Adds the entity tag of the bytes, or answers 304 or 412 if a condition of the request requires it. */
function validated(request: SiteRequest, site: Site, answer: BytesAnswer): SiteAnswer {
  const { headers, body } = answer;
  const entityTag = toEntityTag(shortHash(body ?? ''));
  const tag = ['ETag', entityTag];
  const kept = withoutFields(headers, (name) => OF_CONTENT.test(name));
  const notModified: BytesAnswer = { kind: 'bytes', status: 304, headers: [...kept, ...tag], body: null };
  const conditional = conditionalAnswer(request, site, entityTag, notModified);
  if (conditional !== undefined) return conditional;
  return { ...answer, headers: [...headers, ...tag], body: request.method === 'HEAD' ? null : body };
}

/** Refuses an unknown API or kind. @param names valid names; the close ones are linked with the same question */
function refused(
  request: SiteRequest,
  asked: SearchRequest,
  site: Site,
  parameter: 'api' | 'kind',
  wanted: string,
  names: readonly string[],
): SiteAnswer {
  const value = shortened(wanted);
  return problemAnswer(request, site, {
    status: parameter === 'kind' ? 400 : 404,
    detail: (words) =>
      parameter === 'kind'
        ? words.say('problem.noKind', { value, kinds: names.join(', ') })
        : words.say('problem.noApi', { api: value }),
    similar: closeNames(wanted, names).map((name) => ({
      name,
      url: documentPath(asked.place, asked.twin?.extension) + queryOf(asked, { [parameter]: name }),
    })),
  });
}

function notAcceptable(request: SiteRequest, asked: SearchRequest, site: Site, offers: readonly Format[]): SiteAnswer {
  const available = offers.map(({ mediaTypes, extension }) => ({
    type: mediaTypes[0],
    url: documentPath(asked.place, extension) + queryOf(asked, {}),
  }));
  return problemAnswer(request, site, {
    status: 406,
    detail: (words) => words.say('problem.notAcceptable'),
    available,
  });
}

function cachingHeadersOf(
  asked: SearchRequest,
  format: DocumentFile,
  language: string | null,
  site: Site,
): readonly string[] {
  const languages = format.isInWords === true ? (site.languages ?? []) : [];
  const tag = language ?? languages[0]?.tag;
  const location = documentPath(asked.place, extensionIn(language, format.extension));
  return cachingHeaders({
    location: location + queryOf(asked, { page: String(asked.pageNumber) }),
    isTwin: asked.twin !== null,
    spoken: tag === undefined ? null : { tag, isNegotiated: languages.length > 1 },
  });
}
