/**
 * Runs when npm has installed the product from its repository: compiles templates and modules, so that no build of a
 * project has to. Plain JavaScript, since an installation must not fail where this cannot run; a build compiles then.
 */
try {
  // npm runs this with the system's Node. Commands fetch one that reads TypeScript, and are not waited for here.
  if (!('typescript' in process.features && process.features.typescript))
    throw new Error(`Node ${process.versions.node} reads no TypeScript.`);
  const { keepCompiledModules } = await import('./compiled-modules.ts');
  const { cacheFolder, PRODUCT_FOLDER } = await import('../project/product.ts');
  keepCompiledModules(cacheFolder(PRODUCT_FOLDER));
  const { compileForAll } = await import('../release/compile-for-all.ts');
  await compileForAll();
} catch (error) {
  console.error(
    `The templates could not be compiled now, so the first build compiles them: ${error instanceof Error ? error.message : String(error)}`,
  );
}
