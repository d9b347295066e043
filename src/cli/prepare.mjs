/**
 * Runs as npm's `prepare` script in the repository: compiles templates and modules, so that builds of projects need
 * not. Plain JavaScript, since the installation must succeed on any Node; if compiling fails, the first build compiles.
 */
try {
  // npm uses the installed Node. It may not run TypeScript; a newer Node is downloaded only when a command starts.
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
