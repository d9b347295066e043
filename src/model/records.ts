/**
 * Records: the documentation model as plain JSON. Descriptor readers produce records, caches and the store keep
 * them, and the classes {@link Api}, {@link Service}, {@link Operation} and {@link Field} wrap them.
 * `readJson(writeJson(record))` gives an equal record, with the digits of its numbers (`schema/exact-number.ts`).
 *
 * Names come from untrusted files: look them up with `Object.hasOwn`, and build maps with
 * `Object.fromEntries` or spread, never by assignment (`__proto__`).
 */

import type { ExternalDocumentationObject, JsonSchema } from '../schema/schema.ts';
import type { ApiAccess } from './access.ts';
import type { Diagnostic } from './diagnostic.ts';
import type {
  CallbackObject,
  ComponentsRecord,
  Extensible,
  InfoObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  SecurityRequirementObject,
  ServerObject,
  TagObject,
} from './openapi-objects.ts';
import type { PathNotes } from './path-items.ts';
import type { ApiDemand } from './security.ts';

export interface ApiRecord {
  readonly name: string;
  /** Version number, at least 1. */
  readonly version: number;
  /** True: the descriptor marks this version as the default, to which `/platform/documentation/<api>` leads. */
  readonly isDefault: boolean;
  readonly info: InfoObject;
  /** Common prefix of all paths: `''`, or a path such as `/library` without a final slash. */
  readonly basePath: string;
  readonly servers: readonly ServerObject[];
  /** Tags in the descriptor's order, including all tags that services name. */
  readonly tags: readonly TagObject[];
  readonly externalDocs: ExternalDocumentationObject | null;
  readonly services: readonly ServiceRecord[];
  readonly components: ComponentsRecord;
  /** Markdown files of the project that belong to the API, in order; absent if there are none. */
  readonly guides?: readonly GuideRecord[];
  /** Requirements for operations whose own `security` is null. */
  readonly security: readonly SecurityRequirementObject[] | null;
  /** Top-level `x-` keys of the descriptor. */
  readonly extensions: Extensible;
  readonly source: SourceRecord;
}

/** Markdown file in the folder `guides/` beside the descriptor. */
export interface GuideRecord extends Extensible {
  /** File name without folder and extension. */
  readonly name: string;
  /** Folder below `guides/`, with forward slashes; absent if there is none. */
  readonly group?: string;
  readonly title: string;
  /** Plain text for lists; if absent, lists show the first sentence of the guide. */
  readonly description?: string;
  /** Markdown without front matter. */
  readonly text: string;
}

export interface SourceRecord {
  /** Name of the descriptor format, such as `native` or `openapi-3.1`. */
  readonly format: string;
  /** Path relative to the project, with forward slashes. */
  readonly file: string;
  /** Number of warnings from reading the descriptor. */
  readonly warningCount: number;
  /** Warnings with source positions, not necessarily all; absent if there are none. */
  readonly warnings?: readonly Diagnostic[];
}

/**
 * `rest`: a collection and its entity. `rpc`: one route with all operations in `operations`.
 * `webhook`: operations that the API provider calls at the client; these have no route.
 */
export type ServiceKind = 'rest' | 'rpc' | 'webhook';

export interface ServiceRecord {
  /** Name, unique in the API; percent-encoded, it is a segment of URLs. */
  readonly name: string;
  /** Title for readers, such as `/pets` for a service named `pets`; null if the name serves as title. */
  readonly title: string | null;
  readonly kind: ServiceKind;
  readonly summary: string | null;
  readonly description: string | null;
  /** Route match string without the base path: `/book[/:book_id]`; `''` for a webhook. */
  readonly route: string;
  readonly routeIdentifierName: string | null;
  /** Names of tags, each a group that lists the service; its page is under the first. */
  readonly tags: readonly string[];
  readonly requestAcceptTypes: readonly string[];
  readonly requestContentTypes: readonly string[];
  readonly responseContentTypes: readonly string[];
  /** Collection operations of a REST service; all operations of any other service. */
  readonly operations: readonly OperationRecord[];
  readonly entityOperations: readonly OperationRecord[];
  /** Configured fields as an object schema; null if there are none. */
  readonly fields: JsonSchema | null;
  readonly extensions: Extensible;
  /** Texts and extensions of each path, if some paths may be hidden from readers; absent from records for readers. */
  readonly pathNotes?: PathNotes;
}

export interface StatusCode {
  readonly code: number;
  /** Reason phrase. */
  readonly message: string;
}

export interface OperationRecord {
  /** Upper case, such as `GET`. */
  readonly method: string;
  /**
   * URI templates without the base path, such as `/book/{book_id}`. At least one; several only if a route has
   * optional segments.
   */
  readonly paths: readonly string[];
  readonly operationId: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  /** Text or example body from the descriptor, unchanged. */
  readonly requestDescription: string | null;
  readonly responseDescription: string | null;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly externalDocs: ExternalDocumentationObject | null;
  /** Merged parameters of path and operation. */
  readonly parameters: readonly Reference<ParameterObject>[];
  readonly requestBody: Reference<RequestBodyObject> | null;
  /** Responses by status (`200`, `4XX`, `default`); empty if the descriptor has none. */
  readonly responses: Readonly<Record<string, Reference<ResponseObject>>>;
  readonly callbacks: Readonly<Record<string, Reference<CallbackObject>>>;
  /** Null: the requirements of the API apply. */
  readonly security: readonly SecurityRequirementObject[] | null;
  /** Empty: the servers of the API apply. */
  readonly servers: readonly ServerObject[];
  readonly extensions: Extensible;
}

/** Entry in the list of APIs (specification §2.1). */
export interface ApiListEntry {
  readonly name: string;
  /** Version numbers in ascending order. */
  readonly versions: readonly number[];
  readonly defaultVersion: number;
  /** Title of the default version. */
  readonly title: string;
  /** Summary or first sentence of the description of the default version; null if it has neither. */
  readonly summary: string | null;
  /** Number of operations in the default version. */
  readonly operationCount?: number;
  /** Status of the default version. */
  readonly status?: ApiStatus;
  /** Release time (`2026-05-01T00:00:00.000Z`) and deprecation of each of the {@link versions}. */
  readonly releases?: readonly ApiRelease[];
  /** Guides of the default version, if it has no services and schemas. */
  readonly guides?: readonly { readonly name: string; readonly title: string }[];
  /** Groups of the default version, unless it has too many; shown by the list of a single API. */
  readonly groups?: readonly { readonly name: string; readonly title: string }[];
  /** Earlier names of the API in URLs, as declared by its versions. */
  readonly formerNames?: readonly string[];
  /** Top-level folder, inside the folder of descriptors, of the default version's file; absent if there is none. */
  readonly folder?: string;
  /** Combined access that this site requires for the operations of the default version. */
  readonly access?: ApiAccess;
  /** Security that the descriptor requires; relevant only if this site requires no log-in. */
  readonly demand?: ApiDemand;
}

interface ApiRelease extends Pick<ApiStatus, 'deprecated'> {
  readonly version: number;
  readonly released: string;
}

/** Status of a version, for clients that choose one; plain JSON. */
export interface ApiStatus {
  /** Dates in the descriptor, such as `2026-05-01`, if the whole version is deprecated; else null. */
  readonly deprecated: { readonly since: string | null; readonly sunset: string | null } | null;
  /** Audiences that may see the version: `internal` and names in `x-audience`; empty if all readers may. */
  readonly audience: readonly string[];
}
