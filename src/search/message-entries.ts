import type { Api } from '../model/api.ts';
import type { HeaderObject, ParameterObject, RequestBodyObject, ResponseObject } from '../model/openapi-objects.ts';
import { CALLING, directionsOf, type Operation } from '../model/operation.ts';
import { anchorPart } from '../presentation/anchors.ts';
import { bodiesOf } from '../presentation/bodies.ts';
import { see } from '../presentation/fields/schema-facts.ts';
import { plainText } from '../presentation/markdown-text.ts';
import { callbacksOf } from '../presentation/messages/callback-view.ts';
import { responseText, sharedKey, sharedResponses, statusTitle } from '../presentation/messages/responses.ts';
import { placedParameters, valueView } from '../presentation/messages/values.ts';
import type { Direction } from '../schema/hidden-names.ts';
import { wordsOf } from '../words/words.ts';
import {
  type Entry,
  type EntryDocument,
  type EntryKind,
  type EntryOperation,
  MOST_OPERATIONS,
  MOST_WITH_RESPONSE,
} from './entry.ts';
import { fieldsOf, schemasOf, textsOf } from './field-entries.ts';

/** An entry under construction: an operation is added each time that its part occurs again. */
type Growing = Omit<Entry, 'operations' | 'operationCount'> & {
  readonly operations: EntryOperation[];
  operationCount: number;
  /** Operation that was counted last, so that two responses of one operation with the same body count once. */
  last: EntryOperation;
};

/** Place on a page that shows a message of an operation, such as its request. */
interface Drawn {
  readonly operation: EntryOperation;
  readonly document: EntryDocument;
  readonly anchor: string;
  readonly part: string;
}

/**
 * Collects parameters, fields, responses and headers of operations. Equal parts of several operations become one entry,
 * which points to the first of these operations.
 */
export class MessageEntries {
  readonly #api: Api;
  readonly #named: (operation: Operation) => EntryOperation;
  readonly #entries: Growing[] = [];
  readonly #byText = new Map<string, Growing>();
  /** Entries of each part of an operation, reused if it occurs again. Keys are the place and the part's object. */
  readonly #byPart = new Map<string, Map<object, readonly Growing[]>>();

  constructor(api: Api, named: (operation: Operation) => EntryOperation) {
    this.#api = api;
    this.#named = named;
  }

  entries(): readonly Entry[] {
    return this.#entries;
  }

  add(operation: Operation): void {
    const own = this.#named(operation);
    const document = { level: 'service', name: own.service } as const;
    this.#addParameters(operation.getParameters(), { operation: own, document, anchor: own.anchor, part: '' });
    const body = operation.getRequestBody()?.value;
    if (body !== undefined) {
      const drawn = { operation: own, document, anchor: `${own.anchor}.body`, part: 'request' };
      this.#addBody(body, directionsOf(operation).request, drawn);
    }
    for (const { status, response } of operation.getResponses())
      this.#once(`${status} ${directionsOf(operation).response}`, response, own, () =>
        this.#responseOf(status, response, operation, own),
      );
    this.#addCallbacks(operation, { operation: own, document, anchor: own.anchor, part: '' });
  }

  #addParameters(parameters: readonly ParameterObject[], { anchor, ...drawn }: Drawn): void {
    for (const { place, members } of placedParameters(parameters))
      for (const parameter of members) {
        const at = { ...drawn, anchor: `${anchor}.${place}.${anchorPart(parameter.name)}`, part: place };
        this.#once(place, parameter, at.operation, () => [this.#valueOf('parameter', parameter.name, parameter, at)]);
      }
  }

  /** Adds the callbacks of an operation, including the fields of their requests. */
  #addCallbacks({ record }: Operation, drawn: Drawn): void {
    for (const { facts, parameters, body } of callbacksOf(record.callbacks, this.#api.components)) {
      const { name, part, summary, operationId, description } = facts;
      const at = { ...drawn, anchor: `${drawn.anchor}.${part}` };
      const texts = { values: [], text: plainText(description) };
      this.#known('operation', summary ?? name, [name, operationId ?? ''], at, texts, [name]);
      this.#addParameters(parameters, at);
      if (body !== null) this.#addBody(body, CALLING.request, { ...at, anchor: `${at.anchor}.body`, part: 'request' });
    }
  }

  #addBody(body: RequestBodyObject, direction: Direction, drawn: Drawn): void {
    this.#once(`body ${direction}`, body, drawn.operation, () => this.#fieldsOf(body, direction, drawn));
  }

  /** Creates the entries of a part once. If the part occurs again, only adds the operation to its entries. */
  #once(part: string, value: object, operation: EntryOperation, find: () => readonly Growing[]): readonly Growing[] {
    const byValue = this.#byPart.get(part) ?? new Map<object, readonly Growing[]>();
    this.#byPart.set(part, byValue);
    const entries = byValue.get(value) ?? find();
    byValue.set(value, entries);
    for (const entry of entries) count(entry, operation);
    return entries;
  }

  #responseOf(status: string, response: ResponseObject, operation: Operation, own: EntryOperation): readonly Growing[] {
    const { components } = this.#api;
    const { drawn, inside } = this.#placeOf(status, response, operation, own);
    const text = plainText(responseText(status, response, null));
    const name = status === 'default' ? status : statusTitle(status, response, wordsOf(this.#api));
    const isTold = text !== '' || drawn.document.level === 'api' || /^[45]/.test(status);
    return [
      ...(isTold ? [this.#known('response', name, [status], drawn, { values: [], text })] : []),
      ...Object.entries(response.headers ?? {}).flatMap(([header, reference]) => {
        const { value } = components.resolve(reference);
        const at = { ...inside, anchor: `${inside.anchor}.header.${anchorPart(header)}` };
        return this.#once(`header ${status} ${header}`, value, own, () => [this.#valueOf('header', header, value, at)]);
      }),
      ...this.#fieldsOf(response, directionsOf(operation).response, inside),
    ];
  }

  /**
   * Places of a response and of its fields: on the page of the operation, or in the API's section of shared responses,
   * where several statuses may have the same fields.
   */
  #placeOf(
    status: string,
    response: ResponseObject,
    operation: Operation,
    own: EntryOperation,
  ): { readonly drawn: Drawn; readonly inside: Drawn } {
    const key = sharedKey(operation, status, response);
    const shared = key === null ? undefined : sharedResponses(this.#api).get(key);
    if (shared === undefined) {
      const anchor = `${own.anchor}.${anchorPart(status)}`;
      const document = { level: 'service', name: own.service } as const;
      const drawn: Drawn = { operation: own, document, anchor, part: status };
      return { drawn, inside: drawn };
    }
    const drawn: Drawn = { operation: own, document: { level: 'api' }, anchor: shared.id, part: status };
    return { drawn, inside: { ...drawn, anchor: shared.drawnAs } };
  }

  #valueOf(kind: EntryKind, name: string, value: HeaderObject, drawn: Drawn): Growing {
    const { components } = this.#api;
    const seen = see(valueView(value, components).schema, components);
    const { values, text } = textsOf(name, seen, components);
    const schemas = schemasOf(seen, components);
    return this.#known(kind, name, [], drawn, { schemas, values, text: plainText(value.description) || text });
  }

  #fieldsOf(message: RequestBodyObject | ResponseObject, direction: Direction, drawn: Drawn): readonly Growing[] {
    const { components } = this.#api;
    return this.#once(`fields ${direction}`, message, drawn.operation, () =>
      bodiesOf(message, components).flatMap(({ schema, isStream }) => {
        const at = isStream ? `${drawn.anchor}.*` : drawn.anchor;
        const found = schema === undefined ? [] : fieldsOf(schema, components, at, direction);
        return found.map(({ anchor, ...field }) =>
          this.#push({ kind: 'field', aliases: [], ...field }, { ...drawn, anchor }),
        );
      }),
    );
  }

  /** Returns the same entry for equal parts, no matter whether they refer to a component or repeat it. */
  #known(
    kind: EntryKind,
    name: string,
    aliases: readonly string[],
    drawn: Drawn,
    { schemas = [], ...texts }: Pick<Entry, 'values' | 'text'> & Partial<Pick<Entry, 'schemas'>>,
    around: readonly string[] = [],
  ): Growing {
    const key = JSON.stringify([kind, name, drawn.part, texts, around]);
    const known = this.#byText.get(key) ?? this.#push({ kind, name, aliases, around, schemas, ...texts }, drawn);
    this.#byText.set(key, known);
    count(known, drawn.operation);
    return known;
  }

  #push(
    entry: Pick<Entry, 'kind' | 'name' | 'aliases' | 'around' | 'schemas' | 'values' | 'text'>,
    { operation, document, anchor, part }: Drawn,
  ): Growing {
    const growing: Growing = {
      ...entry,
      document,
      anchor,
      part,
      isReceived: entry.kind === 'field' && part !== 'request',
      operations: [operation],
      operationCount: 1,
      last: operation,
    };
    this.#entries.push(growing);
    return growing;
  }
}

function count(entry: Growing, operation: EntryOperation): void {
  if (entry.last === operation) return;
  entry.last = operation;
  entry.operationCount += 1;
  if (entry.operations.length < (entry.kind === 'response' ? MOST_WITH_RESPONSE : MOST_OPERATIONS))
    entry.operations.push(operation);
}
