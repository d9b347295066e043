/**
 * Runs a script or a command that needs the packages of development: `node tests/launch.mjs <script or package>
 * [arguments]`.
 */
import { launch } from '../src/cli/launcher/launch.mjs';

const [script = '', ...args] = process.argv.slice(2);
await launch(script, args, { withTools: true });
