import type { Direction } from '../schema/hidden-names.ts';
import { isRecord } from '../schema/json-values.ts';
import type { Named } from '../schema/references.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { type Access, type OperationIdentity, openToEveryone } from './access.ts';
import type { Components } from './components.ts';
import { withoutDependencies } from './dependencies.ts';
import { isJsonMediaType } from './media-types.ts';
import type {
  MediaTypeObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SecurityRequirementObject,
  ServerObject,
} from './openapi-objects.ts';
import type { OperationRecord, StatusCode } from './records.ts';
import { isClosed } from './security.ts';
import { isHere } from './servers.ts';
import type { Service } from './service.ts';
import { reasonPhrase, toStatusCode } from './status-codes.ts';

interface DescribedResponse {
  /** Status code, range or default: `200`, `4XX`, `default`. */
  readonly status: string;
  /** Name of the response component; null for an inline response. */
  readonly name: string | null;
  readonly response: ResponseObject;
}

/** Operation: one HTTP method of a service (specification §2.1), with its facts from OpenAPI. */
export class Operation {
  readonly record: OperationRecord;
  readonly service: Service;
  readonly resource: 'collection' | 'entity' | 'action';
  readonly #method: string;
  #access: Access | undefined;

  constructor(record: OperationRecord, service: Service, resource: 'collection' | 'entity' | 'action') {
    this.record = record;
    this.service = service;
    this.resource = resource;
    this.#method = record.method;
  }

  getHttpMethod(): string {
    return this.#method;
  }

  /** Whether a body may lack required fields: PATCH of a native descriptor changes only sent fields, as in Laminas. */
  takesPart(): boolean {
    return this.getHttpMethod() === 'PATCH' && this.service.api.record.source.format === 'native';
  }

  getDescription(): string | null {
    return this.record.description;
  }

  getRequestDescription(): string | null {
    return this.record.requestDescription ?? this.getRequestBody()?.value.description ?? null;
  }

  getResponseDescription(): string | null {
    if (this.record.responseDescription !== null) return this.record.responseDescription;
    const success = this.getResponses().find(({ status }) => status.startsWith('2'));
    // A description that only repeats the reason phrase of the status is ignored.
    const description = success?.response.description;
    return description === undefined || description === reasonPhrase(Number(success?.status)) ? null : description;
  }

  /**
   * Documented status codes in ascending order; 401 and 403 are added if this site requires a log-in. Only
   * {@link getResponses} includes ranges (`4XX`) and `default`.
   */
  getResponseStatusCodes(): readonly StatusCode[] {
    const codes = this.getResponses().flatMap(({ status, response }) =>
      /^[1-9]\d\d$/.test(status) ? [{ code: Number(status), message: reasonOf(Number(status), response) }] : [],
    );
    const added = this.getAddedStatusCodes();
    return added.length === 0 ? codes : [...codes, ...added].sort((a, b) => a.code - b.code);
  }

  /** Returns 401 and 403 if this site requires a log-in, except those in the descriptor. */
  getAddedStatusCodes(): readonly StatusCode[] {
    if (!this.asksForLogIn()) return [];
    return [401, 403].filter((code) => !Object.hasOwn(this.record.responses, String(code))).map(toStatusCode);
  }

  /**
   * Whether an unauthenticated call is refused. If this site answers the operation, its access rule decides, else the
   * descriptor (DESIGN §6). False for a webhook, which the API calls.
   */
  requiresAuthorization(): boolean {
    if (this.service.getKind() === 'webhook') return false;
    return this.isAnsweredHere() ? this.asksForLogIn() : isClosed(this.getSecurity());
  }

  /** Whether this site requires a log-in for the operation. */
  asksForLogIn(): boolean {
    return this.getAccess().kind === 'login';
  }

  /** Whether clients call this site for the operation. Samples then use its address, and {@link getAccess} applies. */
  isAnsweredHere(): boolean {
    const [own] = this.record.servers;
    return own === undefined ? this.service.api.isAnsweredHere() : isHere(own) || this.asksForLogIn();
  }

  /** Whether clients call another host, and this site additionally responds with examples. */
  hasExamplesHere(): boolean {
    return this.service.getKind() !== 'webhook' && !this.isAnsweredHere() && this.getAccess().hasExamples === true;
  }

  /**
   * Access that this site requires, computed by the rule that enforces it; open for a webhook. The input of the rule
   * consists of names that every document of an API depends on anyway.
   */
  getAccess(): Access {
    const { api } = this.service;
    const rule = this.service.getKind() === 'webhook' ? openToEveryone : api.accessRule;
    this.#access ??= withoutDependencies(() => rule(this.getIdentity()));
    return this.#access;
  }

  /** Input for the access rule. */
  getIdentity(): OperationIdentity {
    const { api } = this.service;
    return {
      api: api.getName(),
      version: api.getVersion(),
      service: this.service.getName(),
      resource: this.resource,
      method: this.#method,
    };
  }

  /** Security requirements of the descriptor, which this site does not enforce; empty if there are none. */
  getSecurity(): readonly SecurityRequirementObject[] {
    return this.record.security ?? this.service.api.record.security ?? [];
  }

  /** Whether the descriptor has security requirements for the operation, even an empty list, which means open. */
  namesSecurity(): boolean {
    return (this.record.security ?? this.service.api.record.security) !== null;
  }

  /** Main URI template with the base path: `/library/book/{book_id}`; `''` for a webhook. */
  getPath(): string {
    return this.getPaths()[0] ?? '';
  }

  /** All URI templates with the base path; several only for a route with optional segments. */
  getPaths(): readonly string[] {
    if (this.service.getKind() === 'webhook') return [''];
    const { basePath } = this.service.api.record;
    return this.record.paths.map((path) => basePath + path);
  }

  getServers(): readonly ServerObject[] {
    return this.record.servers.length > 0 ? this.record.servers : this.service.api.record.servers;
  }

  getParameters(): readonly ParameterObject[] {
    return this.record.parameters.map((parameter) => this.service.api.components.resolve(parameter).value);
  }

  /** Lower-case names of request header fields: header parameters of the operation and header API keys of the API. */
  getHeaderNames(): readonly string[] {
    const { components } = this.service.api;
    const schemes = Object.values(components.record.securitySchemes).map((scheme) => components.resolve(scheme).value);
    return [...this.getParameters(), ...schemes].flatMap(({ in: place, name }) =>
      place === 'header' && name !== undefined ? [name.toLowerCase()] : [],
    );
  }

  getRequestBody(): Named<RequestBodyObject> | null {
    return this.record.requestBody === null ? null : this.service.api.components.resolve(this.record.requestBody);
  }

  /** Responses in ascending order of status; a range comes after its codes, `default` is last. */
  getResponses(): readonly DescribedResponse[] {
    return this.service.api.components.remembered('responses', this, describedResponses);
  }

  /** All responses in ascending order: {@link getResponses} and {@link getAddedStatusCodes}. */
  getAllResponses(): readonly DescribedResponse[] {
    const described = this.getResponses();
    const added = this.getAddedStatusCodes().map(({ code, message }) => ({
      status: String(code),
      name: null,
      response: { description: message },
    }));
    return added.length === 0 ? described : [...described, ...added].sort((a, b) => byStatus(a.status, b.status));
  }

  /** Media types of a body with resolved Media Type Objects, in the descriptor's order. */
  getContent(message: RequestBodyObject | ResponseObject): readonly [mediaType: string, MediaTypeObject][] {
    return Object.entries(message.content ?? {}).map(([mediaType, reference]) => [
      mediaType,
      this.service.api.components.resolve(reference).value,
    ]);
  }

  /** Schema of the first JSON media type of the request body, else of its first media type; null if there is none. */
  getRequestSchema(): JsonSchema | null {
    const body = this.getRequestBody();
    if (body === null) return null;
    const content = this.getContent(body.value);
    const json = content.find(([mediaType]) => isJsonMediaType(mediaType)) ?? content[0];
    return json?.[1].schema ?? null;
  }
}

function describedResponses({ record }: Operation, components: Components): readonly DescribedResponse[] {
  return Object.entries(record.responses)
    .sort(([a], [b]) => byStatus(a, b))
    .map(([status, reference]) => {
      const { name, value } = components.resolve(reference);
      return { status, name, response: value };
    });
}

/** Compares characters, of which those in `4XX` and `default` come after digits. */
function byStatus(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function reasonOf(code: number, response: ResponseObject): string {
  const own = response['x-platform-reason'];
  if (typeof own === 'string') return own;
  return reasonPhrase(code) || (response.summary ?? response.description?.split('\n', 1)[0] ?? '');
}

/**
 * Key that identifies a call regardless of parameter names: `GET /book/{}`.
 * @param method upper-case method; @param path URI template
 */
export function callKey(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^{}/]*\}/g, '{}')}`;
}

/** Maximum length of a key or description before it is cut. */
const MOST_CHARACTERS = 200;

/** Response in the descriptor with an invalid key, which is left out of the model. */
export interface LeftOutResponse {
  readonly key: string;
  /** Null if the response has no description. */
  readonly description: string | null;
}

/** Lists the responses of an operation with invalid keys, in the order of the descriptor. */
export function leftOutResponses(operation: Operation): readonly LeftOutResponse[] {
  const kept = operation.record.extensions['x-platform-responses'];
  if (!isRecord(kept)) return [];
  return Object.entries(kept).map(([key, response]) => {
    const description =
      isRecord(response) && typeof response['description'] === 'string' ? shortened(response['description']) : '';
    return { key: shortened(key), description: description === '' ? null : description };
  });
}

/** Joins the lines of a text and cuts it to {@link MOST_CHARACTERS}. */
function shortened(words: string): string {
  const text = words.trim().replaceAll(/\s+/g, ' ');
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Schema direction of each message in a call: `request` if the reader sends the message, else `response`. */
export interface Directions {
  readonly request: Direction;
  readonly response: Direction;
}

/** Directions for operations, whose request the reader sends. */
export const CALLED: Directions = { request: 'request', response: 'response' };

/** Directions for webhooks and callbacks, which the API calls: the reader receives the request and responds. */
export const CALLING: Directions = { request: 'response', response: 'request' };

export function directionsOf({ service }: Operation): Directions {
  return service.getKind() === 'webhook' ? CALLING : CALLED;
}
