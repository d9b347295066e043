#!/usr/bin/env node
/** The command `platform-docs`. Plain JavaScript, because it has to run on any Node, before anything is installed. */
import { launch } from './launcher/launch.mjs';

await launch('src/cli/platform-docs.ts', process.argv.slice(2), { withTools: false });
