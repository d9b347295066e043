import type { Diagnostic } from '../model/diagnostic.ts';

export const CONVERT = 'Convert it to OpenAPI, or move it out of the folder.';

const OTHER_FILES: Readonly<Record<string, string>> = {
  raml: 'RAML',
  apib: 'API Blueprint',
  wsdl: 'WSDL',
  wadl: 'WADL',
  proto: 'Protocol Buffers',
  graphql: 'GraphQL',
  graphqls: 'GraphQL',
  tsp: 'TypeSpec',
  'config.php': 'configuration of Laminas API Tools',
};

/** A file that is neither YAML nor JSON, where its name says that it describes an API. */
export function checkOtherFile(path: string): Diagnostic | undefined {
  const [, extension = ''] = /\.(config\.php|\w+)$/i.exec(path) ?? [];
  const format = Object.hasOwn(OTHER_FILES, extension.toLowerCase()) ? OTHER_FILES[extension.toLowerCase()] : undefined;
  if (format === undefined) return undefined;
  const message = `The file is ${format}, which is not read; it was left out.`;
  return { file: path, line: 1, column: 1, severity: 'warning', rule: 'descriptor-unknown', message, remedy: CONVERT };
}
