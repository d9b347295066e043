import type { Api } from '../model/api.ts';
import { computedOnce } from '../model/computed-once.ts';
import { madeAsFact } from '../model/dependencies.ts';
import { isJsonMediaType } from '../model/media-types.ts';
import type { Operation } from '../model/operation.ts';
import { schemaTitle } from '../schema/references.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { actionIn, imperative, singular, verbIn, withoutEnd } from './action-words.ts';
import { lettersIn, partsOfName, resourceNames, sentenceCase, wordsOfName } from './name-words.ts';

/** Maximum number of characters of a sentence that is used as a title. */
const LONGEST_TITLE = 80;
/** Maximum number of characters of a summary that is used as a title; longer summaries are descriptions. */
const LONGEST_SUMMARY = 120;
/** Maximum number of characters of a title on two lines of the navigation, beside a method. */
const LONGEST_ITEM = 72;

/**
 * Title of an operation: the summary, else the first sentence of the description if it is usable as a title, else the
 * words of the operationId; '' if none of these describes the action.
 */
export function ownTitle(operation: Operation): string {
  return operation.service.api.components.remembered('title', operation, suggestedTitle);
}

function suggestedTitle(operation: Operation): string {
  const said = saidIn(operation);
  if (said === '') return idTitle(operation);
  const { api } = operation.service;
  const verbs = madeAsFact(verbsFactOf(api), () => verbsOf(api));
  return imperative(said, operation.getHttpMethod(), verbs);
}

function saidIn(operation: Operation): string {
  const summary = withoutEnd(titleSummary(operation));
  // The description is read only if needed, because a page depends on every text that is read for it.
  if (summary !== '') return summary;
  const sentence = actionIn(operation.record.description);
  return sentence.length <= LONGEST_TITLE ? sentenceCase(sentence) : '';
}

/** Verbs in the third person that titles of an API begin with. */
const verbsOf = computedOnce(
  (api: Api): ReadonlySet<string> =>
    new Set(
      api.getOperations().flatMap((operation) => {
        const { operationId, paths } = operation.record;
        const segment = paths[0]?.split('/').at(-1) ?? '';
        return verbIn(saidIn(operation), operationId === null ? [segment] : [segment, operationId]) ?? [];
      }),
    ),
);

function verbsFactOf(api: Api): string {
  return `${api.getVersion()}:verbs`;
}

/** Fact, by name, that titles of operations depend on besides their own texts. */
export function verbFact(api: Api): readonly [string, string] {
  return [verbsFactOf(api), [...verbsOf(api)].sort().join()];
}

/** Summary of an operation if it is usable as a title, on one line of limited length; else ''. */
export function titleSummary({ record }: Operation): string {
  return summaryAsTitle(record.summary);
}

export function summaryAsTitle(summary: string | null): string {
  return shortSummary(summary, LONGEST_SUMMARY).trim();
}

/** Text on one line of limited length; any other text is ''. */
export function shortSummary(summary: string | null, longest = LONGEST_TITLE): string {
  return summary === null || summary.length > longest || summary.trim().includes('\n') ? '' : summary;
}

/** Text below the title of an operation: its description, preceded by the summary if that is too long for a title. */
export function operationText(operation: Operation): string | null {
  const { summary, description } = operation.record;
  if (summary === null || summary.trim() === '' || titleSummary(operation) !== '') return description;
  return `${summary.trim()}\n\n${description ?? ''}`.trim();
}

/** Title for the navigation, whose items have two lines: if it is too long, the words of a shorter operationId. */
export function itemTitle(operation: Operation, title: string): string {
  if (title.length <= LONGEST_ITEM) return title;
  const other = idTitle(operation, idBelowTag(operation));
  return other !== '' && other.length < title.length ? other : title;
}

/** Parts that frameworks add to operationIds: `Controller` after a class name, and a number after a repeated name. */
const ADDED_TO_METHOD = /Controller(?=[_.])|(?<=[a-z])_\d+$/g;

/** Words of the operationId, or of the path if it repeats that with its parameters: `GetAccountsAccountPersons`. */
function idTitle(operation: Operation, operationId = operation.record.operationId): string {
  const name = (operationId ?? '').replaceAll(ADDED_TO_METHOD, '');
  return spellsPath(name, operation) ? pathTitle(operation) : wordsOfName(name);
}

function spellsPath(name: string, operation: Operation): boolean {
  const rest = withoutMethod(lettersIn(name), lettersIn(operation.getHttpMethod()));
  const [path = ''] = operation.record.paths;
  const isEnd = (text: string): boolean => lettersIn(text).endsWith(rest);
  return isEnd(path) && !isEnd(path.replaceAll(/\{[^{}]*\}/g, ''));
}

function withoutMethod(letters: string, method: string): string {
  if (letters.startsWith(method)) return letters.slice(method.length);
  return letters.endsWith(method) ? letters.slice(0, letters.length - method.length) : letters;
}

/**
 * Method and resource in the words of the path: `Get refund`. What is done to the resource that the response describes
 * is its own verb: `Close dispute`.
 */
function pathTitle(operation: Operation): string {
  const { names, isEntity } = resourceNames(operation.record.paths[0] ?? '');
  const [resource, parent] = [names.at(-1), singular(names.at(-2) ?? '')];
  if (resource === undefined) return '';
  const described = resultSchemas(operation).map((name) => lettersIn(schemaTitle(name)));
  const isDone = !isEntity && operation.getHttpMethod() !== 'GET' && described.includes(lettersIn(parent));
  if (isDone && !described.includes(lettersIn(singular(resource)))) return sentenceCase(`${resource} ${parent}`);
  return `${sentenceCase(operation.getHttpMethod().toLowerCase())} ${isEntity ? singular(resource) : resource}`;
}

/** Names of the schemas that a successful response has: its own, then that of the items of a list, also within it. */
export function resultSchemas(operation: Operation): readonly string[] {
  const { components } = operation.service.api;
  const [schema] = operation.getResponses().flatMap(({ status, response }) => {
    const content = status.startsWith('2') ? operation.getContent(response) : [];
    const [, media] = content.find(([mediaType]) => isJsonMediaType(mediaType)) ?? content[0] ?? [];
    return media?.schema === undefined ? [] : [media.schema];
  });
  if (schema === undefined) return [];
  const itemsOf = (list: JsonSchema | undefined): string | null => {
    const { value } = components.resolveSchema(list ?? true);
    return typeof value === 'object' && value.items !== undefined ? components.resolveSchema(value.items).name : null;
  };
  const { name, value } = components.resolveSchema(schema);
  const members = typeof value === 'object' ? Object.values(value.properties ?? {}) : [];
  return [name, itemsOf(schema), ...members.map(itemsOf)].filter((found) => found !== null);
}

/** Words of the operationId after its tag, `list jobs` of `actions/list-jobs`; all if fewer than two would remain. */
function idBelowTag({ record: { operationId, tags } }: Operation): string | null {
  const parts = partsOfName(operationId ?? '');
  const tag = tags
    .map((name) => partsOfName(name))
    .find((names) => names.length > 0 && names.every((name, at) => name.toLowerCase() === parts[at]?.toLowerCase()));
  return tag === undefined || parts.length < tag.length + 2 ? operationId : parts.slice(tag.length).join(' ');
}
