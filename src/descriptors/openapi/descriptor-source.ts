import type { Diagnostic } from '../../model/diagnostic.ts';
import { isExtension } from '../../model/extensions.ts';
import type { ParsedFile, ReadContext } from '../contract.ts';
import { reportAt, SourceNode } from './source-node.ts';

export type Dialect = '2.0' | '3.0' | '3.1' | '3.2';

/** All keys that Laminas API Tools writes at the top level of an export and in its `info`. */
const LAMINAS_KEYS = ['swagger', 'info', 'tags', 'paths', 'definitions'];
const LAMINAS_INFO_KEYS = ['title', 'version'];

/** Descriptor that is being read: its dialect and its values, with methods that report problems. */
export class DescriptorSource {
  readonly dialect: Dialect;
  readonly context: ReadContext;
  readonly root: SourceNode;
  /** True for a document converted from another format, whose parts are in other places of the file. */
  readonly isConverted: boolean;
  /**
   * True if the descriptor looks like an export of Laminas API Tools: only {@link LAMINAS_KEYS} and an integer version.
   * Such an export lacks the parameters of `:name` segments, and gives collections the parameters of their entities.
   */
  readonly isLaminasExport: boolean;

  /** @param document OpenAPI document that was converted from another format; defaults to the value of the file */
  constructor(file: ParsedFile, dialect: Dialect, context: ReadContext, document?: unknown) {
    this.dialect = dialect;
    this.context = context;
    this.isConverted = document !== undefined;
    this.root = new SourceNode(file, document ?? file.value);
    const info = this.root.child('info');
    this.isLaminasExport =
      dialect === '2.0' &&
      hasOnly(this.root, LAMINAS_KEYS) &&
      hasOnly(info, LAMINAS_INFO_KEYS) &&
      /^\d+$/.test(String(info.child('version').value));
  }

  /** True for the dialects whose schemas are older than JSON Schema 2020-12. */
  get hasOldSchemas(): boolean {
    return this.dialect === '2.0' || this.dialect === '3.0';
  }

  /** @param places other positions that the message names */
  warn(
    node: SourceNode,
    rule: string,
    message: string,
    remedy: string,
    at: 'key' | 'value' = 'value',
    places?: Diagnostic['places'],
  ): void {
    reportAt(this.context, node, { severity: 'warning', rule, message, remedy, ...(places && { places }) }, at);
  }

  fail(node: SourceNode, rule: string, message: string, remedy: string): void {
    reportAt(this.context, node, { severity: 'error', rule, message, remedy });
  }
}

function hasOnly(node: SourceNode, keys: readonly string[]): boolean {
  return node.entries().every(([key]) => keys.includes(key) || isExtension(key));
}
