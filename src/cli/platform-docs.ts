import { keepCompiledModules } from './compiled-modules.ts';
import { PRODUCT_FOLDER } from './product-folder.ts';

keepCompiledModules(PRODUCT_FOLDER);
// After that: what is imported above is compiled before.
const [{ runCommandLine }, { createTerminal }] = await Promise.all([import('./run-command-line.ts'), import('./terminal.ts')]);
const terminal = createTerminal({ output: process.stdout, errors: process.stderr, environment: process.env });
// Not process.exit: what was written to a pipe must arrive first.
process.exitCode = await runCommandLine(process.argv.slice(2), { projectFolder: process.cwd(), environment: process.env, terminal });
