import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import ts from 'typescript';

/**
 * Files that are not compiled or not needed. The launcher is plain JavaScript, at the same path in the package; the map
 * is for developers, and `plain-sources.mjs` for TypeScript, which the package does not contain.
 */
const LEFT_OUT = /^cli\/launcher\/|^cli\/[\w-]+\.mjs$|^project\/plain-sources\.mjs$|^README\.md$/;
/** Path of one of our modules in templates and strings, and its query for the bundler. */
const MODULE_PATH = /(["'])(\.{1,2}\/[^"'\n?]+)\.ts(\?[\w&]+)?\1/g;

/**
 * Writes the sources as an installed package has them, because Node strips no types below `node_modules`: JavaScript
 * with declarations, and templates, styles and schemas as they are. What names a module of ours names its
 * JavaScript.
 * @param sourceFolder `src`
 * @param targetFolder is replaced
 * @throws with the compiler's messages
 */
export function writeLibrary(sourceFolder: string, targetFolder: string): void {
  const files = readdirSync(sourceFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !LEFT_OUT.test(pathBelow(sourceFolder, file)));
  rmSync(targetFolder, { recursive: true, force: true });
  for (const file of files.filter((name) => !name.endsWith('.ts')))
    copy(file, join(targetFolder, relative(sourceFolder, file)));
  compile(
    files.filter((file) => file.endsWith('.ts')),
    sourceFolder,
    targetFolder,
  );
  removeUnreachableDeclarations(targetFolder);
}

/** Files that projects may import, by `exports` of package.json. Scripts for browsers are imported as addresses. */
const PUBLIC =
  /^(?:(?:mount|project|formats\/extension)\/public|astro\/integration|(?:presentation|views(?!\/scripts))\/.+)\.(?:d\.ts|astro)$/;
const IMPORTED = /(?:from|import\() ?["'](\.{1,2}\/[^"']+)\.js["']/g;

/** Declarations are for editors of projects: those that nothing public names would be a tenth of the package. */
function removeUnreachableDeclarations(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  const waiting = files.filter((file) => PUBLIC.test(pathBelow(folder, file)));
  const reached = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const named = `${resolve(dirname(file), path)}.d.ts`;
      if (reached.has(named) || !existsSync(named)) continue;
      reached.add(named);
      waiting.push(named);
    }
  }
  for (const file of files) if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
}

function pathBelow(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

function copy(file: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith('.astro')) writeFileSync(target, withRenamedModules(file));
  // Blanks of schemas, which only programs read, are a quarter of what they take packed.
  else if (file.endsWith('.json')) writeFileSync(target, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  // As comments of modules, those of styles are for those who change them; of tokens.css projects name the properties.
  else if (/(?<!tokens)\.css$/.test(file))
    writeFileSync(target, readFileSync(file, 'utf8').replaceAll(/\n?[ \t]*\/\*[\s\S]*?\*\//g, ''));
  else copyFileSync(file, target);
}

function withRenamedModules(template: string): string {
  return readFileSync(template, 'utf8').replaceAll(
    MODULE_PATH,
    (whole: string, quote: string, path: string, query = '') =>
      isModule(template, `${path}.ts`) ? `${quote}${path}.js${query}${quote}` : whole,
  );
}

function compile(files: readonly string[], rootDir: string, outDir: string): void {
  const program = ts.createProgram({
    rootNames: files,
    options: {
      rootDir,
      outDir,
      declaration: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.collection.d.ts'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: true,
      resolveJsonModule: true,
      skipLibCheck: true,
      // The type check of the repository has done that.
      noCheck: true,
    },
  });
  const rename = renameModules;
  const write: ts.WriteFileCallback = (file, text) =>
    ts.sys.writeFile(
      file,
      indented(file, file.endsWith('.js') ? withoutDocumentation(file, text) : withoutMessages(file, text)),
    );
  const { diagnostics, emitSkipped } = program.emit(undefined, write, undefined, false, {
    before: [rename],
    afterDeclarations: [rename],
  });
  if (emitSkipped || diagnostics.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => rootDir,
      getNewLine: () => '\n',
    };
    throw new Error(stripVTControlCharacters(ts.formatDiagnostics(diagnostics, host)));
  }
}

/** Reduces messages to the names of their arguments, the only part that types need (`words/words.ts`). */
function withoutMessages(file: string, declarations: string): string {
  return /\/words\/catalogues\/.*\.d\.ts$/.test(file)
    ? declarations.replaceAll(/: "((?:[^"\\]|\\.)*)";$/gm, (_, message: string) => `: "${argumentsOf(message)}";`)
    : declarations;
}

/** Arguments of a message, as the types read them: the text of a branch begins with its name, and is no argument. */
function argumentsOf(message: string): string {
  const names = [...message.matchAll(/(?<!(?:zero|one|two|few|many|other) )\{([^,}]+)/g)].map(
    ([, name]) => `{${name}}`,
  );
  return [...new Set(names)].join('');
}

/** Comments that bundlers and other programs read. */
const FOR_PROGRAMS = /^\/\/\s*[@#]/;

/**
 * Without the comments that declarations have as well, and those on lines of their own that say why, which are for
 * those who change the code: together an eighth of the package. What bundlers read stays.
 */
function withoutDocumentation(file: string, script: string): string {
  const found = new Map<number, number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(script, node.pos) ?? [])
      if (script.startsWith('/**', pos) || (script.startsWith('//', pos) && !FOR_PROGRAMS.test(script.slice(pos, end))))
        found.set(pos, end);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, script, ts.ScriptTarget.ESNext));
  let text = '';
  let from = 0;
  for (const [pos, end] of [...found].sort(([a], [b]) => a - b)) {
    text += script.slice(from, pos);
    from = end + (/^\s*/.exec(script.slice(end))?.[0].length ?? 0);
  }
  return text + script.slice(from);
}

/** A tab a level in place of the compiler's four blanks, 4 kB less packed; lines of a text stay as they are. */
function indented(file: string, script: string): string {
  const texts: { readonly pos: number; readonly end: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateLiteralToken(node)) texts.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, script, ts.ScriptTarget.ESNext));
  return script.replaceAll(/^(?: {4})+/gm, (blanks: string, at: number) =>
    texts.some(({ pos, end }) => at > pos && at < end) ? blanks : '\t'.repeat(blanks.length / 4),
  );
}

/** `'./worker.ts'` is `'./worker.js'`: what is imported, and what workers, entries and hooks are started from. */
function renameModules(context: ts.TransformationContext) {
  return <T extends ts.SourceFile | ts.Bundle>(root: T): T => {
    if (!ts.isSourceFile(root)) return root;
    const from = root.fileName;
    const visit = (node: ts.Node): ts.Node => {
      if (!ts.isStringLiteral(node)) return ts.visitEachChild(node, visit, context);
      return isModule(from, node.text)
        ? context.factory.createStringLiteral(node.text.replace(/\.ts$/, '.js'), true)
        : node;
    };
    return ts.visitEachChild(root, visit, context) as T;
  };
}

/** Whether a string is the relative path of a TypeScript file. */
function isModule(from: string, text: string): boolean {
  return /^\.{1,2}\/.*\.ts$/.test(text) && existsSync(resolve(dirname(from), text));
}
