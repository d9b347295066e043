import type { Command, CommandEntry } from '../command.ts';

/** Commands in the order of `--help`. To add a command, add a file to this folder and an entry to this list. */
export const commands: readonly CommandEntry[] = [
  entry('init', 'Make a new project, or add to one', async () => (await import('./init.ts')).init),
  entry('start', 'Build what changed and serve it', async () => (await import('./start.ts')).start),
  entry('dev', 'Run the development server', async () => (await import('./dev.ts')).dev),
  entry('build', 'Build the documentation and publish it', async () => (await import('./build.ts')).buildCommand),
  entry('serve', 'Serve what was published', async () => (await import('./serve.ts')).serve),
  entry('fetch', 'Fetch descriptors from their URLs', async () => (await import('./fetch.ts')).fetchCommand),
  entry('releases', 'List the releases that a build has kept', async () => (await import('./releases.ts')).releases),
  entry('rollback', 'Return to a former release', async () => (await import('./rollback.ts')).rollback),
  entry('check', 'Lint descriptors and configuration', async () => (await import('./check.ts')).check),
  entry('export', 'Write one document in one format', async () => (await import('./export.ts')).exportCommand),
  entry('convert', 'Write a description in another format', async () => (await import('./convert.ts')).convert),
  entry('diff', 'Compare versions, files or revisions', async () => (await import('./diff.ts')).diff),
  entry('verify', 'Compare what was published with a new build', async () => (await import('./verify.ts')).verify),
  entry('passwd', 'Edit a password or digest file', async () => (await import('./passwd.ts')).passwd),
];

function entry(name: string, summary: string, load: () => Promise<Command>): CommandEntry {
  return { name, summary, load };
}
