import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes an Astro project that does nothing but make pages of a title and a paragraph: the floor under any build with
 * Astro.
 */
export function writeBareAstroProject(folder: string, packages: string, pages: number): void {
  mkdirSync(join(folder, 'src/pages'), { recursive: true });
  symlinkSync(packages, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'astro.config.mjs'), 'export default {};\n');
  writeFileSync(
    join(folder, 'src/pages/[page].astro'),
    `---
export const getStaticPaths = () => Array.from({ length: ${pages} }, (_, index) => ({ params: { page: 'page' + index }, props: { index } }));
const { index } = Astro.props;
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page {index}</title></head><body><h1>Page {index}</h1><p>One paragraph.</p></body></html>
`,
  );
}
