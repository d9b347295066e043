/** Public module `platform-documentation`: the documentation in the server of another program. */
export type { Documentation, FetchHandler, Identify, NodeHandler } from '../server/mounted/contract.ts';
export { createDocumentation, type DocumentationOptions } from './create-documentation.ts';
export type { DescriptorSource } from './memory-project.ts';
