/** Node on the current path, with the number of edges already followed. */
interface Step {
  readonly node: string;
  next: number;
}

/**
 * Yields the strongly connected components of a graph (Tarjan's algorithm), each after the components that it has edges
 * to. Linear time, without recursion, since chains in descriptors can have any length.
 * @param edges target nodes by node; targets that are not keys are ignored
 */
export function* connectedParts(edges: ReadonlyMap<string, readonly string[]>): Generator<readonly string[]> {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const enter = (node: string): Step => {
    lowest.set(node, order.size);
    order.set(node, order.size);
    open.push(node);
    isOpen.add(node);
    return { node, next: 0 };
  };
  const lower = (node: string, to: number | undefined): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? 0, to ?? 0));
  };
  for (const start of edges.keys()) {
    const steps: Step[] = order.has(start) ? [] : [enter(start)];
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      const { node } = step;
      const target = edges.get(node)?.[step.next];
      step.next += 1;
      if (target !== undefined) {
        if (edges.has(target) && !order.has(target)) steps.push(enter(target));
        else if (isOpen.has(target)) lower(node, order.get(target));
        continue;
      }
      steps.pop();
      const above = steps.at(-1);
      if (above !== undefined) lower(above.node, lowest.get(node));
      if (lowest.get(node) !== order.get(node)) continue;
      const part = open.splice(open.lastIndexOf(node));
      for (const member of part) isOpen.delete(member);
      yield part;
    }
  }
}

/** Cycles of a graph: strongly connected components with several nodes, and nodes with an edge to themselves. */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  return [...connectedParts(edges)].filter(
    ([first = '', ...others]) => others.length > 0 || edges.get(first)?.includes(first) === true,
  );
}
