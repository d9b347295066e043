import type { Diagnostic, Place } from '../model/diagnostic.ts';
import { DESCRIPTOR_ENDING } from './path-names.ts';

interface OtherFormat {
  /** Name of the format in messages, after “The file is”. */
  readonly named: string;
  /** Remedy, without its last words, {@link OR_MOVE}. */
  readonly way: string;
}

const OR_MOVE = ', or move it out of the folder.';
const CONVERT = 'Convert it to OpenAPI';
const GUIDE = 'OpenAPI has no words for it: make a guide of it';
const CONVERTER = 'npx api-spec-converter --to=swagger_2';

/** Unsupported formats, with their names and remedies for messages. */
const OTHER_FORMATS = {
  Arazzo: { named: 'Arazzo', way: 'It describes workflows, not APIs: write its steps into a guide' },
  AsyncAPI: {
    named: 'AsyncAPI',
    way: `${GUIDE}, “npx @asyncapi/cli generate fromTemplate <file> @asyncapi/markdown-template”`,
  },
  Bruno: { named: 'a collection of Bruno', way: 'Export it as a Postman collection: “Share” in the menu of Bruno' },
  GraphQL: { named: 'GraphQL', way: `${GUIDE}, “npx graphql-markdown <file>”` },
  'Google API Discovery': {
    named: 'a Google API Discovery document',
    way: `${CONVERT}, “${CONVERTER} --from=google <file>”`,
  },
  HAR: { named: 'a recording of calls (HAR)', way: `${CONVERT}, “npx demystify --input <file>”` },
  Insomnia: {
    named: 'an export of Insomnia',
    way: 'Take the OpenAPI of a design document, “inso export spec”; of requests, with insomnia-plugin-export-to-openapi',
  },
  'JSON Schema': { named: 'a JSON Schema', way: 'Refer to it from a descriptor' },
  'Laminas documentation': {
    named: 'documentation of this product or of Laminas API Tools as JSON',
    way: 'Take Swagger from the same address, as docs/moving-over.md says',
  },
  OpenRPC: { named: 'OpenRPC', way: `${GUIDE}, “npx @vegaprotocol/openrpc-md <file>”` },
  Overlay: { named: 'an OpenAPI Overlay', way: 'Put it beside the descriptor that it extends' },
  Postman: {
    named: 'a Postman collection of a version other than 2.0 and 2.1',
    way: 'Export it as “Collection v2.1”',
  },
  'Postman environment': { named: 'an environment of Postman', way: 'Write its addresses into the collection' },
  'Postman 1': { named: 'a Postman collection of version 1', way: 'Export it as “Collection v2.1”' },
  'Protocol Buffers': { named: 'Protocol Buffers', way: `${CONVERT}, for example with protoc-gen-openapi` },
  RAML: { named: 'RAML', way: 'Convert it to RAML 1.0 in a file named .raml, or to OpenAPI' },
  'Swagger 1': { named: 'Swagger 1', way: `${CONVERT}, “${CONVERTER} --from=swagger_1 <file>”` },
  TypeSpec: {
    named: 'TypeSpec',
    way: 'Compile it to OpenAPI, “npx tsp compile . --emit=@typespec/openapi3”',
  },
  WADL: { named: 'WADL', way: `${CONVERT}, “${CONVERTER} --from=wadl <file>”` },
  WSDL: { named: 'WSDL', way: `${CONVERT}, “npx soap-converter --input <file>”` },
} as const satisfies Readonly<Record<string, OtherFormat>>;

export type OtherFormatName = keyof typeof OTHER_FORMATS;

const OF_ENDING: Readonly<Record<string, OtherFormatName>> = {
  wsdl: 'WSDL',
  wadl: 'WADL',
  proto: 'Protocol Buffers',
  graphql: 'GraphQL',
  graphqls: 'GraphQL',
  gql: 'GraphQL',
  tsp: 'TypeSpec',
  har: 'HAR',
  bru: 'Bruno',
};

/** Formats in XML, by their namespaces. */
const OF_NAMESPACE: readonly (readonly [namespace: string, name: OtherFormatName])[] = [
  ['http://schemas.xmlsoap.org/wsdl/', 'WSDL'],
  ['http://www.w3.org/ns/wsdl', 'WSDL'],
  ['http://wadl.dev.java.net/', 'WADL'],
];
/** Formats with a syntax of their own, by what begins a line. */
const OF_LINE: readonly (readonly [line: RegExp, name: OtherFormatName])[] = [
  [/^(?:(?:extend )?type (?:Query|Mutation|Subscription)\b|schema *[@{])/m, 'GraphQL'],
  [/^(?:import "@typespec\/|using (?:TypeSpec|Http)\b)/m, 'TypeSpec'],
  [/^syntax *= *["']proto[23]["']/m, 'Protocol Buffers'],
  [/^meta \{$/m, 'Bruno'],
];
/** Number of characters of a text that are looked at. */
const HEAD = 8192;

/**
 * Reports a file in an unsupported API format that is neither YAML nor JSON, by its extension, or XML by its content.
 * @param isNamed true for a file that the user names, whose content counts if its name says nothing
 */
export function checkOtherFile(
  path: string,
  read: () => string | undefined = () => undefined,
  isNamed = false,
): Diagnostic | undefined {
  const [, ending = ''] = /\.(\w+)$/.exec(path) ?? [];
  const key = ending.toLowerCase();
  const isKnown = Object.hasOwn(OF_ENDING, key);
  const text = !isKnown && (isNamed || key === 'xml') ? (read() ?? '').slice(0, HEAD) : '';
  const name = isKnown ? OF_ENDING[key] : formatOfText(text, !DESCRIPTOR_ENDING.test(path));
  return name === undefined ? undefined : otherFormat(name, { file: path, line: 1, column: 1 });
}

function formatOfText(text: string, hasLines: boolean): OtherFormatName | undefined {
  if (/^\s*</.test(text)) return OF_NAMESPACE.find(([namespace]) => text.includes(namespace))?.[1];
  return hasLines ? OF_LINE.find(([line]) => line.test(text))?.[1] : undefined;
}

/** @param version version of the format that the file specifies: `1.0` */
export function otherFormat(name: OtherFormatName, place: Place, version = ''): Diagnostic {
  const { named, way }: OtherFormat = OTHER_FORMATS[name];
  const message = `The file is ${named}${version === '' ? '' : ` ${version}`}, which is not read; it was left out.`;
  return { ...place, severity: 'warning', rule: 'descriptor-unknown', message, remedy: way + OR_MOVE };
}

/** Shortens a remedy of {@link otherFormat} for a file that is not in a descriptor folder. */
export function remedyElsewhere(remedy: string): string {
  return remedy.replace(OR_MOVE, '.');
}
