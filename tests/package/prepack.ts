/** `npm pack` and `npm publish` run this first: it writes `lib/`, which the package has in place of `src/`. */
import { fileURLToPath } from 'node:url';
import { writeLibrary } from './write-library.ts';

const [target = fileURLToPath(new URL('../../lib', import.meta.url))] = process.argv.slice(2);
writeLibrary(fileURLToPath(new URL('../../src', import.meta.url)), target);
