/** Maximum nesting of lists and objects, with YAML aliases expanded. Real descriptors have fewer than 60 levels. */
export const MAX_DEPTH = 200;

/** Error in a text, with its offset. Parsers throw it; {@link parseFile} reports it. */
export class TextProblem extends Error {
  /** UTF-16 offset in the text. */
  readonly offset: number;
  readonly rule: string;
  readonly remedy: string;

  constructor(offset: number, rule: string, message: string, remedy: string) {
    super(message);
    this.offset = offset;
    this.rule = rule;
    this.remedy = remedy;
  }
}

export function tooDeep(offset: number): TextProblem {
  return new TextProblem(
    offset,
    'too-deep',
    `Lists and objects are nested more than ${MAX_DEPTH} levels deep.`,
    'Name the inner parts as components and refer to them.',
  );
}

export function duplicateKey(key: string, offset: number, firstLine: number): TextProblem {
  return new TextProblem(
    offset,
    'duplicate-key',
    `The key ${JSON.stringify(key)} was already given in line ${firstLine}.`,
    'Keep one of the two, or rename one.',
  );
}
