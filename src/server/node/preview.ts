interface PreviewOptions {
  /** URL of the compiled server. */
  readonly serverEntrypoint: URL;
  readonly host: string | undefined;
  readonly port: number;
}

interface Preview {
  readonly host: string | undefined;
  readonly port: number;
  closed(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs the server for `astro preview`, as `node dist/server/entry.mjs` starts it, at the address of Astro's settings.
 * @throws if it cannot start; the reason is in the log
 */
export default async function preview({ serverEntrypoint, host, port }: PreviewOptions): Promise<Preview> {
  process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
  const { serveDocumentation }: typeof import('../entry.ts') = await import(serverEntrypoint.href);
  const listening = await serveDocumentation({
    ...process.env,
    PORT: String(port),
    ...(host === undefined ? {} : { HOST: host }),
  });
  if (listening === null) throw new Error('The server does not start.');
  return {
    host,
    port: listening,
    // The server runs until its process ends.
    closed: () => new Promise(() => undefined),
    stop: async () => void process.kill(process.pid, 'SIGTERM'),
  };
}
