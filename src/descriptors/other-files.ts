import type { Diagnostic, Place } from '../model/diagnostic.ts';

interface OtherFormat {
  /** Name of the format in messages, after “The file is”. */
  readonly named: string;
  /** Remedy, or the reason why there is none; messages append {@link OR_MOVE} or {@link MOVE}. */
  readonly way: string;
  readonly hasNoWay?: boolean;
}

const OR_MOVE = ', or move it out of the folder.';
const MOVE = ': move it out of the folder.';
const CONVERT = 'Convert it to OpenAPI';
const DESCRIBE = 'Its requests say too little of an API: describe the API in OpenAPI';

/** Unsupported formats, with their names and remedies for messages. */
const OTHER_FORMATS = {
  Arazzo: { named: 'Arazzo', way: 'It describes workflows, not the APIs that they call', hasNoWay: true },
  AsyncAPI: { named: 'AsyncAPI', way: 'OpenAPI has no words for its channels', hasNoWay: true },
  Bruno: { named: 'a collection of Bruno', way: DESCRIBE },
  GraphQL: { named: 'GraphQL', way: 'OpenAPI has no words for its queries', hasNoWay: true },
  'Google API Discovery': { named: 'a Google API Discovery document', way: CONVERT },
  HAR: { named: 'a recording of calls (HAR)', way: `${CONVERT}, for example with har-to-openapi` },
  Insomnia: { named: 'an export of Insomnia', way: DESCRIBE },
  'JSON Schema': { named: 'a JSON Schema', way: 'Refer to it from a descriptor' },
  'Laminas documentation': {
    named: 'documentation of this product or of Laminas API Tools as JSON',
    way: 'Take Swagger from the same address, as docs/moving-over.md says',
  },
  OpenRPC: { named: 'OpenRPC', way: 'OpenAPI has no words for its methods', hasNoWay: true },
  Overlay: { named: 'an OpenAPI Overlay', way: 'Put it beside the descriptor that it extends' },
  Postman: {
    named: 'a Postman collection of a version other than 2.0 and 2.1',
    way: 'Export it as “Collection v2.1”',
  },
  'Postman environment': { named: 'an environment of Postman', way: 'Write its addresses into the collection' },
  'Postman 1': { named: 'a Postman collection of version 1', way: 'Export it as “Collection v2.1”' },
  'Protocol Buffers': { named: 'Protocol Buffers', way: `${CONVERT}, for example with protoc-gen-openapi` },
  RAML: { named: 'RAML', way: 'Convert it to RAML 1.0 in a file named .raml, or to OpenAPI' },
  'Swagger 1': { named: 'Swagger 1', way: CONVERT },
  TypeSpec: { named: 'TypeSpec', way: 'Compile it to OpenAPI with @typespec/openapi3' },
  WADL: { named: 'WADL', way: CONVERT },
  WSDL: { named: 'WSDL', way: CONVERT },
} as const satisfies Readonly<Record<string, OtherFormat>>;

export type OtherFormatName = keyof typeof OTHER_FORMATS;

const OF_ENDING: Readonly<Record<string, OtherFormatName>> = {
  wsdl: 'WSDL',
  wadl: 'WADL',
  proto: 'Protocol Buffers',
  graphql: 'GraphQL',
  graphqls: 'GraphQL',
  tsp: 'TypeSpec',
  har: 'HAR',
  bru: 'Bruno',
};
/** Reports a file whose extension is that of an unsupported API format. */
export function checkOtherFile(path: string): Diagnostic | undefined {
  const [, ending = ''] = /\.(\w+)$/.exec(path) ?? [];
  const key = ending.toLowerCase();
  const name = Object.hasOwn(OF_ENDING, key) ? OF_ENDING[key] : undefined;
  return name === undefined ? undefined : otherFormat(name, { file: path, line: 1, column: 1 });
}

/** @param version version of the format that the file specifies: `1.0` */
export function otherFormat(name: OtherFormatName, place: Place, version = ''): Diagnostic {
  const { named, way, hasNoWay = false }: OtherFormat = OTHER_FORMATS[name];
  const message = `The file is ${named}${version === '' ? '' : ` ${version}`}, which is not read; it was left out.`;
  const remedy = `${way}${hasNoWay ? MOVE : OR_MOVE}`;
  return { ...place, severity: 'warning', rule: 'descriptor-unknown', message, remedy };
}

/** Shortens a remedy of {@link otherFormat} for a file that is not in a descriptor folder. */
export function remedyElsewhere(remedy: string): string {
  return remedy.replace(OR_MOVE, '.').replace(MOVE, '.');
}
