import type { PasswordFileKind } from '../password-files/kinds.ts';
import { basicScheme } from './basic/scheme.ts';
import type { AuthScheme, LoadedScheme } from './contract.ts';
import { digestScheme } from './digest/scheme.ts';

/** Schemes, the strongest first: the order of challenges. */
export const authSchemes: readonly AuthScheme[] = [digestScheme, basicScheme];

/** Schemes, the simplest first: the order of the configuration and of forms. */
export const offeredSchemes: readonly AuthScheme[] = authSchemes.toReversed();

/** Loads the schemes with their code, the strongest first. */
export function loadSchemes(): Promise<readonly LoadedScheme[]> {
  return Promise.all(authSchemes.map(async (scheme) => ({ ...scheme, ...(await scheme.load()) })));
}

/** A password file that an adapter may read for one of its schemes. */
export interface NamedPasswordFile {
  readonly scheme: LoadedScheme;
  /** Option that names the file. */
  readonly option: string;
  readonly kind: PasswordFileKind;
  /** Path as configured. */
  readonly path: string;
}

interface Adapter {
  readonly schemes: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Lists the password files that options name, for every scheme, the simplest scheme first. */
export function passwordFilesOf(
  { options }: Pick<Adapter, 'options'>,
  schemes: readonly LoadedScheme[],
): readonly NamedPasswordFile[] {
  return schemes.toReversed().flatMap((scheme) =>
    fileOptionsOf(scheme).flatMap(({ option, kind }) => {
      const path = options[option];
      return typeof path === 'string' ? [{ scheme, option, kind, path }] : [];
    }),
  );
}

/** Lists the password files that the schemes of an adapter read. */
export function acceptedFilesOf(adapter: Adapter, schemes: readonly LoadedScheme[]): readonly NamedPasswordFile[] {
  return passwordFilesOf(adapter, schemes).filter(({ scheme }) => adapter.schemes.includes(scheme.name));
}

/** Lists the options that name password files, in their order. */
export function fileOptionsOf({
  options,
  files,
}: LoadedScheme): readonly { readonly option: string; readonly kind: PasswordFileKind }[] {
  return Object.keys(options).flatMap((option) => {
    const kind = files[option];
    return kind === undefined ? [] : [{ option, kind }];
  });
}
