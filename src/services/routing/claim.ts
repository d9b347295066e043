import type { Api } from '../../model/api.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import type { SegmentPattern } from './route-template.ts';
import type { RouteTree } from './route-tree.ts';

/** Operations that one version of an API serves at a path. */
export interface Claim {
  readonly api: Api;
  readonly service: Service;
  readonly resource: Operation['resource'];
  readonly operations: Map<string, Operation>;
  /** Names of the parameters in the path. */
  readonly names: readonly string[];
}

/** A path without the names of its parameters. */
export interface Leaf {
  readonly template: string;
  readonly patterns: readonly SegmentPattern[];
  /** Its first segment is no parameter. */
  readonly startsWithText: boolean;
  /** Keys are APIs, in the order of names, and versions. */
  readonly claims: Map<string, Map<number, Claim>>;
}

export interface Routes {
  readonly exact: RouteTree<Leaf>;
  /** The same paths as the most lenient program could take them. */
  readonly folded: RouteTree<Set<Leaf>>;
  /** Leaves of {@link exact}. */
  readonly leaves: readonly Leaf[];
}
