import { COMPONENT_SECTIONS, componentReference } from '../schema/references.ts';
import { NO_COMPONENTS } from './components.ts';
import { computedOnce } from './computed-once.ts';
import type { ComponentsRecord, SecurityRequirementObject } from './openapi-objects.ts';

const SCHEMAS = componentReference('schemas', '');

/**
 * Graph of an API's components: values and outgoing references, by reference. References are collected on demand.
 */
interface Graph {
  readonly values: ReadonlyMap<string, unknown>;
  readonly edges: Map<string, readonly string[]>;
}

/**
 * Selects the components that the given values reference directly or indirectly, including by discriminator mappings
 * and security requirements. Sections keep their order.
 * @param isTaken filter, called once for each component, root by root and nearest first; `depth` is the number of
 * schemas on the way. References in a rejected component are not followed.
 */
export function reachableComponents(
  components: ComponentsRecord,
  roots: readonly unknown[],
  isTaken: (component: unknown, depth: number) => boolean = () => true,
): ComponentsRecord {
  const graph = graphOf(components);
  const seen = new Set<string>();
  const reached = new Set<string>();
  for (const root of roots) {
    let near = collectReferences(root);
    for (let depth = 0; near.length > 0; depth += 1) {
      const far: string[] = [];
      // The list grows during the loop: components other than schemas do not increase the depth.
      for (const reference of near) {
        if (seen.has(reference) || !graph.values.has(reference)) continue;
        seen.add(reference);
        if (!isTaken(graph.values.get(reference), depth)) continue;
        reached.add(reference);
        const next = reference.startsWith(SCHEMAS) ? far : near;
        for (const edge of edgesFrom(reference, graph)) next.push(edge);
      }
      near = far;
    }
  }
  const kept = COMPONENT_SECTIONS.map((section) => [
    section,
    Object.fromEntries(
      Object.entries(components[section]).filter(([name]) => reached.has(componentReference(section, name))),
    ),
  ]);
  return { ...NO_COMPONENTS, ...Object.fromEntries(kept) };
}

/** Every component; keys are references to them. */
export function componentsByReference(components: ComponentsRecord): ReadonlyMap<string, unknown> {
  return graphOf(components).values;
}

const graphOf = computedOnce((components: ComponentsRecord): Graph => {
  const values = COMPONENT_SECTIONS.flatMap((section) =>
    Object.entries(components[section]).map(([name, value]) => [componentReference(section, name), value] as const),
  );
  return { values: new Map<string, unknown>(values), edges: new Map() };
});

function edgesFrom(reference: string, graph: Graph): readonly string[] {
  const known = graph.edges.get(reference);
  if (known !== undefined) return known;
  const edges = [...new Set(collectReferences(graph.values.get(reference)))];
  graph.edges.set(reference, edges);
  return edges;
}

/**
 * Collects all strings that are references, in `$ref`, discriminator mappings or extensions, and references to the
 * schemes that `security` names.
 */
export function collectReferences(root: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.startsWith('#/components/')) found.push(value);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if ((key === 'security' || key === 'x-platform-descriptor-security') && Array.isArray(item))
          for (const scheme of item.flatMap(schemesOf)) found.push(scheme);
        visit(item);
      }
    }
  };
  visit(root);
  return found;
}

function schemesOf(requirement: SecurityRequirementObject): readonly string[] {
  return typeof requirement === 'object' && requirement !== null
    ? Object.keys(requirement).map((name) => componentReference('securitySchemes', name))
    : [];
}
