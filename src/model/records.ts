/**
 * The documentation model as plain JSON: what descriptor readers produce, what caches and the store
 * keep, and what the classes {@link Api}, {@link Service}, {@link Operation} and {@link Field} read.
 * A record survives `JSON.parse(JSON.stringify(record))` unchanged.
 *
 * Names come from hostile files: look them up with `Object.hasOwn`, build maps with
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
  /** At least 1. */
  readonly version: number;
  /** The descriptor marks this version as the one that `/platform/documentation/<api>` answers with. */
  readonly isDefault: boolean;
  readonly info: InfoObject;
  /** Path under which the API is served, `''` or `/library`: starts with a slash, ends without. */
  readonly basePath: string;
  readonly servers: readonly ServerObject[];
  /** Tags in the descriptor's order; every tag that a service names is here. */
  readonly tags: readonly TagObject[];
  readonly externalDocs: ExternalDocumentationObject | null;
  readonly services: readonly ServiceRecord[];
  readonly components: ComponentsRecord;
  /** Markdown files of the project that belong to it, in their order; left out where there are none. */
  readonly guides?: readonly GuideRecord[];
  /** Requirements for operations whose own `security` is null. */
  readonly security: readonly SecurityRequirementObject[] | null;
  /** `x-` keys of the document's top level. */
  readonly extensions: Extensible;
  readonly source: SourceRecord;
}

/** A Markdown file below `guides/`, beside the descriptor. */
export interface GuideRecord extends Extensible {
  /** Name of the file, without folder and extension. */
  readonly name: string;
  /** The folder below `guides/` that it is in, with forward slashes; left out: none. */
  readonly group?: string;
  readonly title: string;
  /** For lists, as plain text; left out: its first sentence. */
  readonly description?: string;
  /** Markdown, without front matter. */
  readonly text: string;
}

export interface SourceRecord {
  /** `native`, `openapi-3.1`: one of those of the reader. */
  readonly format: string;
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  /** How many warnings reading it gave. */
  readonly warningCount: number;
  /** The warnings with their places, as far as they are kept; left out where there are none. */
  readonly warnings?: readonly Diagnostic[];
}

/**
 * `rest`: a collection and its entity. `rpc`: one route, its operations in `operations`.
 * `webhook`: what the provider calls on the client's side; it has no route here.
 */
export type ServiceKind = 'rest' | 'rpc' | 'webhook';

export interface ServiceRecord {
  /** Unique in its API; the URL segment is `encodeURIComponent(name)`. */
  readonly name: string;
  /** For people, such as `/pets` for a service named `pets`; null when the name reads well itself. */
  readonly title: string | null;
  readonly kind: ServiceKind;
  readonly summary: string | null;
  readonly description: string | null;
  /** Route match string without the base path: `/book[/:book_id]`; `''` for a webhook. */
  readonly route: string;
  readonly routeIdentifierName: string | null;
  /** Names of tags; the first one is the group that navigation shows it in. */
  readonly tags: readonly string[];
  readonly requestAcceptTypes: readonly string[];
  readonly requestContentTypes: readonly string[];
  readonly responseContentTypes: readonly string[];
  /** Collection operations of a REST service; all operations of the others. */
  readonly operations: readonly OperationRecord[];
  readonly entityOperations: readonly OperationRecord[];
  /** The configured fields (an object schema), null when there are none. */
  readonly fields: JsonSchema | null;
  readonly extensions: Extensible;
  /** Notes of its paths, where some of them may be hidden; left out in the records that readers see. */
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
   * URI templates without the base path, at least one, `/book/{book_id}`; more only where a route has optional
   * segments.
   */
  readonly paths: readonly string[];
  readonly operationId: string | null;
  readonly summary: string | null;
  readonly description: string | null;
  /** Text or an example body, as the descriptor has it. */
  readonly requestDescription: string | null;
  readonly responseDescription: string | null;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly externalDocs: ExternalDocumentationObject | null;
  /** Parameters of the path and of the operation, merged. */
  readonly parameters: readonly Reference<ParameterObject>[];
  readonly requestBody: Reference<RequestBodyObject> | null;
  /** Status (`200`, `4XX`, `default`) → response. Empty when the descriptor has none. */
  readonly responses: Readonly<Record<string, Reference<ResponseObject>>>;
  readonly callbacks: Readonly<Record<string, Reference<CallbackObject>>>;
  /** Null: the API's own applies. */
  readonly security: readonly SecurityRequirementObject[] | null;
  /** Empty: the API's own apply. */
  readonly servers: readonly ServerObject[];
  readonly extensions: Extensible;
}

/** One line of the list of APIs (specification §2.1). */
export interface ApiListEntry {
  readonly name: string;
  /** Ascending. */
  readonly versions: readonly number[];
  readonly defaultVersion: number;
  /** Title of the default version. */
  readonly title: string;
  /** First sentence of the default version's description or its summary; null when there is none. */
  readonly summary: string | null;
  /** Number of operations in the default version. */
  readonly operationCount?: number;
  /** Status of the default version. */
  readonly status?: ApiStatus;
  /** Release of each of {@link versions}: the moment, such as `2026-05-01T00:00:00.000Z`, and its deprecation. */
  readonly releases?: readonly ApiRelease[];
  /** Guides of the default version, where that has nothing else. */
  readonly guides?: readonly { readonly name: string; readonly title: string }[];
  /** Names that its addresses began with before, as its versions declare. */
  readonly formerNames?: readonly string[];
  /** First folder, below that of all descriptors, in the path of the default version's file; left out: none. */
  readonly folder?: string;
  /** First groups of the default version, in their order. */
  readonly groups?: readonly ListedGroup[];
  readonly groupCount?: number;
  /** Access that this site requires for all operations of the default version taken together. */
  readonly access?: ApiAccess;
  /** Demand of the descriptor on callers; it counts where this site requires no log-in. */
  readonly demand?: ApiDemand;
}

interface ApiRelease extends Pick<ApiStatus, 'deprecated'> {
  readonly version: number;
  readonly released: string;
}

/** Facts that clients need before they choose a version; as JSON. */
export interface ApiStatus {
  /** Days that the descriptor names, such as `2026-05-01`, where all of the version is deprecated. */
  readonly deprecated: { readonly since: string | null; readonly sunset: string | null } | null;
  /** Readers that alone see it, where not everyone does: `internal`, and the names in `x-audience`. */
  readonly audience: readonly string[];
}

/** Services under one tag, or a part of them. */
interface ListedGroup {
  readonly name: string;
  readonly title: string;
  readonly services: number;
}
