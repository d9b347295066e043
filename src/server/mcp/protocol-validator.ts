/** The SDK's validator of JSON Schema, a third of its size. */
export { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
