import { COMPONENT_SECTIONS } from './components.ts';

/**
 * Keywords whose values have names for keys, of components, schemas and documents: what stands under such a key is a
 * part that is called so, though the key means something else elsewhere.
 */
export const MAPS_OF_NAMES: ReadonlySet<string> = new Set([
  ...COMPONENT_SECTIONS,
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'encoding',
  // Swagger 2.0.
  'definitions',
  'securityDefinitions',
]);
