/** JSON Schema validator of the SDK, which makes up a third of the SDK's size. */
export { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
