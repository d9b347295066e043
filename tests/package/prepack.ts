/** `npm pack` and `npm publish` run this first: it writes what the package has in place of `src/`. */
import { fileURLToPath } from 'node:url';
import { provideLibrary } from './library.ts';

const [target = fileURLToPath(new URL('../..', import.meta.url))] = process.argv.slice(2);
await provideLibrary(target);
