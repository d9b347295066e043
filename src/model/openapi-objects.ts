/**
 * Types for the parts of an API as in the OpenAPI Specification 3.1/3.2, the richest of the input formats. All
 * descriptor readers produce these types, including the reader of the native format.
 *
 * `Reference<T>` is the type of values that OpenAPI allows to be `T` or a Reference Object; `$ref` is always
 * `#/components/<section>/<Name>` of the same {@link ApiRecord}, and the target exists.
 * Objects keep all keys, including `x-` extensions; keys unknown to OpenAPI get the prefix `x-`.
 * Readers guarantee these types, and outputs rely on them.
 */
import type { ExternalDocumentationObject, JsonSchema } from '../schema/schema.ts';

export interface ReferenceObject {
  readonly $ref: string;
  readonly summary?: string;
  readonly description?: string;
}

export type Reference<T> = T | ReferenceObject;

export interface Extensible {
  readonly [extension: `x-${string}`]: unknown;
}

export interface InfoObject extends Extensible {
  readonly title: string;
  readonly summary?: string;
  readonly description?: string;
  readonly termsOfService?: string;
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string } & Extensible;
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string } & Extensible;
  /** Version text of the descriptor, such as `2.4.0`; not the API version in URLs. */
  readonly version: string;
}

export interface ServerObject extends Extensible {
  readonly url: string;
  readonly name?: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, ServerVariableObject>>;
}

export interface ServerVariableObject extends Extensible {
  readonly default: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

export interface TagObject extends Extensible {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocumentationObject;
  /** OpenAPI 3.2: name of the parent tag. */
  readonly parent?: string;
  /** OpenAPI 3.2: `nav`, `badge`, `audience` or free text. */
  readonly kind?: string;
}

export const PARAMETER_LOCATIONS = ['path', 'query', 'header', 'cookie', 'querystring'] as const;
export type ParameterLocation = (typeof PARAMETER_LOCATIONS)[number];

export interface ParameterObject extends Extensible {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly allowEmptyValue?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly schema?: JsonSchema;
  readonly content?: Readonly<Record<string, Reference<MediaTypeObject>>>;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference<ExampleObject>>>;
}

/** A response header: a parameter without `name` and `in`. */
export type HeaderObject = Omit<ParameterObject, 'name' | 'in'>;

export interface MediaTypeObject extends Extensible {
  readonly schema?: JsonSchema;
  /** OpenAPI 3.2: schema of each item of a sequential media type. */
  readonly itemSchema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference<ExampleObject>>>;
  readonly encoding?: Readonly<Record<string, EncodingObject>>;
  /** OpenAPI 3.2: encodings of the first parts of a multipart message, by position. */
  readonly prefixEncoding?: readonly EncodingObject[];
  /** OpenAPI 3.2: encoding of the parts after those in `prefixEncoding`. */
  readonly itemEncoding?: EncodingObject;
}

/** Encoding Object. The three members for nested parts were added in OpenAPI 3.2. */
export interface EncodingObject
  extends Extensible,
    Pick<MediaTypeObject, 'encoding' | 'prefixEncoding' | 'itemEncoding'> {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, Reference<HeaderObject>>>;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

export interface ExampleObject extends Extensible {
  readonly summary?: string;
  readonly description?: string;
  readonly value?: unknown;
  readonly externalValue?: string;
  /** OpenAPI 3.2. */
  readonly dataValue?: unknown;
  /** OpenAPI 3.2. */
  readonly serializedValue?: string;
}

export interface RequestBodyObject extends Extensible {
  readonly description?: string;
  /** Media Type Objects by media type. */
  readonly content: Readonly<Record<string, Reference<MediaTypeObject>>>;
  readonly required?: boolean;
}

export interface ResponseObject extends Extensible {
  readonly summary?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Reference<HeaderObject>>>;
  readonly content?: Readonly<Record<string, Reference<MediaTypeObject>>>;
  readonly links?: Readonly<Record<string, Reference<LinkObject>>>;
}

export interface LinkObject extends Extensible {
  readonly operationRef?: string;
  readonly operationId?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly requestBody?: unknown;
  readonly description?: string;
  readonly server?: ServerObject;
}

/** Path items that the API provider calls, by runtime expression. */
export type CallbackObject = Readonly<Record<string, PathItemObject>>;

/** Path Item Object of OpenAPI 3.2; used only for callbacks, whose operations have no pages. */
export interface PathItemObject extends Extensible {
  readonly summary?: string;
  readonly description?: string;
  readonly servers?: readonly ServerObject[];
  readonly parameters?: readonly Reference<ParameterObject>[];
  readonly additionalOperations?: Readonly<Record<string, OperationObject>>;
  readonly get?: OperationObject;
  readonly put?: OperationObject;
  readonly post?: OperationObject;
  readonly delete?: OperationObject;
  readonly options?: OperationObject;
  readonly head?: OperationObject;
  readonly patch?: OperationObject;
  readonly trace?: OperationObject;
  readonly query?: OperationObject;
}

export interface OperationObject extends Extensible {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly externalDocs?: ExternalDocumentationObject;
  readonly operationId?: string;
  readonly parameters?: readonly Reference<ParameterObject>[];
  readonly requestBody?: Reference<RequestBodyObject>;
  /** Responses by status: `200`, `4XX`, `default`. */
  readonly responses?: Readonly<Record<string, Reference<ResponseObject>>>;
  readonly callbacks?: Readonly<Record<string, Reference<CallbackObject>>>;
  readonly deprecated?: boolean;
  readonly security?: readonly SecurityRequirementObject[];
  readonly servers?: readonly ServerObject[];
}

/** Scopes by scheme name. An empty object in a list of alternatives means "no log-in". */
export type SecurityRequirementObject = Readonly<Record<string, readonly string[]>>;

export const SECURITY_SCHEME_TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] as const;

export interface SecuritySchemeObject extends Extensible {
  readonly type: (typeof SECURITY_SCHEME_TYPES)[number];
  readonly description?: string;
  readonly name?: string;
  readonly in?: 'query' | 'header' | 'cookie';
  readonly scheme?: string;
  readonly bearerFormat?: string;
  readonly flows?: Readonly<Record<string, OAuthFlowObject>>;
  readonly openIdConnectUrl?: string;
  readonly oauth2MetadataUrl?: string;
  readonly deprecated?: boolean;
}

export interface OAuthFlowObject extends Extensible {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

/** Components by section and name. Every section is present; unused sections are empty. */
export interface ComponentsRecord {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, Reference<ResponseObject>>>;
  readonly parameters: Readonly<Record<string, Reference<ParameterObject>>>;
  readonly examples: Readonly<Record<string, Reference<ExampleObject>>>;
  readonly requestBodies: Readonly<Record<string, Reference<RequestBodyObject>>>;
  readonly headers: Readonly<Record<string, Reference<HeaderObject>>>;
  readonly securitySchemes: Readonly<Record<string, Reference<SecuritySchemeObject>>>;
  readonly links: Readonly<Record<string, Reference<LinkObject>>>;
  readonly callbacks: Readonly<Record<string, Reference<CallbackObject>>>;
  /** OpenAPI 3.2. */
  readonly mediaTypes: Readonly<Record<string, Reference<MediaTypeObject>>>;
}

/** Value of an example, with the plain value preferred to serialised ones; undefined if it is external or missing. */
export function exampleValue({ value, dataValue, serializedValue }: ExampleObject): unknown {
  return value ?? dataValue ?? serializedValue;
}
