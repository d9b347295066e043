/** Schemas of messages, from the SDK. */
export { InitializeRequestSchema } from '@modelcontextprotocol/core';
