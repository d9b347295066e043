/** Schema library with which the SDK describes messages. */
export { string } from 'zod/v4';
