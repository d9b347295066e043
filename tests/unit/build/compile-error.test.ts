import { expect, test } from 'vitest';
import { CompileError } from '../../../src/build/renderer.ts';

const LOG = `09:12:33 [build] Collecting build info...
09:12:34 [vite] ✓ built in 208ms
09:12:35 [ERROR] [vite] ✗ Build failed in 1.01s
[CompilerError] Unexpected token
  Location:
    /site/templates/Show.astro:26:13
  Stack trace:
    at handleCompileResultErrors (file:///site/node_modules/astro/dist/core/compile/compile.js:67:11)
    at async plugin (file:///site/node_modules/rolldown/dist/shared/bindingify-input-options.mjs:1758:16)
`;

test.each([
  ['a log', LOG, '[CompilerError] Unexpected token\n  Location:\n    /site/templates/Show.astro:26:13'],
  ['a log of another form', 'Out of memory\n', 'Out of memory'],
])('of %s the failure is shown', (_title, log, shown) => {
  expect(new CompileError(log, []).message).toBe(`The templates do not compile. Fix what Astro reports:\n${shown}`);
});
