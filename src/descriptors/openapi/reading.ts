import type { OperationRecord } from '../../model/records.ts';
import type { ParsedFile, PlacedOperation, ReadContext } from '../contract.ts';
import type { Notes } from './audience.ts';
import { DescriptorSource, type Dialect } from './descriptor-source.ts';
import { ExampleChecks } from './example-checks.ts';
import { References } from './references.ts';
import { DynamicReferences } from './schemas/dynamic-references.ts';
import type { SourceNode } from './source-node.ts';

/** Shared state of the conversion of one descriptor. */
export class Reading extends DescriptorSource {
  readonly references: References;
  readonly examples = new ExampleChecks();
  readonly dynamic = new DynamicReferences();
  /** Nodes of all operationIds read so far, including those in callbacks. */
  readonly operationIds = new Map<string, SourceNode>();
  /** Nodes of the operationIds that links name. */
  readonly linkedIds: SourceNode[] = [];
  /** Locations of the operations of services. */
  readonly placedOperations = new Map<OperationRecord, PlacedOperation>();
  /** Audience keys of the references to each shared body of Swagger 2.0. */
  readonly bodyReferences = new Map<unknown, Notes[]>();
  /** Path items that occur in a chain of references, including its final target. */
  readonly usedPathItems = new Set<unknown>();
  /** Path items of the callbacks that are currently being read, to detect cycles. */
  readonly openPathItems = new Set<unknown>();

  constructor(file: ParsedFile, dialect: Dialect, context: ReadContext, document?: unknown) {
    super(file, dialect, context, document);
    this.references = new References(this);
  }

  /** Returns a top-level part, which may be a reference to another file. */
  top(key: string): SourceNode {
    return this.references.part(this.root.child(key));
  }
}
