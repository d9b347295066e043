/** Process that `commandIn` starts: it runs the commands that it is sent, until the process that started it ends. */
import { keepCompiledModules } from '../../src/cli/compiled-modules.ts';
import { cacheFolder } from '../../src/project/product.ts';
import type { Answer, Asked } from './commands.ts';

keepCompiledModules(cacheFolder(process.cwd()));
const { runInProcess } = await import('./run-command.ts');

process.on('message', async ({ folder, args, environment, input }: Asked) => {
  process.chdir(folder);
  // Templates and formats of a project may read them.
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  const answer: Answer = await runInProcess(folder, args, { environment: process.env, input }).then(
    (run) => ({ run }),
    (error: unknown) => ({ failure: String(error instanceof Error ? error.stack : error) }),
  );
  process.send?.(answer);
});
process.once('disconnect', () => process.exit());
