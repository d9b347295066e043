/**
 * Runs when npm has installed the product from its repository: compiles templates and modules, so that no build of a
 * project has to. Plain JavaScript, since an installation must not fail where this cannot run; a build compiles then.
 */
try {
  const { keepCompiledModules } = await import('./compiled-modules.ts');
  const { cacheFolder, PRODUCT_FOLDER } = await import('../project/product.ts');
  keepCompiledModules(cacheFolder(PRODUCT_FOLDER));
  const { compileForAll } = await import('../build/compile-for-all.ts');
  await compileForAll();
} catch (error) {
  console.error(
    `The templates could not be compiled now, so the first build compiles them: ${error instanceof Error ? error.message : String(error)}`,
  );
}
