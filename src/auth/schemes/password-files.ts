import type { PasswordFileKind } from '../password-files/kinds.ts';
import type { AuthScheme } from './contract.ts';
import { offeredSchemes } from './registry.ts';

/** A password file that an adapter may read for one of its schemes. */
export interface NamedPasswordFile {
  readonly scheme: AuthScheme;
  /** The option that names it. */
  readonly option: string;
  readonly kind: PasswordFileKind;
  /** As it is configured. */
  readonly path: string;
}

/** Those that options name, of every scheme. */
export function passwordFilesOf({
  options,
}: {
  readonly options: Readonly<Record<string, unknown>>;
}): readonly NamedPasswordFile[] {
  return offeredSchemes.flatMap((scheme) =>
    fileOptionsOf(scheme).flatMap(({ option, kind }) => {
      const path = options[option];
      return typeof path === 'string' ? [{ scheme, option, kind, path }] : [];
    }),
  );
}

/** Those that the schemes of an adapter read. */
export function acceptedFilesOf(
  adapter: Parameters<typeof passwordFilesOf>[0] & { readonly schemes: readonly string[] },
): readonly NamedPasswordFile[] {
  return passwordFilesOf(adapter).filter(({ scheme }) => adapter.schemes.includes(scheme.name));
}

/** In the order of the options. */
export function fileOptionsOf({
  options,
  files,
}: AuthScheme): readonly { readonly option: string; readonly kind: PasswordFileKind }[] {
  return Object.keys(options).flatMap((option) => {
    const kind = files[option];
    return kind === undefined ? [] : [{ option, kind }];
  });
}
