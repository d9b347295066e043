/**
 * Keywords whose values have names for keys, of components, schemas and documents: what stands under such a key is a
 * part that is called so, whatever the key means elsewhere.
 */
export const MAPS_OF_NAMES: ReadonlySet<string> = new Set([
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'mediaTypes',
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'encoding',
  // Of Swagger 2.0.
  'definitions',
  'securityDefinitions',
]);
