#!/usr/bin/env node
import { runCommandLine } from './run-command-line.ts';
import { createTerminal } from './terminal.ts';

const terminal = createTerminal(process.stdout, process.stderr);
// Not process.exit: what was written to a pipe must arrive first.
process.exitCode = await runCommandLine(process.argv.slice(2), { projectFolder: process.cwd(), environment: process.env, terminal });
