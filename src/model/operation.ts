import type { Direction } from '../schema/hidden-names.ts';
import { isRecord } from '../schema/json-values.ts';
import type { Named } from '../schema/references.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { type Access, type OperationIdentity, openToEveryone } from './access.ts';
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
  /** `200`, `4XX`, `default`. */
  readonly status: string;
  /** Name in the components; null for a response of the operation's own. */
  readonly name: string | null;
  readonly response: ResponseObject;
}

/** One method of a service (specification §2.1), with what OpenAPI tells about it. */
export class Operation {
  readonly record: OperationRecord;
  readonly service: Service;
  readonly resource: 'collection' | 'entity' | 'action';
  #access: Access | undefined;

  constructor(record: OperationRecord, service: Service, resource: 'collection' | 'entity' | 'action') {
    this.record = record;
    this.service = service;
    this.resource = resource;
  }

  getHttpMethod(): string {
    return this.record.method;
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
    // The reason phrase of its status describes nothing.
    const description = success?.response.description;
    return description === undefined || description === reasonPhrase(Number(success?.status)) ? null : description;
  }

  /**
   * Documented codes in ascending order; 401 and 403 are added where this site asks for a log-in. Ranges (`4XX`) and
   * `default` are in {@link getResponses} only.
   */
  getResponseStatusCodes(): readonly StatusCode[] {
    const codes = this.getResponses().flatMap(({ status, response }) =>
      /^[1-9]\d\d$/.test(status) ? [{ code: Number(status), message: reasonOf(Number(status), response) }] : [],
    );
    const added = this.getAddedStatusCodes();
    return added.length === 0 ? codes : [...codes, ...added].sort((a, b) => a.code - b.code);
  }

  /** 401 and 403 where this site asks for a log-in and the descriptor does not describe them. */
  getAddedStatusCodes(): readonly StatusCode[] {
    if (!this.asksForLogIn()) return [];
    return [401, 403].filter((code) => !Object.hasOwn(this.record.responses, String(code))).map(toStatusCode);
  }

  /**
   * Whether a caller without a log-in is refused where the operation is called: as this site enforces it where it
   * answers, else by the descriptor (DESIGN §6). A webhook is called elsewhere, and by others.
   */
  requiresAuthorization(): boolean {
    if (this.service.getKind() === 'webhook') return false;
    return this.isAnsweredHere() ? this.asksForLogIn() : isClosed(this.getSecurity());
  }

  /** Whether this site asks for a log-in. */
  asksForLogIn(): boolean {
    return this.getAccess().kind === 'login';
  }

  /** Whether it is called at this site: the address of samples, and the one that {@link getAccess} is about. */
  isAnsweredHere(): boolean {
    const [own] = this.record.servers;
    return own === undefined ? this.service.api.isAnsweredHere() : isHere(own) || this.asksForLogIn();
  }

  /** Whether it is called elsewhere, and this site answers it as well, from examples. */
  hasExamplesHere(): boolean {
    return this.service.getKind() !== 'webhook' && !this.isAnsweredHere() && this.getAccess().hasExamples === true;
  }

  /**
   * Access that this site requires; computed by the rule that enforces it. A webhook is called elsewhere: none. The
   * rule gets names alone, which every document of an API depends on.
   */
  getAccess(): Access {
    const { api } = this.service;
    const rule = this.service.getKind() === 'webhook' ? openToEveryone : api.accessRule;
    this.#access ??= withoutDependencies(() => rule(this.getIdentity()));
    return this.#access;
  }

  /** Identity that an access rule receives. */
  getIdentity(): OperationIdentity {
    const { api } = this.service;
    return {
      api: api.getName(),
      version: api.getVersion(),
      service: this.service.getName(),
      resource: this.resource,
      method: this.record.method,
    };
  }

  /** Requirements of the descriptor itself, enforced elsewhere or nowhere. Empty: none. */
  getSecurity(): readonly SecurityRequirementObject[] {
    return this.record.security ?? this.service.api.record.security ?? [];
  }

  /** Whether the descriptor says who may call: that everyone may is said, too. */
  namesSecurity(): boolean {
    return (this.record.security ?? this.service.api.record.security) !== null;
  }

  /** Main URI template with the base path: `/library/book/{book_id}`; `''` for a webhook. */
  getPath(): string {
    return this.getPaths()[0] ?? '';
  }

  /** All URI templates with the base path; several only where a route has optional segments. */
  getPaths(): readonly string[] {
    if (this.service.getKind() === 'webhook') return [''];
    return this.record.paths.map((path) => this.service.api.record.basePath + path);
  }

  getServers(): readonly ServerObject[] {
    return this.record.servers.length > 0 ? this.record.servers : this.service.api.record.servers;
  }

  getParameters(): readonly ParameterObject[] {
    return this.record.parameters.map((parameter) => this.service.api.components.resolve(parameter).value);
  }

  /** Header fields of requests that it describes, credentials that its API has in one included; in lower case. */
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

  /** Responses in ascending order of status; ranges after their codes, `default` last. */
  getResponses(): readonly DescribedResponse[] {
    return Object.entries(this.record.responses)
      .sort(([a], [b]) => byStatus(a, b))
      .map(([status, reference]) => {
        const { name, value } = this.service.api.components.resolve(reference);
        return { status, name, response: value };
      });
  }

  /** {@link getResponses}, and among them those of {@link getAddedStatusCodes}. */
  getAllResponses(): readonly DescribedResponse[] {
    const described = this.getResponses();
    const added = this.getAddedStatusCodes().map(({ code, message }) => ({
      status: String(code),
      name: null,
      response: { description: message },
    }));
    return added.length === 0 ? described : [...described, ...added].sort((a, b) => byStatus(a.status, b.status));
  }

  /** Media type → its description, references resolved, in the descriptor's order. */
  getContent(message: RequestBodyObject | ResponseObject): readonly [mediaType: string, MediaTypeObject][] {
    return Object.entries(message.content ?? {}).map(([mediaType, reference]) => [
      mediaType,
      this.service.api.components.resolve(reference).value,
    ]);
  }

  /** The schema of the request body's first JSON media type, else of its first media type; null when there is none. */
  getRequestSchema(): JsonSchema | null {
    const body = this.getRequestBody();
    if (body === null) return null;
    const content = this.getContent(body.value);
    const json = content.find(([mediaType]) => isJsonMediaType(mediaType)) ?? content[0];
    return json?.[1].schema ?? null;
  }
}

function byStatus(a: string, b: string): number {
  const rank = (status: string): string => (status === 'default' ? 'z' : status.replaceAll(/x/gi, 'y'));
  return rank(a) < rank(b) ? -1 : 1;
}

function reasonOf(code: number, response: ResponseObject): string {
  const own = response['x-platform-reason'];
  if (typeof own === 'string') return own;
  return reasonPhrase(code) || (response.summary ?? response.description?.split('\n', 1)[0] ?? '');
}

/**
 * Key that distinguishes calls: `GET /book/{}`. Names of parameters do not matter.
 * @param method in capitals; @param path a URI template
 */
export function callKey(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{[^{}/]*\}/g, '{}')}`;
}

/** Longest key or description that is shown whole. */
const MOST_CHARACTERS = 200;

/** A response that the descriptor has under a key that no response can have. */
export interface LeftOutResponse {
  readonly key: string;
  /** Null where it has none. */
  readonly description: string | null;
}

/** Lists the responses left out of an operation, in the order of the descriptor. */
export function leftOutResponses(operation: Operation): readonly LeftOutResponse[] {
  const kept = operation.record.extensions['x-platform-responses'];
  if (!isRecord(kept)) return [];
  return Object.entries(kept).map(([key, response]) => {
    const description =
      isRecord(response) && typeof response['description'] === 'string' ? shortened(response['description']) : '';
    return { key: shortened(key), description: description === '' ? null : description };
  });
}

/** Puts a text on one line and cuts it. */
function shortened(words: string): string {
  const text = words.trim().replaceAll(/\s+/g, ' ');
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Directions of the two messages of a call, from the reader's point of view. */
export interface Directions {
  readonly request: Direction;
  readonly response: Direction;
}

/** Directions of an operation: readers send the request. */
export const CALLED: Directions = { request: 'request', response: 'response' };

/** Directions of a webhook or a callback, where the API calls: readers receive the request, and send the response. */
export const CALLING: Directions = { request: 'response', response: 'request' };

export function directionsOf({ service }: Operation): Directions {
  return service.getKind() === 'webhook' ? CALLING : CALLED;
}
