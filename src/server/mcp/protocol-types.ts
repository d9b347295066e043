/** The library in which the SDK says what messages look like. */
export { string } from 'zod/v4';
