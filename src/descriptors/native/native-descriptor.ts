/** Types of a native descriptor that `api-descriptor.schema.json` has accepted. */
import type { Extensible } from '../../model/openapi-objects.ts';
import type { JsonSchema, JsonType } from '../../schema/schema.ts';

export interface NativeDescriptor extends Extensible {
  readonly api: string;
  readonly version?: number;
  readonly default?: boolean;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly base_path?: string;
  readonly tags?: readonly NativeTag[];
  readonly services: readonly NativeService[];
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
  /** Security Scheme Objects of OpenAPI, for log-ins that another server checks. */
  readonly security_schemes?: Readonly<Record<string, object>>;
  readonly security?: readonly object[];
}

interface NativeTag extends Extensible {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
}

export interface NativeService extends Extensible {
  readonly name: string;
  readonly title?: string;
  readonly kind?: 'rest' | 'rpc';
  readonly summary?: string;
  readonly description?: string;
  readonly route: string;
  readonly route_identifier_name?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly request_accept_types?: readonly string[];
  readonly request_content_types?: readonly string[];
  readonly response_content_types?: readonly string[];
  readonly response_status_codes?: readonly NativeStatusCode[];
  /** Parameters of every operation; a path parameter applies only to paths that contain it. */
  readonly parameters?: readonly NativeParameter[];
  readonly fields?: readonly NativeField[];
  readonly operations?: readonly NativeOperation[];
  readonly entity_operations?: readonly NativeOperation[];
}

export interface NativeStatusCode extends Extensible {
  readonly code: number;
  readonly message?: string;
}

export interface NativeOperation extends Extensible {
  readonly method: string;
  readonly operation_id?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly NativeParameter[];
  readonly fields?: readonly NativeField[];
  readonly security?: readonly object[];
  readonly request_description?: string;
  readonly response_description?: string;
  readonly request?: NativeMessage;
  readonly response_status_codes?: readonly NativeStatusCode[];
  /** Responses by status: `200`, `4XX` or `default`. */
  readonly responses?: Readonly<Record<string, NativeMessage>>;
}

/** Keys that fields, parameters and headers share to describe their value. */
export interface NativeValue extends Extensible {
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly type?: JsonType | readonly JsonType[];
  readonly items?: JsonSchema;
  readonly example?: unknown;
  readonly schema?: JsonSchema;
}

export interface NativeField extends NativeValue {
  readonly name: string;
  readonly fields?: readonly NativeField[];
}

export interface NativeParameter extends NativeValue {
  readonly name: string;
  readonly in?: 'path' | 'query' | 'header' | 'cookie';
}

/** Request body or response. */
export interface NativeMessage extends Extensible {
  readonly description?: string;
  readonly content_type?: string | readonly string[];
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly description?: string; readonly value: unknown }>
  >;
  readonly headers?: Readonly<Record<string, NativeValue>>;
}
