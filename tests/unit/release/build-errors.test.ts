import { expect, test } from 'vitest';
import { CompileError } from '../../../src/release/build-errors.ts';

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

const HINT = `  Hint:
    Browser APIs are not available on the server.
    
    Move your code to a <script> tag outside of the frontmatter, so the code runs on the client.
    
    See https://docs.astro.build/en/guides/troubleshooting/ for more information.
    		
`;
const PLACES = '[CompilerError] Unexpected token\n  Location:\n    /site/templates/Show.astro:26:13';

test.each([
  ['a log', LOG, PLACES],
  ['a log with advice on browsers', LOG.replace('  Location:', `${HINT}  Location:`), PLACES],
  ['a log that ends in such advice', `✗ Build failed in 1 s\nIt fails.\n${HINT}`, 'It fails.'],
  ['a log of another form', 'Out of memory\n', 'Out of memory'],
])('of %s the failure is shown', (_title, log, shown) => {
  expect(new CompileError(log, [], '/site').message).toBe(
    `The templates do not compile. Fix what Astro reports:\n${shown}`,
  );
});

test.each(['/c#/docs', "/john's/docs", '/what?', '/docs*'])(
  'in %s the folder is the cause, not a template',
  (folder) => {
    const { message, reason } = new CompileError(LOG, [], folder);
    expect(message).toMatch(/^Astro cannot build in a folder with [#'?*] in its path: /);
    expect(reason).toBe(message);
  },
);

test('a mistake with a place is reported, wherever the project is', () => {
  const fault = { key: 'show', named: 'Show.astro', file: 'Show.astro', line: 26, column: 13 };
  const { message, reason } = new CompileError(LOG, [fault], "/john's/docs");
  expect(message).toMatch(/^show: Show\.astro cannot be compiled: Show\.astro:26:13\nThe templates do not compile\./);
  expect(reason).toBe('[CompilerError] Unexpected token');
});

test("Plug'n'Play is the cause where Yarn uses it", () => {
  expect(new CompileError(LOG, [], '/site', { ...process.versions, pnp: '3' }).message).toContain(
    'nodeLinker: node-modules',
  );
});
