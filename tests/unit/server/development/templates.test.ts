import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CODE_FOLDER, PRODUCT_FOLDER } from '../../../../src/project/product.ts';
import { forgetModules } from '../../../../src/server/development/templates.ts';

interface Module {
  readonly file: string | null;
  readonly importedModules: ReadonlySet<Module>;
}

const code = (path: string): string => join(PRODUCT_FOLDER, CODE_FOLDER, path);
const moduleAt = (file: string | null, ...imported: readonly Module[]): Module => ({
  file,
  importedModules: new Set(imported),
});

test('what the configuration may make another of is compiled again, all other code is loaded again alone', () => {
  const template = moduleAt(code('views/Show.astro'));
  const forgotten = [
    template,
    moduleAt(code('server/page-renderer.ts'), template),
    moduleAt('/project/templates/Show.astro'),
    moduleAt('/project/config/formats/names.ts'),
    moduleAt(null),
  ];
  const kept = [moduleAt(code('model/api.ts')), moduleAt('/project/node_modules/micromark/index.js')];
  const idToModuleMap = new Map([...forgotten, ...kept].entries());
  const invalidated: Module[] = [];
  const moduleGraph = { idToModuleMap, invalidateModule: (module: Module) => void invalidated.push(module) };
  forgetModules({ environments: { client: { moduleGraph } } } as unknown as Parameters<typeof forgetModules>[0]);
  expect(invalidated).toEqual(forgotten);
});
