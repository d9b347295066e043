import { listOf, mapOf, type RawMap } from './raw-document.ts';

/** How a document says that an operation is called. */
export interface Call {
  /** Upper case. */
  readonly method: string;
  /** Absolute or of this site; with or without expressions. */
  readonly url: string;
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch']);

/** The operations of a path item, or of a resource, by their methods. */
export function methodsOf(item: unknown): readonly (readonly [method: string, operation: RawMap])[] {
  return Object.entries(mapOf(item)).flatMap(([key, operation]) =>
    METHODS.has(key) ? [[key.toUpperCase(), mapOf(operation)] as const] : [],
  );
}

/** The address of the first server of a list, with the defaults of its variables. */
export function firstServer(servers: unknown): string {
  const { url = '', variables } = mapOf(listOf(servers)[0]);
  return withDefaults(String(url), variables);
}

/** Replaces variables that have a default: `{region}` → `eu`. */
export function withDefaults(url: string, variables: unknown): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (all, name) => String(mapOf(mapOf(variables)[name])['default'] ?? all));
}

/** Joins a server and a path as clients do, with one slash between them. */
export function below(server: string, path: string): string {
  return server.replace(/\/$/, '') + path;
}
