import type { Diagnostic } from '../../model/diagnostic.ts';
import { isRecord } from '../../schema/json-values.ts';
import { findLineStarts, placeInText, placeOf } from '../../yaml/places.ts';
import { Budget } from '../budget.ts';
import type { DescriptorReader, Parse, ParsedFile, PlacedFinding, ReadContext, SourceFile } from '../contract.ts';
import { readNative } from '../native/reader.ts';
import { reportAt, SourceNode, written } from '../openapi/source-node.ts';
import { withLimit } from '../parse.ts';
import { createLocator, escapePointerSegment, type TextIndex } from '../positions.ts';
import { TextProblem } from '../text-problem.ts';
import { INCLUDE, isArray, isMerge, MERGE, mergedArrays, unread } from './php-arrays.ts';
import { type NotRead, type PhpPlace, PhpReader, type Places } from './php-literals.ts';
import { LaminasConfiguration } from './services.ts';

const HEADS = ['api-tools-rest', 'api-tools-rpc', 'zf-rest', 'zf-rpc'];
const DOCUMENTATION = 'documentation.config.php';
/** JSON Pointers of the keys that are used; values of other keys that cannot be read are not reported. */
const READ =
  /^\/(?:(?:api-tools|zf)-(?:rest|rpc|versioning|content-negotiation|content-validation|mvc-auth)|router|input_filter_specs)$/;
/** Maximum size of all included files, in characters, counted at each include. */
const MOST_INCLUDED = 4_000_000;
/** Cost of an include in addition to the size of its file, in characters. */
const INCLUDE_COST = 40_000;

/** Parses PHP; values that cannot be read are left out and become findings. */
export const parsePhp = withLimit('PHP', (source, report) => parsed(source, report, false));

/** Parses PHP like {@link parsePhp}, but keeps a mark in the place of each value that cannot be read. */
export const parseMarkedPhp = withLimit('PHP', (source, report) => parsed(source, report, true));

function parsed({ path, text }: SourceFile, report: (diagnostic: Diagnostic) => void, marks: boolean) {
  try {
    const { value, notRead } = readPhp(text, path, marks);
    const lineStarts = notRead.length === 0 ? [] : findLineStarts(text);
    const findings = notRead.map(({ offset, what, within }): PlacedFinding => {
      const message = `This is ${what}, so only running PHP would give its value; it was left out.`;
      const remedy = 'Write the value itself, or describe in a native descriptor what it stands for.';
      const place = { file: path, ...placeOf(offset, lineStarts) };
      return {
        diagnostic: { ...place, severity: 'warning', rule: 'php-not-read', message, remedy },
        pointer: within === undefined ? undefined : `/${escapePointerSegment(within)}`,
      };
    });
    return { path, text, value, findings, locate: createLocator(path, text, () => createPhpIndex(text, path)) };
  } catch (error) {
    if (!(error instanceof TextProblem)) throw error;
    const { rule, message, remedy, offset } = error;
    report({ file: path, ...placeInText(text, offset), severity: 'error', rule, message, remedy });
    return undefined;
  }
}

interface PhpFile {
  /**
   * Returned value as plain JSON: arrays with the keys 0, 1, … are lists, others are objects. `include 'a.php'` is an
   * object with the key `INCLUDE` and a path relative to the file; arrays that are merged with an included one are an
   * object with the keys `MERGE` and `parts`. Null if the file returns nothing that is read.
   */
  readonly value: unknown;
  readonly notRead: readonly NotRead[];
}

/**
 * Reads the literals of a PHP file that returns a value; executes nothing.
 * @param path path of the file, of which `__DIR__` and `__FILE__` are made
 * @param marks true if an `unread` array stands for a value that was not read; otherwise, it is left out
 * @throws {TextProblem}
 */
export function readPhp(text: string, path: string, marks = false): PhpFile {
  const reader = new PhpReader(text, path, null, marks);
  return { value: reader.root().value, notRead: reader.notRead };
}

/** Creates an index of the positions of values in a text that {@link readPhp} can read. */
export function createPhpIndex(text: string, path: string): TextIndex<PhpPlace> {
  const places: Places = new WeakMap();
  return {
    root: new PhpReader(text, path, places).root(),
    offsetOf: ({ offset }) => offset,
    children: ({ value }) => (isArray(value) && places.get(value)) || new Map(),
  };
}

/**
 * Reader of the configuration of a module of Laminas API Tools, once Apigility: `module.config.php`, with
 * `documentation.config.php` beside it. Converts each version of the API to a native descriptor.
 */
export const laminas: DescriptorReader = {
  name: 'laminas',
  formats: {
    laminas: {
      title: 'Laminas API Tools',
      schemas: '/input_filter_specs',
      cannotSay: ['contact', 'license', 'log-ins', 'servers'],
    },
  },
  endings: ['config.php'],
  parse: parsePhp,
  recognises,
  read(file, context) {
    const module = readModule(file, context);
    for (const section of module.sections('mvc-auth'))
      if (section.has('authorization')) reportAccess(section.child('authorization'), context);
    const records = module.descriptors.map((descriptor) => readNative(descriptor, module.file, context, 'laminas'));
    return records.some((record) => record === undefined) ? undefined : records.flatMap((record) => record ?? []);
  },
};

function recognises(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (Object.hasOwn(value, MERGE) && Array.isArray(value['parts'])) return value['parts'].some(recognises);
  return HEADS.some((head) => Object.hasOwn(value, head) && typeof value[head] === 'object');
}

/**
 * Reads a module and reports what is not carried over, except authorization.
 * @param others configuration of the project, which replaces that of the module
 */
export function readModule(
  file: ParsedFile,
  context: ReadContext,
  others: readonly object[] = [],
): LaminasConfiguration {
  const beside = context.hasFile(DOCUMENTATION, file) ? context.readFile(DOCUMENTATION, file, '', parsePhp) : undefined;
  reportNotRead(file, context, READ);
  if (beside !== undefined) reportNotRead(beside, context);
  const lose = (node: SourceNode, message: string): void => {
    const remedy = 'Describe it in a native descriptor, if readers should know of it.';
    reportAt(context, node, { severity: 'warning', rule: 'laminas-lost', message, remedy });
  };
  const documentation = new SourceNode(beside ?? file, isRecord(beside?.value) ? beside.value : {});
  const includes = new Includes(file, context, parsePhp);
  const own = includes.resolved(file.value, '');
  const whole = isArray(own)
    ? mergedArrays('array_replace_recursive', [own, ...others.map((one) => partFor(own, one))])
    : own;
  const root = new SourceNode(includes.whole, others.length === 0 ? own : whole);
  return new LaminasConfiguration(root, documentation, lose);
}

/** Returns the settings of another file that apply to a module, among services only those that the module has. */
function partFor(module: object, other: object): object {
  const kept = Object.entries(other).filter(([key]) => READ.test(`/${key}`) && !key.endsWith('-mvc-auth'));
  return Object.fromEntries(
    kept.map(([key, section]) => {
      const own: unknown = Reflect.get(module, key);
      const isService = /-(?:rest|rpc)$/.test(key) && isArray(section);
      const known = isService
        ? Object.entries(section).filter(([name]) => isArray(own) && Object.hasOwn(own, name))
        : [];
      return [key, isService ? Object.fromEntries(known) : section];
    }),
  );
}

/**
 * Returns the value of a parsed file with the content of the files that it includes.
 * @param parse parses those files
 */
export function withIncludes(file: ParsedFile, context: ReadContext, parse = parsePhp): unknown {
  return new Includes(file, context, parse).resolved(file.value, '');
}

/** Reports values that cannot be read. @param read JSON Pointers of the keys that are used; by default, all */
export function reportNotRead({ findings = [] }: ParsedFile, context: ReadContext, read?: RegExp): void {
  for (const { diagnostic, pointer } of findings)
    if (read === undefined || pointer === undefined || read.test(pointer)) context.report(diagnostic);
}

/** Warns that a descriptor does not enforce the authorization rules that it contains. */
function reportAccess(node: SourceNode, context: ReadContext): void {
  const message = 'The rules of "authorization" are not part of a description, so they are not enforced.';
  const remedy = 'Write them below platform-mvc-auth in config/autoload; "platform-docs init --from" does.';
  reportAt(context, node, { severity: 'warning', rule: 'laminas-lost', message, remedy }, 'key');
}

/** Replaces includes by their content, then merges the arrays around them. */
class Includes {
  readonly #file: ParsedFile;
  readonly #context: ReadContext;
  readonly #parse: Parse;
  readonly #reported = new Set<ParsedFile>();
  /** Included files by the JSON Pointers, in the main file, at which they are included. */
  readonly #files = new Map<string, ParsedFile>();
  readonly #budget = new Budget<string>(MOST_INCLUDED, (pointer) => {
    const message = 'Files are included too often or have too much text; the rest is left out.';
    const remedy = 'Write what they contain into one file.';
    this.#context.report({ ...this.whole.locate(pointer), severity: 'warning', rule: 'php-not-read', message, remedy });
  });
  /** Paths of the files that are being included. */
  readonly #open = new Set<string>();

  constructor(file: ParsedFile, context: ReadContext, parse: Parse) {
    this.#file = file;
    this.#context = context;
    this.#parse = parse;
  }

  /** Main file, whose positions lead to the included files. */
  get whole(): ParsedFile {
    const locate: ParsedFile['locate'] = (pointer, at) => {
      const { file, below } = this.#place(pointer);
      return file.locate(below, at);
    };
    return { ...this.#file, locate };
  }

  /** Splits a pointer at the innermost include on the way to it. */
  #place(pointer: string): { readonly file: ParsedFile; readonly below: string } {
    let above = pointer;
    while (above !== '' && !this.#files.has(above)) above = above.slice(0, above.lastIndexOf('/'));
    return { file: this.#files.get(above) ?? this.#file, below: pointer.slice(above.length) };
  }

  /** @param pointer JSON Pointer in the main file */
  resolved(value: unknown, pointer: string, from = this.#file): unknown {
    if (Array.isArray(value)) return this.#members(value, pointer, from, (list) => Object.values(list));
    if (!isRecord(value)) return value;
    const { [INCLUDE]: path, [MERGE]: how, parts } = value;
    if (typeof path === 'string') return this.#included(path, pointer, from);
    if (!isMerge(how) || !Array.isArray(parts)) return this.#members(value, pointer, from, (map) => map);
    const read = parts.map((part, index) => this.resolved(part, `${pointer}/parts/${index}`, from));
    return mergedArrays(
      how,
      read.flatMap((part) => [isArray(part) ? part : (this.#missing() ?? [])]),
    );
  }

  #members<T extends object>(
    value: T,
    pointer: string,
    from: ParsedFile,
    made: (members: Record<string, unknown>) => unknown,
  ): unknown {
    let isSame = true;
    const members = Object.entries(value).map(([key, member]) => {
      const read = this.resolved(member, `${pointer}/${escapePointerSegment(key)}`, from);
      isSame &&= read === member;
      return [key, read] as const;
    });
    const all = isSame ? value : made(Object.fromEntries(members.filter(([, member]) => member !== undefined)));
    return typeof all === 'object' && all !== null ? written(all, pointer) : all;
  }

  #included(path: string, pointer: string, from: ParsedFile): unknown {
    const isLeft = this.#budget.take(INCLUDE_COST, pointer) && !this.#open.has(path);
    const target = isLeft ? this.#read(path, pointer, from) : undefined;
    if (target === undefined || !this.#budget.take(target.text.length, pointer)) return this.#missing();
    if (!this.#reported.has(target)) reportNotRead(target, this.#context);
    this.#reported.add(target);
    this.#open.add(path);
    this.#files.set(pointer, target);
    const value = this.resolved(target.value, pointer, target);
    this.#open.delete(path);
    return value;
  }

  #missing(): object | undefined {
    return this.#parse === parsePhp ? undefined : unread();
  }

  #read(path: string, pointer: string, from: ParsedFile): ParsedFile | undefined {
    const { below } = this.#place(pointer);
    const target = this.#context.readFile(encodeURI(path), from, below, this.#parse);
    return target === this.#file ? undefined : target;
  }
}
