/** Library in which the SDK describes messages. */
export { string } from 'zod/v4';
