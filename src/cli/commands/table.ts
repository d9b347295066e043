import type { CommandEntry } from '../command.ts';

/** In the order of `--help`. A new command is a file beside this one and an entry here. */
export const commands: readonly CommandEntry[] = [
  { name: 'init', summary: 'Make a new project, or add to one', load: async () => (await import('./init.ts')).init },
  { name: 'start', summary: 'Build what changed and serve it', load: async () => (await import('./start.ts')).start },
  { name: 'dev', summary: 'Run the development server', load: async () => (await import('./dev.ts')).dev },
  {
    name: 'build',
    summary: 'Build the documentation and publish it',
    load: async () => (await import('./build.ts')).buildCommand,
  },
  { name: 'serve', summary: 'Serve what was published', load: async () => (await import('./serve.ts')).serve },
  {
    name: 'check',
    summary: 'Lint descriptors and configuration',
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'export',
    summary: 'Write one document in one format',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'diff',
    summary: 'Compare versions, files or revisions',
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'verify',
    summary: 'Compare what was published with a new build',
    load: async () => (await import('./verify.ts')).verify,
  },
  { name: 'passwd', summary: 'Edit a password or digest file', load: async () => (await import('./passwd.ts')).passwd },
  {
    name: 'completion',
    summary: 'Print the completion script of a shell',
    load: async () => (await import('./completion.ts')).completion,
  },
];
