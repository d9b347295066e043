import type { Diagnostic, Place } from '../../model/diagnostic.ts';
import type { ParsedFile, ReadContext } from '../contract.ts';
import { SourceNode } from './source-node.ts';

export type Dialect = '2.0' | '3.0' | '3.1' | '3.2';

/** One descriptor while it is read: its dialect, its values, and where to report what is wrong with them. */
export class DescriptorSource {
  readonly dialect: Dialect;
  readonly context: ReadContext;
  readonly root: SourceNode;

  constructor(file: ParsedFile, dialect: Dialect, context: ReadContext) {
    this.dialect = dialect;
    this.context = context;
    this.root = new SourceNode(file, file.value);
  }

  /** True for the dialects whose schemas are older than JSON Schema 2020-12. */
  get hasOldSchemas(): boolean {
    return this.dialect === '2.0' || this.dialect === '3.0';
  }

  /** @param places that the message names */
  warn(
    node: SourceNode,
    rule: string,
    message: string,
    remedy: string,
    at: 'key' | 'value' = 'value',
    places?: Diagnostic['places'],
  ): void {
    this.#report(node, { severity: 'warning', rule, message, remedy, ...(places && { places }) }, at);
  }

  fail(node: SourceNode, rule: string, message: string, remedy: string): void {
    this.#report(node, { severity: 'error', rule, message, remedy });
  }

  #report(node: SourceNode, problem: Omit<Diagnostic, keyof Place>, at?: 'key' | 'value'): void {
    const pointer = node.pointer();
    // Messages quote names and references, which may hold line breaks.
    const message = problem.message.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
    this.context.report({ ...node.file.locate(pointer, at), ...problem, message }, pointer);
  }
}
