import { isRecord } from '../../schema/json-values.ts';
import { InitError } from './write-files.ts';

/** Name of the npm package of this product. */
export const PRODUCT = 'platform-documentation';
const COMMANDS = ['start', 'dev', 'build', 'check'] as const;

interface PackageChange {
  /** New text of the file. */
  readonly text: string;
  /** Descriptions of the added parts: `scripts start, dev`. */
  readonly added: readonly string[];
  /** Names of existing scripts with other commands, which stay unchanged. */
  readonly kept: readonly string[];
}

/** Creates the package.json of a new project. @param folder name of the project folder */
export function newPackage(folder: string, version: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[-._]+|[-._]+$/g, '');
  // npm refuses to install a package into a project of the same name.
  const usable = name === '' || name === PRODUCT || name === 'node_modules' ? 'api-documentation' : name;
  const scripts = Object.fromEntries(COMMANDS.map((command) => [command, `platform-docs ${command}`]));
  return toText(
    { name: usable, private: true, type: 'module', scripts, dependencies: { [PRODUCT]: `^${version}` } },
    '  ',
    '\n',
  );
}

/**
 * Adds the product and scripts for its commands to the package.json of an existing project. All other content, the
 * indentation and the line endings stay. Numbers are formatted and dependencies sorted as npm does.
 * @param withScripts false to add only the dependency
 * @throws {@link InitError} if package.json is invalid or belongs to the product itself
 */
export function changedPackage(text: string, version: string, withScripts: boolean): PackageChange {
  const content = parse(text);
  if (content['name'] === PRODUCT)
    throw new InitError(
      'package.json: this is the folder of the product itself. Name another folder: platform-docs init <folder>.',
    );
  const scripts = part(content, 'scripts');
  const dependencies = part(content, 'dependencies');
  const isThere = [dependencies, part(content, 'devDependencies')].some((packages) => Object.hasOwn(packages, PRODUCT));
  const wanted = withScripts ? COMMANDS.map((command) => [command, `platform-docs ${command}`] as const) : [];
  const added = wanted.filter(([command]) => !Object.hasOwn(scripts, command));
  const kept = wanted
    .filter(([command, script]) => Object.hasOwn(scripts, command) && scripts[command] !== script)
    .map(([command]) => command);
  if (isThere && added.length === 0) return { text, added: [], kept };
  const changed = {
    ...content,
    ...(added.length > 0 && { scripts: { ...scripts, ...Object.fromEntries(added) } }),
    ...(!isThere && { dependencies: sorted({ ...dependencies, [PRODUCT]: `^${version}` }) }),
  };
  const indent = /^[{]\r?\n([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const end = /\r?\n$/.exec(text)?.[0] ?? '';
  const written = toText(changed, indent, end);
  const parts = [
    ...(isThere ? [] : ['the dependency']),
    ...(added.length > 0 ? [`scripts ${added.map(([command]) => command).join(', ')}`] : []),
  ];
  return { text: text.includes('\r\n') ? written.replaceAll(/\r?\n/g, '\r\n') : written, added: parts, kept };
}

function parse(text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new InitError(
      `package.json: it is not JSON (${error instanceof Error ? error.message : String(error)}). Correct it, or name another folder.`,
    );
  }
  if (!isRecord(content))
    throw new InitError('package.json: it is not a JSON object. Correct it, or name another folder.');
  return content;
}

function part(content: Record<string, unknown>, key: string): Readonly<Record<string, unknown>> {
  const value = content[key] ?? {};
  if (!isRecord(value))
    throw new InitError(`package.json: "${key}" is not an object. Correct it, or name another folder.`);
  return value;
}

/** Sorts dependencies by name, as npm does. */
function sorted(packages: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toText(content: unknown, indent: string, end: string): string {
  return JSON.stringify(content, null, indent) + end;
}
