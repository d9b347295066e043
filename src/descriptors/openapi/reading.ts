import type { OperationRecord } from '../../model/records.ts';
import type { ParsedFile, PlacedOperation, ReadContext } from '../contract.ts';
import type { Notes } from './audience.ts';
import { DescriptorSource, type Dialect } from './descriptor-source.ts';
import { ExampleChecks } from './example-checks.ts';
import { References } from './references.ts';
import type { SourceNode } from './source-node.ts';

/** Shared state of the conversion of one descriptor. */
export class Reading extends DescriptorSource {
  readonly references: References;
  readonly examples = new ExampleChecks();
  /** Every operationId so far, of callbacks too, and where it stands. */
  readonly operationIds = new Map<string, SourceNode>();
  /** Places that the operations of services were read from. */
  readonly placedOperations = new Map<OperationRecord, PlacedOperation>();
  /** Shared body of Swagger 2.0 → audience keys of the references to it. */
  readonly bodyReferences = new Map<unknown, Notes[]>();
  /** Path items that something refers to. */
  readonly usedPathItems = new Set<unknown>();
  /** Path items of callbacks that are being read, so that cyclic callbacks end. */
  readonly openPathItems = new Set<unknown>();

  constructor(file: ParsedFile, dialect: Dialect, context: ReadContext, document?: unknown) {
    super(file, dialect, context, document);
    this.references = new References(this);
  }

  /** A part of the top level, which may stand in a file of its own. */
  top(key: string): SourceNode {
    return this.references.part(this.root.child(key));
  }
}
