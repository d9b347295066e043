/** Vitest's own variables change what Vite and Astro do. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_ENV|DEV|PROD|MODE|SSR|BASE_URL|ASTRO_NODE_AUTOSTART)/.test(name),
  );
  return { ...Object.fromEntries(kept), ASTRO_TELEMETRY_DISABLED: '1' };
}
