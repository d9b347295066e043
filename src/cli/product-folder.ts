import { fileURLToPath } from 'node:url';

/** Where code and templates are; the project that a command works on may be elsewhere. */
export const PRODUCT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
