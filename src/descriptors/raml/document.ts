import { ownMember, setOwn } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';
import { placeOf, written } from '../openapi/source-node.ts';
import { escapePointerSegment } from '../positions.ts';
import type { Json, RamlFiles, Scope } from './files.ts';
import { toSecurity, toSecurityScheme } from './security.ts';
import { declarationOf, type Templates, type Warn } from './templates.ts';
import { annotationKey, examplesOf, type RamlTypes } from './types.ts';

const METHODS = ['get', 'patch', 'put', 'post', 'delete', 'head', 'options', 'trace'];
/** Keys in which our format of RAML keeps parts of an operation, by their names in OpenAPI. */
const OWN_KEYS: Readonly<Record<string, string>> = {
  '(x-operation-id)': 'operationId',
  '(x-tags)': 'tags',
  '(x-deprecated)': 'deprecated',
  '(x-external-docs)': 'externalDocs',
  '(x-callbacks)': 'callbacks',
  '(x-servers)': 'servers',
};
const METHOD_KEYS = new Set(
  'displayName description queryParameters headers queryString responses body protocols is securedBy (x-parameters) (x-responses) (x-body)'.split(
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
  readonly #warn: Warn;
  readonly #mediaTypes: readonly string[];
  /** Security schemes of the document, and those of libraries that it names. */
  readonly #schemes: Map<string, Json>;
  /** Places of the keys that were reported. */
  readonly #reported = new Set<string>();
  readonly #paths: Record<string, unknown> = {};

  constructor(scope: Scope, files: RamlFiles, types: RamlTypes, templates: Templates, warn: Warn) {
    this.#scope = scope;
    this.#files = files;
    this.#types = types;
    this.#templates = templates;
    this.#warn = warn;
    this.#mediaTypes = [scope.declarations['mediaType'] ?? 'application/json'].flat().map(String);
    this.#schemes = schemesOf(scope);
  }

  convert(): Json {
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
          ? [`# ${String(chapter['title'])}\n\n${String(chapter['content'])}`]
          : [],
      );
    const text = [description, ...chapters].filter((part) => typeof part === 'string' && part !== '').join('\n\n');
    const info = root['(x-info)'];
    const security = root['(x-security)'] ?? this.#security(root['securedBy']);
    const schemes = [...this.#schemes].map(([name, scheme]) => [name, toSecurityScheme(scheme)] as const);
    return {
      openapi: '3.2.0',
      info: written(
        {
          title: String(title ?? ''),
          version: String(version ?? '1'),
          ...(text !== '' && { description: text }),
          ...(isRecord(info) ? info : {}),
        },
        '',
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
  #security(securedBy: unknown): readonly Json[] | undefined {
    const security = toSecurity(securedBy);
    for (const name of (security ?? []).flatMap((one) => Object.keys(one))) {
      const scheme = declarationOf(name, 'securitySchemes', this.#scope);
      if (scheme !== undefined) this.#schemes.set(name, scheme);
    }
    return security;
  }

  /** Annotations of an object; other keys that RAML does not have there are reported. */
  #annotations(object: Json, known: ReadonlySet<string>): Json {
    const others = Object.entries(object).filter(([key]) => !known.has(key) && !key.startsWith('/'));
    const [kept, unknown] = [true, false].map((is) => others.filter(([key]) => /^\(.+\)$/.test(key) === is));
    for (const [key] of unknown ?? []) {
      const pointer = `${placeOf(object)}/${escapePointerSegment(key)}`;
      if (!this.#reported.has(pointer))
        this.#warn(pointer, `RAML has no key “${key}” here; it was left out.`, 'Correct it, or make it an annotation.');
      this.#reported.add(pointer);
    }
    return Object.fromEntries((kept ?? []).map(([key, value]) => [annotationKey(key), value]));
  }

  #resources(parent: Json, path: string, uriParameters: Json, securedBy: unknown, outer: Scope): void {
    for (const [key, value] of Object.entries(parent)) {
      if (!key.startsWith('/')) continue;
      const scope = (isRecord(value) ? this.#files.scopeOf(value) : undefined) ?? outer;
      const whole = path + key;
      const resource = this.#templates.resource(isRecord(value) ? value : {}, whole, scope);
      const own = resource['uriParameters'];
      const parameters = { ...uriParameters, ...(isRecord(own) ? own : {}) };
      const secured = resource['securedBy'] ?? securedBy;
      const item = this.#pathItem(resource, whole, parameters, secured, scope);
      if (item !== null) setOwn(this.#paths, pathOf(whole), item);
      this.#resources(resource, whole, parameters, secured, scope);
    }
  }

  #pathItem(resource: Json, path: string, uriParameters: Json, securedBy: unknown, scope: Scope): Json | null {
    const operations = METHODS.flatMap((method) =>
      resource[method] === undefined
        ? []
        : [[method, this.#operation(resource[method], path, uriParameters, securedBy, scope)] as const],
    );
    if (operations.length === 0) return null;
    const { displayName, description, '(x-summary)': summary = displayName, '(x-service)': service } = resource;
    const item = {
      ...(summary !== undefined && { summary: String(summary) }),
      ...(description !== undefined && { description }),
      ...(typeof service === 'string' && { 'x-platform-service': service }),
      ...this.#annotations(resource, RESOURCE_KEYS),
      ...Object.fromEntries(operations),
    };
    return written(item, placeOf(resource));
  }

  #operation(value: unknown, path: string, uriParameters: Json, outer: unknown, fallback: Scope): Json {
    const method: Json = isRecord(value) ? value : {};
    const scope = this.#files.scopeOf(method) ?? fallback;
    const { displayName, description, queryParameters, headers, queryString, responses, body } = method;
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
    const ownBody = method['(x-body)'];
    const operation = {
      ...(displayName !== undefined && { summary: String(displayName) }),
      ...(description !== undefined && { description }),
      ...(parameters.length > 0 && { parameters }),
      ...(content !== null && {
        requestBody: written({ content, ...(isRecord(ownBody) ? ownBody : {}) }, placeOf(method)),
      }),
      responses: this.#responses(responses, [secured ?? []].flat(), scope),
      ...(security !== undefined && { security }),
      ...Object.fromEntries(own),
      ...this.#annotations(method, known),
    };
    return written(operation, placeOf(method));
  }

  #parameters(declared: unknown, place: string, scope: Scope): readonly Json[] {
    if (!isRecord(declared)) return [];
    return Object.entries(declared).map(([key, type]) => {
      const explicit = isRecord(type) ? type['required'] : undefined;
      const name = explicit === undefined ? key.replace(/\?$/, '') : key;
      const required = explicit === undefined ? name === key : explicit !== false;
      return written(
        { name, in: place, ...(required && { required }), ...this.#parameter(name, type, scope) },
        isRecord(type) ? placeOf(type) : placeOf(declared),
      );
    });
  }

  /** Parameter or Header Object without name and place. */
  #parameter(name: string, type: unknown, scope: Scope): Json {
    const { description, title, examples, ...schema } = this.#types.toSchema(type, scope);
    const [example] = Array.isArray(examples) ? examples : [];
    const own = isRecord(type) ? type['(x-parameter)'] : undefined;
    const { 'x-parameter': _, ...kept } = schema;
    return {
      ...(description !== undefined && { description }),
      schema: title === undefined || title === name ? kept : { ...kept, title },
      ...(example !== undefined && { example }),
      ...(isRecord(own) ? own : {}),
    };
  }

  #responses(responses: unknown, securedBy: readonly unknown[], scope: Scope): Json {
    const described = securedBy.flatMap((one) => {
      const name = isRecord(one) ? (Object.keys(one)[0] ?? '') : String(one);
      const scheme = declarationOf(name, 'securitySchemes', this.#scope)?.['describedBy'];
      return isRecord(scheme) && isRecord(scheme['responses']) ? [scheme['responses']] : [];
    });
    const all: Json = Object.assign({}, ...described, isRecord(responses) ? responses : {});
    const result: Record<string, unknown> = {};
    for (const [status, value] of Object.entries(all)) {
      const response: Json = isRecord(value) ? value : {};
      const content = this.#content(response['body'], this.#files.scopeOf(response) ?? scope);
      const headers = this.#parameters(response['headers'], 'header', scope).map(
        ({ name, in: _, ...header }) => [String(name), header] as const,
      );
      const own = response['(x-response)'];
      const said = {
        ...(response['description'] !== undefined && { description: response['description'] }),
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        ...(content !== null && { content }),
        ...(isRecord(own) ? own : {}),
        ...this.#annotations(response, RESPONSE_KEYS),
      };
      setOwn(result, status, written(said, placeOf(response)));
    }
    return result;
  }

  /** Contents by media type; of a type alone, in the media types of the API. */
  #content(body: unknown, scope: Scope): Json | null {
    if (body === undefined) return null;
    const isByType =
      isRecord(body) && Object.keys(body).length > 0 && Object.keys(body).every((key) => key.includes('/'));
    const entries = isByType
      ? Object.entries(body)
      : this.#mediaTypes.map((type): readonly [string, unknown] => [type, body ?? 'any']);
    const content = entries.map(([type, declared]) => {
      const isNamed = isRecord(declared) && Object.keys(declared).length > 0;
      const { examples: _, ...schema } = this.#types.toSchema(
        isNamed || typeof declared === 'string' ? declared : 'any',
        scope,
        'any',
      );
      const named = isRecord(declared) && isRecord(declared['examples']) ? Object.entries(declared['examples']) : [];
      const examples = isRecord(declared) ? examplesOf(declared) : [];
      const media = {
        ...(Object.keys(schema).length > 0 && { schema }),
        ...(named.length > 0
          ? {
              examples: Object.fromEntries(
                named.map(([name], index) => [name, { value: examples.at(index - named.length) }]),
              ),
            }
          : examples.length > 0 && { example: examples[0] }),
      };
      return [
        type,
        written(media, isRecord(declared) ? placeOf(declared) : isRecord(body) ? placeOf(body) : ''),
      ] as const;
    });
    return Object.fromEntries(content);
  }
}

function schemesOf({ declarations: { securitySchemes } }: Scope): Map<string, Json> {
  const all: object = Array.isArray(securitySchemes) ? Object.assign({}, ...securitySchemes) : Object(securitySchemes);
  return new Map(Object.entries(all).filter((entry): entry is [string, Json] => isRecord(entry[1])));
}

function pathOf(path: string): string {
  const plain = path
    .replaceAll(/\{(?:ext|mediaTypeExtension)\}/g, '')
    .replaceAll(/\{\+?([^{}]+)\}/g, '{$1}')
    .replaceAll(/\/{2,}/g, '/');
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain;
}

/** Servers of the base URI, whose parameters are variables; `{version}` is the version of the API. */
function serversOf(root: Json, types: RamlTypes, scope: Scope): readonly Json[] {
  const given = isRecord(root['baseUri']) ? root['baseUri']['value'] : root['baseUri'];
  if (typeof given !== 'string') return [];
  const protocols = [root['protocols'] ?? []].flat().map((protocol) => String(protocol).toLowerCase());
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) || given.startsWith('/') || given.startsWith('{');
  const base = hasScheme ? given : `${protocols.at(-1) ?? 'https'}://${given}`;
  const urls = [...new Set([base, ...protocols.map((protocol) => base.replace(/^https?(?=:)/i, protocol))])];
  const names = [...new Set([...base.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))];
  const declared = isRecord(root['baseUriParameters']) ? root['baseUriParameters'] : {};
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
    written({ url, ...(variables.length > 0 && { variables: Object.fromEntries(variables) }) }, '/baseUri'),
  );
}
