/** What messages look like, by the SDK. */
export { InitializeRequestSchema } from '@modelcontextprotocol/core';
