import { apiBlueprint } from './api-blueprint/api-blueprint.ts';
import { atom } from './atom/atom.ts';
import type { Format } from './contract.ts';
import { html } from './html/html.ts';
import { json } from './json/json.ts';
import { jsonSchema } from './json-schema/json-schema.ts';
import { markdown } from './markdown/markdown.ts';
import { openapi, openapi30, openapi32, openapiYaml, openapiYaml30, openapiYaml32 } from './openapi/openapi.ts';
import { postman } from './postman/postman.ts';
import { raml } from './raml/raml.ts';
import { swagger } from './swagger/swagger.ts';

/** Built-in formats, in the order of menus and of preference between equally acceptable formats. */
export const formats = [
  html,
  json,
  swagger,
  openapi,
  openapi30,
  openapi32,
  openapiYaml,
  openapiYaml30,
  openapiYaml32,
  raml,
  postman,
  apiBlueprint,
  markdown,
  jsonSchema,
  atom,
] as const satisfies readonly Format[];
