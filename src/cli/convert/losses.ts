import type { Change, Owner, Step } from '../../changes/change.ts';
import { compareApis } from '../../changes/compare-apis.ts';
import { placeWords } from '../../changes/place-words.ts';
import { descriptorEnding } from '../../descriptors/path-names.ts';
import { readRecords } from '../../descriptors/read-record.ts';
import { parseDescriptor, readerOf } from '../../descriptors/registry.ts';
import { Api } from '../../model/api.ts';
import type { Diagnostic, Place } from '../../model/diagnostic.ts';
import type { ApiRecord } from '../../model/records.ts';
import type { Part } from '../../rules/contract.ts';
import { RuleBook } from '../../rules/rule-book.ts';
import { type Phrase, phraseText } from '../../words/phrase.ts';
import { ENGLISH, type Words, wordsOf } from '../../words/words.ts';

/** A written document stands alone, so that it refers to no other file. */
const NO_FILES = { resolve: () => ({ refused: 'missing' }) as const, load: () => undefined, has: () => false };

/** Reads a written document. @returns undefined if no reader knows its format, or if it is too large, with a problem */
export function readBack(text: string, name: string, extension: string, problems: Diagnostic[]): ApiRecord | undefined {
  const path = `${name}${extension}`;
  const add = (problem: Diagnostic): boolean => {
    if (problem.rule === 'file-too-large') problems.push({ ...problem, severity: 'warning' });
    return true;
  };
  const file = descriptorEnding(path, () => undefined) === undefined ? undefined : parseDescriptor({ path, text }, add);
  const reader = file && readerOf(file.value);
  if (file === undefined || reader === undefined) return undefined;
  const rules = new RuleBook();
  return readRecords({ file, reader, files: NO_FILES, parse: parseDescriptor, name, rules }, add)[0];
}

/** Reason for differences, with what to do about them. */
interface Cause {
  /** Begin of the messages: `In raml`. */
  readonly begin: string;
  readonly remedy: string;
}

interface Conversion {
  /** API as its descriptor describes it, whose parts {@link locate} finds. */
  readonly source: ApiRecord;
  readonly locate: (part: Part) => Place;
  /** Name of the service, if the document is about one service. */
  readonly service: string | null;
}

/** Lists the facts of an API that another description of it lacks or changes, each at its place in the descriptor. */
export function differences(
  { begin, remedy }: Cause,
  before: ApiRecord,
  after: ApiRecord,
  { source, locate, service }: Conversion,
): readonly Diagnostic[] {
  const only = (record: ApiRecord): Api => {
    const services = record.services.filter(({ name }) => service === null || name === service);
    // A format may give a service another name.
    return new Api(services.length === 0 ? record : { ...record, services });
  };
  const [api, words] = [new Api(source), wordsOf({ language: ENGLISH })];
  return compareApis(only(before), only(after)).flatMap((change) => {
    const { owner, steps } = change.place;
    if (isAddition(change)) return [];
    // A document about a service names only the groups and guides of that service.
    if (service !== null && owner.kind === 'api' && steps.some(({ kind }) => kind === 'tag' || kind === 'guide'))
      return [];
    const subject = `${subjectOf(owner, api)}${othersOf(change)}`;
    const message = `${begin}, ${subject}: ${factsOf(change, words)}.`;
    return {
      ...locate(partOf(owner, steps, api)),
      severity: 'warning',
      rule: `conversion-${change.rule}`,
      message,
      remedy,
    };
  });
}

/** True for a text that is new, or that continues the one before: formats keep in it what they have no words for. */
function isAddition({ rule, before, after }: Change): boolean {
  if (!TEXTS.has(rule)) return false;
  return before === null || (after !== null && phraseText(after).startsWith(phraseText(before)));
}

const TEXTS: ReadonlySet<string> = new Set(['description-changed', 'title-changed', 'example-changed', 'tags-changed']);
const MOST_LETTERS = 200;
/** Maximum number of operations that one message names. */
const MOST_NAMED = 5;

function shortened(phrase: Phrase): string {
  const text = phraseText(phrase);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

function factsOf({ rule, place, before, after }: Change, words: Words): string {
  const was = before === null ? [] : [`was ${shortened(before)}`];
  const now = after === null ? [] : [`now ${shortened(after)}`];
  const where = phraseText(placeWords(place.steps, words));
  return [words.say(`change.${rule}`), where, ...was, ...now]
    .filter((text) => text !== '')
    .join(', ')
    .replace(/\.$/, '');
}

function subjectOf(owner: Owner, api: Api): string {
  switch (owner.kind) {
    case 'api':
      return 'the API';
    case 'service':
      return `the service ${owner.before ?? owner.after}`;
    case 'operation': {
      const { method = '', path = '', service = '' } = owner.before ?? owner.after ?? {};
      return `${method} ${path || api.getService(service)?.record.title || service}`;
    }
    case 'component':
      return `${owner.before} (${owner.section})`;
    default:
      return owner satisfies never;
  }
}

/** Names the other operations with the same difference: `, PUT /books/{id} and 12 more differ`. */
function othersOf({ place, operations, operationCount }: Change): string {
  if (place.owner.kind !== 'operation' || operationCount < 2) return ' differs';
  const named = operations.slice(1, MOST_NAMED).map(({ method, path, title }) => `${method} ${path || title}`);
  const unnamed = operationCount - 1 - named.length;
  const last = unnamed > 0 ? `${unnamed} more` : named.pop();
  return `${named.map((name) => `, ${name}`).join('')} and ${last} differ`;
}

/** Finds the part of the descriptor that a difference concerns. */
function partOf(owner: Owner, steps: readonly Step[], api: Api): Part {
  const whole: Part = { kind: 'api', below: [] };
  if (owner.kind === 'component') return { kind: 'component', section: owner.section, name: owner.before, below: [] };
  if (owner.kind === 'api') return whole;
  const name = owner.kind === 'service' ? owner.before : owner.before?.service;
  const operations = api.getService(name ?? '')?.getAllOperations() ?? [];
  const found =
    owner.kind === 'service'
      ? operations[0]
      : operations.find(
          ({ record, resource }) => record.method === owner.before?.method && resource === owner.before.resource,
        );
  if (found === undefined) return whole;
  const operation = found.record;
  const [first] = steps;
  switch (first?.kind) {
    case 'parameter':
      return { kind: 'parameter', operation, name: first.name, in: first.in, below: [] };
    case 'body':
      return { kind: 'operation', operation, below: ['requestBody'] };
    case 'response':
      return { kind: 'operation', operation, below: ['responses', first.status] };
    default:
      return { kind: 'operation', operation, below: [] };
  }
}
