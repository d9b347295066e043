#!/usr/bin/env node
/** Entry point of `platform-docs`. Plain JavaScript, since it must run on any Node, before packages are installed. */
import { launch } from './launcher/launch.mjs';

await launch('src/cli/platform-docs.ts', process.argv.slice(2), { withTools: false });
