import { ownMember, setOwn } from '../../model/own-property.ts';
import { isRecord, type JsonRecord, recordOf } from '../../schema/json-values.ts';
import { placedAs } from '../openapi/source-node.ts';
import type { RamlFiles, Scope } from './files.ts';
import { toSecurity, toSecurityScheme } from './security.ts';
import { declarationOf, joined, namedReference, type Templates } from './templates.ts';
import { annotationKey, exampleObject, examplesOf, type RamlTypes } from './types.ts';

const METHODS = ['get', 'patch', 'put', 'post', 'delete', 'head', 'options', 'trace'];
/** Our annotations → keys of the Operation Object. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  '(x-operation-id)': 'operationId',
  '(x-tags)': 'tags',
  '(x-deprecated)': 'deprecated',
  '(x-external-docs)': 'externalDocs',
  '(x-callbacks)': 'callbacks',
  '(x-servers)': 'servers',
};
const METHOD_KEYS = new Set(
  'displayName description queryParameters headers queryString responses body protocols is securedBy usage (x-parameters) (x-responses) (x-body)'.split(
    ' ',
  ),
);
const RESOURCE_KEYS = new Set([
  ...'displayName description type is securedBy uriParameters usage (x-summary) (x-service)'.split(' '),
  ...METHODS,
]);
const RESPONSE_KEYS = new Set(['description', 'headers', 'body', '(x-response)']);
const TOP_KEYS = new Set(
  (
    'title description version baseUri baseUriParameters protocols mediaType documentation schemas types traits uses ' +
    'resourceTypes annotationTypes securitySchemes securedBy extends usage displayName (x-info) (x-tags) (x-servers) (x-security) (x-external-docs)'
  ).split(' '),
);

/** Converter of a RAML document, whose includes are in place, to an OpenAPI 3.2 document. */
export class RamlDocument {
  readonly #scope: Scope;
  readonly #types: RamlTypes;
  readonly #templates: Templates;
  readonly #files: RamlFiles;
  readonly #mediaTypes: readonly string[];
  /** Security schemes of the document, and those of libraries that it names. */
  readonly #schemes: Map<string, JsonRecord>;
  readonly #paths: Record<string, unknown> = {};

  constructor(scope: Scope, files: RamlFiles, types: RamlTypes, templates: Templates) {
    this.#scope = scope;
    this.#files = files;
    this.#types = types;
    this.#templates = templates;
    this.#mediaTypes = [scope.declarations['mediaType'] ?? 'application/json'].flat().map(String);
    this.#schemes = schemesOf(scope);
  }

  convert(): JsonRecord {
    const root = this.#scope.declarations;
    this.#types.declare(this.#scope);
    this.#resources(root, '', {}, root['securedBy'], this.#scope);
    const { title, version, description, documentation } = root;
    const tags = [root['(x-tags)'] ?? []].flat();
    const named = new Set(tags.map((tag) => (isRecord(tag) ? tag['name'] : tag)));
    const chapters = [documentation ?? []]
      .flat()
      .flatMap((chapter) =>
        isRecord(chapter) && !named.has(chapter['title'])
          ? [
              [chapter['title'] === undefined ? [] : `# ${chapter['title']}`, chapter['content'] ?? []]
                .flat()
                .join('\n\n'),
            ]
          : [],
      );
    const text = [description, ...chapters].filter((part) => typeof part === 'string' && part !== '').join('\n\n');
    const info = root['(x-info)'];
    const security = root['(x-security)'] ?? this.#security(root['securedBy']);
    const schemes = [...this.#schemes].map(([name, scheme]) => [name, toSecurityScheme(scheme)] as const);
    return {
      openapi: '3.2.0',
      info: placedAs(
        {
          title: String(title ?? ''),
          version: String(version ?? '1'),
          ...(text !== '' && { description: text }),
          ...recordOf(info),
        },
        root,
      ),
      servers: root['(x-servers)'] ?? serversOf(root, this.#types, this.#scope),
      ...(tags.length > 0 && { tags }),
      ...(root['(x-external-docs)'] !== undefined && { externalDocs: root['(x-external-docs)'] }),
      ...(security !== undefined && { security }),
      paths: this.#paths,
      components: { schemas: this.#types.schemas, securitySchemes: Object.fromEntries(schemes) },
      ...this.#annotations(root, TOP_KEYS),
    };
  }

  /** Requirements of `securedBy`, whose schemes libraries may declare: `lib.oauth`. */
  #security(securedBy: unknown): readonly JsonRecord[] | undefined {
    const security = toSecurity(securedBy);
    for (const name of (security ?? []).flatMap((one) => Object.keys(one))) {
      const scheme = declarationOf(name, 'securitySchemes', this.#scope);
      if (scheme !== undefined) this.#schemes.set(name, scheme);
    }
    return security;
  }

  /** Annotations of an object; other keys that RAML does not have there are reported. */
  #annotations(object: JsonRecord, known: ReadonlySet<string>): JsonRecord {
    const others = Object.entries(object).filter(([key]) => !known.has(key) && !key.startsWith('/'));
    const [kept, unknown] = [true, false].map((is) => others.filter(([key]) => /^\(.+\)$/.test(key) === is));
    for (const [key] of unknown ?? []) {
      const message = `RAML has no key “${key}” here; it was left out.`;
      this.#files.warn(object, message, `Remove it, or make it an annotation, “(${key})”.`, key);
    }
    return Object.fromEntries((kept ?? []).map(([key, value]) => [annotationKey(key), value]));
  }

  #resources(parent: JsonRecord, path: string, uriParameters: JsonRecord, securedBy: unknown, outer: Scope): void {
    for (const [key, value] of Object.entries(parent)) {
      if (!key.startsWith('/')) continue;
      const scope = (isRecord(value) ? this.#files.scopeOf(value) : undefined) ?? outer;
      const whole = path + key;
      const resource = this.#templates.resource(recordOf(value), whole, scope);
      const parameters = { ...uriParameters, ...recordOf(resource['uriParameters']) };
      const secured = resource['securedBy'] ?? securedBy;
      const item = this.#pathItem(resource, whole, parameters, secured, scope);
      if (item !== null) setOwn(this.#paths, pathOf(whole), item);
      this.#resources(resource, whole, parameters, secured, scope);
    }
  }

  #pathItem(
    resource: JsonRecord,
    path: string,
    uriParameters: JsonRecord,
    securedBy: unknown,
    scope: Scope,
  ): JsonRecord | null {
    const operations = METHODS.flatMap((method) =>
      resource[method] === undefined
        ? []
        : [[method, this.#operation(resource[method], path, uriParameters, securedBy, scope)] as const],
    );
    if (operations.length === 0) {
      if (resource['description'] !== undefined || resource['displayName'] !== undefined)
        this.#files.warn(
          resource,
          `The resource “${path}” has no method, so its name and description were left out.`,
          'Write them into the resources below it, or into the description of the API.',
        );
      return null;
    }
    const { displayName, description, '(x-summary)': summary = displayName, '(x-service)': service } = resource;
    const item = {
      ...(summary !== undefined && { summary: String(summary) }),
      ...(description !== undefined && { description }),
      ...(typeof service === 'string' && { 'x-platform-service': service }),
      ...this.#annotations(resource, RESOURCE_KEYS),
      ...Object.fromEntries(operations),
    };
    return placedAs(item, resource);
  }

  #operation(value: unknown, path: string, uriParameters: JsonRecord, outer: unknown, fallback: Scope): JsonRecord {
    const method = recordOf(value);
    const scope = this.#files.scopeOf(method) ?? fallback;
    const { displayName, description, queryParameters, headers, queryString, responses, body, protocols } = method;
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    const inPath = names.filter((name) => name !== 'ext' && name !== 'mediaTypeExtension');
    const parameters = [
      ...inPath.map((name) => ({
        ...this.#parameter(name, ownMember(uriParameters, name), scope),
        name,
        in: 'path',
        required: true,
      })),
      ...this.#parameters(queryParameters, 'query', scope),
      ...this.#parameters(headers, 'header', scope),
      ...(queryString === undefined
        ? []
        : [
            {
              name: 'query',
              in: 'querystring',
              content: { 'application/x-www-form-urlencoded': { schema: this.#types.toSchema(queryString, scope) } },
            },
          ]),
      ...[method['(x-parameters)'] ?? []].flat(),
    ];
    const content = this.#content(body, scope);
    const secured = method['securedBy'] ?? outer;
    const security =
      method['securedBy'] === undefined && outer === this.#scope.declarations['securedBy']
        ? undefined
        : this.#security(secured);
    const own = Object.entries(method).flatMap(([key, one]) => {
      const name = ownMember(OWN_KEYS, key);
      return name === undefined ? [] : [[name, one] as const];
    });
    const known = new Set([...METHOD_KEYS, ...Object.keys(OWN_KEYS)]);
    const operation = {
      ...(displayName !== undefined && { summary: String(displayName) }),
      ...(description !== undefined && { description }),
      ...(parameters.length > 0 && { parameters }),
      ...(content !== null && {
        requestBody: placedAs({ content, ...recordOf(method['(x-body)']) }, method),
      }),
      responses: joined([this.#responses(responses, [secured ?? []].flat(), scope), method['(x-responses)']]),
      ...(protocols !== undefined && { 'x-protocols': protocols }),
      ...(security !== undefined && { security }),
      ...Object.fromEntries(own),
      ...this.#annotations(method, known),
    };
    return placedAs(operation, method);
  }

  #parameters(declared: unknown, location: string, scope: Scope): readonly JsonRecord[] {
    if (!isRecord(declared)) return [];
    return Object.entries(declared).map(([key, type]) => {
      const explicit = isRecord(type) ? type['required'] : undefined;
      const name = explicit === undefined ? key.replace(/\?$/, '') : key;
      const required = explicit === undefined ? name === key : explicit !== false;
      const parameter = { name, in: location, ...(required && { required }), ...this.#parameter(name, type, scope) };
      return placedAs(parameter, type, declared);
    });
  }

  /** Parameter or Header Object without name and location. */
  #parameter(name: string, type: unknown, scope: Scope): JsonRecord {
    const { description, title, examples, ...schema } = this.#types.toSchema(type, scope);
    const [example] = Array.isArray(examples) ? examples : [];
    const { 'x-parameter': _, ...kept } = schema;
    return {
      ...(description !== undefined && { description }),
      schema: title === undefined || title === name ? kept : { ...kept, title },
      ...(example !== undefined && { example }),
      ...recordOf(recordOf(type)['(x-parameter)']),
    };
  }

  #responses(responses: unknown, securedBy: readonly unknown[], scope: Scope): JsonRecord {
    const described = securedBy.map((one) => {
      const [name] = namedReference(one);
      return recordOf(recordOf(declarationOf(name, 'securitySchemes', this.#scope)?.['describedBy'])['responses']);
    });
    const all = joined([...described, responses]);
    const result: Record<string, unknown> = {};
    for (const [status, value] of Object.entries(all)) {
      const response = recordOf(value);
      const content = this.#content(response['body'], this.#files.scopeOf(response) ?? scope);
      const headers = this.#parameters(response['headers'], 'header', scope).map(
        ({ name, in: _, ...header }) => [String(name), header] as const,
      );
      const said = {
        ...(response['description'] !== undefined && { description: response['description'] }),
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        ...(content !== null && { content }),
        ...recordOf(response['(x-response)']),
        ...this.#annotations(response, RESPONSE_KEYS),
      };
      setOwn(result, status, placedAs(said, response, responses));
    }
    return result;
  }

  /** Converts a body by media type; one without media types gets those of the API. */
  #content(body: unknown, scope: Scope): JsonRecord | null {
    if (body === undefined) return null;
    const isType = (key: string): boolean => key.includes('/');
    const isByType = isRecord(body) && Object.keys(body).some(isType);
    if (isByType) this.#annotations(body, new Set(Object.keys(body).filter(isType)));
    const entries = isByType
      ? Object.entries(body).filter(([key]) => isType(key))
      : this.#mediaTypes.map((type): readonly [string, unknown] => [type, body ?? 'any']);
    const content = entries.map(([type, declared]) => {
      const isNamed = isRecord(declared) && Object.keys(declared).length > 0;
      const { examples: _, ...schema } = this.#types.toSchema(
        isNamed || typeof declared === 'string' ? declared : 'any',
        scope,
        'any',
      );
      const named = Object.entries(recordOf(recordOf(declared)['examples']));
      const [example] = examplesOf(recordOf(declared));
      const media = {
        ...(Object.keys(schema).length > 0 && { schema }),
        ...(named.length > 0
          ? {
              examples: Object.fromEntries(named.map(([name, one]) => [name, exampleObject(one)])),
            }
          : example !== undefined && { example }),
      };
      return [type, placedAs(media, declared, body)] as const;
    });
    return Object.fromEntries(content);
  }
}

function schemesOf({ declarations: { securitySchemes } }: Scope): Map<string, JsonRecord> {
  const all = Array.isArray(securitySchemes) ? joined(securitySchemes) : recordOf(securitySchemes);
  return new Map(Object.entries(all).filter((entry): entry is [string, JsonRecord] => isRecord(entry[1])));
}

function pathOf(path: string): string {
  const plain = path
    .replaceAll(/\{(?:ext|mediaTypeExtension)\}/g, '')
    .replaceAll(/\{\+?([^{}]+)\}/g, '{$1}')
    .replaceAll(/\/{2,}/g, '/');
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain;
}

/** Servers of the base URI, whose parameters are variables; `{version}` is the version of the API. */
function serversOf(root: JsonRecord, types: RamlTypes, scope: Scope): readonly JsonRecord[] {
  const given = isRecord(root['baseUri']) ? root['baseUri']['value'] : root['baseUri'];
  if (typeof given !== 'string') return [];
  const protocols = [root['protocols'] ?? []].flat().map((protocol) => String(protocol).toLowerCase());
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) || given.startsWith('/') || given.startsWith('{');
  const base = hasScheme ? given : `${protocols.at(-1) ?? 'https'}://${given}`;
  const urls = [...new Set([base, ...protocols.map((protocol) => base.replace(/^https?(?=:)/i, protocol))])];
  const names = [...new Set([...base.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))];
  const declared = recordOf(root['baseUriParameters']);
  const variables = names.map((name) => {
    const {
      enum: values,
      default: standard,
      description,
      examples,
    } = types.toSchema(ownMember(declared, name) ?? 'string', scope);
    const first = Array.isArray(values) ? values[0] : Array.isArray(examples) ? examples[0] : undefined;
    const own = name === 'version' ? (root['version'] ?? standard) : (standard ?? first);
    return [
      name,
      {
        default: String(own ?? name),
        ...(Array.isArray(values) && { enum: values.map(String) }),
        ...(description !== undefined && { description }),
      },
    ] as const;
  });
  return urls.map((url) =>
    placedAs({ url, ...(variables.length > 0 && { variables: Object.fromEntries(variables) }) }, root['baseUri'], root),
  );
}
