import { COMPONENT_SECTIONS, componentReference } from '../schema/references.ts';
import { NO_COMPONENTS } from './components.ts';
import { computedOnce } from './computed-once.ts';
import type { ComponentsRecord, SecurityRequirementObject } from './openapi-objects.ts';

const SCHEMAS = componentReference('schemas', '');

/**
 * Components by reference, and what each refers to itself: computed once for an API, at the first question about each.
 */
interface Graph {
  readonly values: ReadonlyMap<string, unknown>;
  readonly edges: Map<string, readonly string[]>;
}

/**
 * The part of the components that the given values reach over any number of references, discriminator mappings and
 * security requirements included; the sections keep their order.
 * @param isTaken is asked once for each component, what the first of the values reaches before the next and the nearest
 * first: `depth` is the number of schemas on the way. One that is not taken leads nowhere.
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
      // Grows while it is read: what is no schema has its references beside it.
      for (const reference of near) {
        if (seen.has(reference) || !graph.values.has(reference)) continue;
        seen.add(reference);
        if (!isTaken(graph.values.get(reference), depth)) continue;
        reached.add(reference);
        (reference.startsWith(SCHEMAS) ? far : near).push(...edgesFrom(reference, graph));
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
 * Every string that is a reference, wherever it stands: `$ref`, discriminator mappings, extensions; and the schemes
 * that `security` names.
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
          found.push(...item.flatMap(schemesOf));
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
