import { isMediaType } from '../../model/media-types.ts';
import { fromEntries } from '../../model/own-property.ts';
import { deriveStatusCodes } from '../../model/status-codes.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { ParsedFile } from '../contract.ts';
import { jsonOrText } from '../json-text.ts';
import type { NativeDescriptor, NativeOperation, NativeParameter, NativeService } from '../native/native-descriptor.ts';
import { parseRoute, type Route, uriTemplates, uriTemplatesWithout } from '../native/route.ts';
import { type SourceNode, written } from '../openapi/source-node.ts';
import { InputFilters, type Lose } from './fields.ts';
import { pageParameters } from './page-parameters.ts';
import { isPortable, membersOf, stringsIn } from './validators.ts';

/** Sections of the configuration, by their names without `api-tools-`. */
type Section = 'rest' | 'rpc' | 'versioning' | 'content-negotiation' | 'content-validation' | 'mvc-auth';

/** Types that the selectors of Laminas API Tools stand for. */
const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  HalJson: ['application/hal+json', 'application/json'],
  Json: ['application/json'],
};
/** Methods of a service whose configuration names none. */
const METHODS = { collection: ['GET', 'POST'], entity: ['DELETE', 'GET', 'PATCH', 'PUT'] } as const;
const KNOWN_METHODS: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS TRACE'.split(' '));
const CLASS_NAME = /^\\?[\p{L}_][\p{L}\p{N}_]*(?:\\[\p{L}_][\p{L}\p{N}_]*)*$/u;
const VERSION_SEGMENT = /\[\/v?:version\]|\/v?:version(?=[/[\]]|$)/;

interface Controller {
  readonly name: string;
  readonly kind: 'rest' | 'rpc';
  readonly node: SourceNode;
  readonly version: number;
}

/** Configuration of one module of Laminas API Tools. */
export class LaminasConfiguration {
  readonly #root: SourceNode;
  readonly #documentation: SourceNode;
  readonly #lose: Lose;
  readonly #filters: InputFilters;
  /** Native descriptors, one for each version of an API. */
  readonly descriptors: readonly NativeDescriptor[];
  /** Names of the classes of services. */
  readonly classNames = new Map<NativeService, string>();
  /** Actions that the defaults of routes name, by RPC service; none for a route with `:action`. */
  readonly actions = new Map<NativeService, string>();
  /** True if addresses begin with the version: `/v1/book`. */
  hasVersionInPath: boolean;

  /** @param documentation content of `documentation.config.php` */
  constructor(root: SourceNode, documentation: SourceNode, lose: Lose) {
    this.#root = root;
    this.#documentation = documentation;
    this.#lose = lose;
    this.#filters = new InputFilters(root.child('input_filter_specs'), lose);
    this.hasVersionInPath = this.sections('versioning').some((node) => membersOf(node.child('uri')).length > 0);
    this.descriptors = this.#make();
    const known = new Set(this.classNames.values());
    for (const [name, node] of documentation.entries())
      if (!known.has(name)) lose(node, `The documentation of ${name} belongs to no service, so it is not shown.`);
  }

  /** Makes the descriptors, in the order of names and versions. */
  #make(): readonly NativeDescriptor[] {
    const services = Map.groupBy(this.#controllers(), ({ api, version }) => `${api}\n${version}`);
    return [...services.values()].flatMap((controllers) => {
      const [first] = controllers;
      if (first === undefined) return [];
      const { api, version, node } = first;
      const names = new Set<string>();
      const list = controllers.flatMap((controller) => this.#service(controller, names) ?? []);
      const isDefault = this.#defaultVersion(api) === version;
      const descriptor = { api, version, ...(isDefault && { default: true }), services: list };
      return [written<NativeDescriptor>(descriptor, node.parent?.pointer() ?? '')];
    });
  }

  /** File of the module, with the files that it includes. */
  get file(): ParsedFile {
    return this.#root.file;
  }

  /** Returns the sections with a name, after the prefix of Laminas API Tools or of Apigility. */
  sections(name: Section): readonly SourceNode[] {
    return [`api-tools-${name}`, `zf-${name}`]
      .map((key) => this.#root.child(key))
      .filter(({ value }) => isRecord(value));
  }

  #setting(section: Section, key: string, controller: string): SourceNode | undefined {
    return this.sections(section)
      .map((node) => node.child(key).child(controller))
      .find(({ value }) => value !== undefined && value !== null);
  }

  #controllers(): readonly (Controller & { readonly api: string })[] {
    const kinds = ['rest', 'rpc'] as const;
    const all = kinds.flatMap((kind) =>
      this.sections(kind).flatMap((section) => section.entries().map(([name, node]) => ({ kind, name, node }))),
    );
    const found = all.flatMap(({ kind, name, node }) => {
      const [, namespace, version] = /^\\?(.+?)\\V(\d{1,9})\\/.exec(name) ?? [];
      if (!CLASS_NAME.test(name)) {
        this.#lose(node, `The name ${JSON.stringify(name)} is not that of a class, so its service is left out.`);
        return [];
      }
      if (namespace !== undefined && Number(version) > 0)
        return [{ kind, name, node, api: namespace.replaceAll('\\', '.'), version: Number(version) }];
      this.#lose(node, `The name ${name} has no version such as \\V1\\, so its service is left out, as Laminas does.`);
      return [];
    });
    const order = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
    return found.sort((a, b) => order(a.api, b.api) || a.version - b.version || order(a.name, b.name));
  }

  #defaultVersion(api: string): number {
    const settings = this.sections('versioning').map((node) => node.child('default_version'));
    const value = settings.map((node) => (isRecord(node.value) ? node.child(api.replaceAll('.', '\\')) : node).value);
    const found = value.find((one) => typeof one === 'number' || (typeof one === 'string' && /^\d+$/.test(one)));
    return found === undefined ? 1 : Number(found);
  }

  #service(controller: Controller, names: Set<string>): NativeService | undefined {
    const { kind, name: className, node } = controller;
    const found = this.#route(node);
    if (found === undefined) return undefined;
    const { text: route, parsed, constraints, action } = found;
    const own = node.child('service_name').value;
    const plain = typeof own === 'string' && own !== '' ? own : (className.split('\\').at(-2) ?? className);
    const name = names.has(plain) ? `${plain}-${kind}` : plain;
    names.add(name);
    const id = node.child('route_identifier_name').value;
    const identifier = kind === 'rest' && typeof id === 'string' && parsed.segments.includes(id) ? id : undefined;
    if (
      kind === 'rest' &&
      typeof id === 'string' &&
      identifier === undefined &&
      this.#methods(node, 'entity').length > 0
    )
      this.#lose(
        node.child('route_identifier_name'),
        `The route ${route} has no segment “${id}”, so the operations of entities are left out.`,
      );
    const accepted = this.#types(className);
    const sent = this.#whitelist('content_type', className);
    const validation = this.#validation(className);
    for (const [key, { value }] of validation?.entries() ?? [])
      if (typeof value === 'string' && !this.#filters.has(value))
        this.#lose(
          validation?.child(key) ?? node,
          `The input filter ${value} is not in input_filter_specs, so its fields are not shown.`,
        );
    const fields = this.#filters.named(validation?.child('input_filter').value);
    const docs = this.#documentation.child(className);
    const hasCollection = identifier === undefined || uriTemplatesWithout(parsed, identifier).length > 0;
    const operations = (key: 'collection' | 'entity' | 'rpc'): readonly NativeOperation[] =>
      this.#methods(node, key).flatMap((method) => {
        const isList = key === 'collection' && method === 'GET';
        const own = validation?.child(method).value;
        return this.#operation(method, {
          docs: key === 'rpc' ? docs : docs.child(key),
          place: node.child(METHOD_KEYS[key]),
          mayBeMissing: key === 'entity' || (key === 'rpc' && uriTemplates(parsed).length > 1),
          parameters: [...(isList ? pageParameters(node) : []), ...(method === 'GET' ? this.#queries(own) : [])],
          fields: method === 'GET' ? undefined : this.#filters.named(own),
          serviceFields: fields,
        });
      });
    const texts = [docs, docs.child('collection'), docs.child('entity')].map((one) => one.child('description').value);
    const description = [...new Set(texts.filter((text) => typeof text === 'string' && text.trim() !== ''))].join(
      '\n\n',
    );
    const parameters = constraints.filter(({ name }) => parsed.segments.includes(name));
    const collection = operations(kind === 'rpc' ? kind : 'collection');
    const service: NativeService = {
      name,
      ...(kind === 'rpc' && { kind }),
      ...(description !== '' && { description }),
      route,
      ...(identifier !== undefined && { route_identifier_name: identifier }),
      ...(accepted.length > 0 && { request_accept_types: accepted }),
      ...(sent.length > 0 && { request_content_types: sent }),
      ...(parameters.length > 0 && { parameters }),
      ...(fields !== undefined && { fields }),
      ...(collection.length > 0 && hasCollection && { operations: collection }),
      ...(identifier !== undefined && { entity_operations: operations('entity') }),
    };
    if (collection.length > 0 && !hasCollection)
      this.#lose(node.child('route_name'), `The route ${route} always names an entity, so the collection has no path.`);
    this.classNames.set(service, className);
    if (typeof action === 'string' && !parsed.segments.includes('action')) this.actions.set(service, action);
    return written(service, node.pointer());
  }

  /** Returns the route of a service without the part of the version; undefined if it cannot be told. */
  #route(node: SourceNode):
    | {
        readonly text: string;
        readonly parsed: Route;
        readonly constraints: readonly NativeParameter[];
        readonly action: unknown;
      }
    | undefined {
    const name = node.child('route_name').value;
    const leaveOut = (reason: string): undefined => {
      this.#lose(node, `The service ${node.key} is left out: ${reason}.`);
    };
    if (typeof name !== 'string') return leaveOut('it has no route_name');
    let route = this.#root.child('router');
    let text = '';
    const constraints: NativeParameter[] = [];
    for (const [index, part] of (this.#root.child('router').child('routes').has(name)
      ? [name]
      : name.split('/')
    ).entries()) {
      route = route.child(index === 0 ? 'routes' : 'child_routes').child(part);
      const options = route.child('options');
      const own = options.child('route').value;
      if (typeof own !== 'string') return leaveOut(`the route ${name} is not described`);
      text += own;
      for (const [segment, constraint] of options.child('constraints').entries())
        if (typeof constraint.value !== 'string' || !isPortable(constraint.value))
          this.#lose(
            constraint,
            `The constraint of “${segment}” means something else in JavaScript, so it is not shown.`,
          );
        else
          constraints.push(
            written(
              { name: segment, in: 'path', type: 'string', pattern: `^(?:${constraint.value})$` },
              options.child('constraints').pointer(),
            ),
          );
    }
    const plain = text.replace(VERSION_SEGMENT, '');
    this.hasVersionInPath ||= plain !== text;
    const parsed = parseRoute(plain);
    return typeof parsed === 'string'
      ? leaveOut(`its route “${plain}” cannot be read, since ${parsed}`)
      : { text: plain, parsed, constraints, action: route.child('options').child('defaults').child('action').value };
  }

  /** Returns the types that a service answers with: those of its whitelist, else of its selector. */
  #types(className: string): readonly string[] {
    const listed = this.#whitelist('accept', className);
    const selector = this.#setting('content-negotiation', 'controllers', className)?.value;
    if (listed.length > 0 || typeof selector !== 'string') return listed;
    const own = this.sections('content-negotiation').map((node) => node.child('selectors').child(selector));
    const types = [...new Set(own.flatMap((node) => membersOf(node).flatMap(stringsIn)))].filter(
      (type) => !type.includes('*'),
    );
    return types.length > 0 || !Object.hasOwn(SELECTORS, selector) ? types : (SELECTORS[selector] ?? []);
  }

  /** Returns the types of a whitelist, whose name has hyphens in Apigility. */
  #whitelist(name: 'accept' | 'content_type', className: string): readonly string[] {
    const keys = [`${name}_whitelist`, `${name.replace('_', '-')}-whitelist`];
    const node = keys.flatMap((key) => this.#setting('content-negotiation', key, className) ?? [])[0];
    return stringsIn(node).filter((type) => {
      if (node !== undefined && !isMediaType(type)) this.#lose(node, `“${type}” is no media type, so it is left out.`);
      return isMediaType(type);
    });
  }

  /** Returns the names of the input filters of a service. */
  #validation(className: string): SourceNode | undefined {
    return this.sections('content-validation')
      .map((node) => node.child(className))
      .find(({ value }) => isRecord(value));
  }

  #methods(node: SourceNode, key: 'collection' | 'entity' | 'rpc'): readonly string[] {
    const listed = node.child(METHOD_KEYS[key]);
    const methods = listed.value === undefined && key !== 'rpc' ? METHODS[key] : stringsIn(listed);
    return [...new Set(methods.map((method) => method.toUpperCase()))].filter((method) => {
      if (!KNOWN_METHODS.has(method))
        this.#lose(listed, `The method ${method} is not known, so its operation is left out.`);
      return KNOWN_METHODS.has(method);
    });
  }

  /** Returns the fields of an input filter for GET, whose values are parameters. */
  #queries(name: unknown): readonly NativeParameter[] {
    return (this.#filters.named(name) ?? []).flatMap((field) => {
      const { fields, ...value } = field;
      return fields === undefined ? [{ ...value, in: 'query' }] : [];
    });
  }

  #operation(
    method: string,
    facts: {
      readonly docs: SourceNode;
      readonly place: SourceNode;
      readonly mayBeMissing: boolean;
      readonly parameters: readonly NativeParameter[];
      readonly fields: NativeService['fields'];
      readonly serviceFields: NativeService['fields'];
    },
  ): NativeOperation {
    const { docs, place, mayBeMissing, parameters, fields, serviceFields } = facts;
    const own = docs.child(method);
    const [description, request, response] = ['description', 'request', 'response'].map((key) => {
      const { value } = own.child(key);
      return typeof value === 'string' && value.trim() !== '' ? value : undefined;
    });
    const hasFields = (fields ?? serviceFields ?? []).length > 0;
    const codes = deriveStatusCodes({ method, mayBeMissing, hasFields });
    const success = codes.find(({ code }) => code >= 200 && code < 300 && code !== 204)?.code;
    const sent = exampleOf(request);
    const answered = exampleOf(response);
    const hasAnswer = answered !== undefined && success !== undefined;
    const operation = {
      method,
      ...(description !== undefined && { description }),
      ...(parameters.length > 0 && { parameters }),
      ...(fields !== undefined && { fields }),
      ...(request !== undefined && (sent === undefined ? { request_description: asText(request) } : { request: sent })),
      ...(response !== undefined && !hasAnswer && { response_description: asText(response) }),
      ...(hasAnswer && {
        response_status_codes: codes.map(({ code }) => ({ code })),
        responses: fromEntries([[String(success), answered]]),
      }),
    };
    return written(operation, place.pointer());
  }
}

const METHOD_KEYS = {
  collection: 'collection_http_methods',
  entity: 'entity_http_methods',
  rpc: 'http_methods',
} as const;

/** Returns an example of a body, which the old documentation holds as text; undefined for other text. */
function exampleOf(text: string | undefined): { readonly example: unknown } | undefined {
  const example = jsonOrText(text ?? '');
  return typeof example === 'object' && example !== null ? { example } : undefined;
}

/** Writes a body that is no JSON as code in Markdown; other text stays. */
function asText(text: string): string {
  return /^\s*[{[<]/.test(text) ? `\`\`\`\n${text.trim()}\n\`\`\`` : text;
}
