/** The validator of JSON Schema that the SDK brings, a third of it. */
export { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
