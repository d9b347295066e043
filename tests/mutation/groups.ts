/**
 * Files that are changed together, and the tests that have to notice: those of the same subject, so that each mutant is
 * decided quickly.
 */
export interface Group {
  readonly name: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/**
 * Every file of src/auth is in one, and what decides in its name who gets in; a file that others merely use is not
 * tested by their tests, but by its own.
 */
export const GROUPS: readonly Group[] = [
  {
    name: 'authorization',
    sources: ['src/auth/{authorization,contract}.ts'],
    tests: ['tests/unit/auth/{authorization,groups}.test.ts', 'tests/contracts/access.test.ts'],
  },
  {
    name: 'protected paths',
    sources: ['src/auth/protected-paths.ts'],
    tests: ['tests/unit/auth/protected-paths.test.ts', 'tests/unit/server/access/path-guard.test.ts'],
  },
  {
    name: 'attempts',
    sources: ['src/auth/attempts.ts', 'src/http/client-network.ts'],
    tests: ['tests/unit/auth/attempts.test.ts', 'tests/unit/http/client-network.test.ts'],
  },
  { name: 'nonces', sources: ['src/auth/nonces.ts'], tests: ['tests/unit/auth/nonces.test.ts'] },
  {
    name: 'basic',
    sources: ['src/auth/adapter.ts', 'src/auth/schemes/{*,basic/*}.ts'],
    tests: [
      'tests/unit/auth/adapter.test.ts',
      'tests/unit/auth/schemes/*.test.ts',
      'tests/contracts/auth-scheme.test.ts',
    ],
  },
  {
    name: 'digest',
    sources: ['src/auth/schemes/digest/*.ts'],
    tests: ['tests/unit/auth/schemes/digest/*.test.ts', 'tests/contracts/auth-scheme.test.ts'],
  },
  {
    name: 'password hashes',
    sources: ['src/auth/password-hashes/*.ts', 'src/auth/secrets.ts'],
    tests: [
      'tests/contracts/password-hash.test.ts',
      'tests/unit/auth/password-hashes/*.test.ts',
      'tests/unit/auth/secrets.test.ts',
      'tests/unit/auth/schemes/digest/vectors.test.ts',
    ],
  },
  {
    name: 'hashing',
    sources: ['src/auth/hashing/*.ts', 'src/threads/*.ts'],
    tests: ['tests/unit/auth/hashing/*.test.ts', 'tests/unit/threads/*.test.ts'],
  },
  {
    name: 'password files',
    sources: ['src/auth/password-files/!(text-file|watched-file).ts'],
    tests: ['tests/unit/auth/password-files/{password-files,edit}.test.ts'],
  },
  {
    name: 'watched files',
    sources: ['src/auth/password-files/{text-file,watched-file}.ts'],
    tests: ['tests/unit/auth/password-files/{text-file,watched-file*}.test.ts'],
  },
  {
    name: 'state',
    sources: ['src/auth/state/!(redis*|registry|contract).ts'],
    tests: ['tests/unit/auth/state/{memory,nonce-window}.test.ts'],
  },
  {
    name: 'shared state',
    sources: ['src/auth/state/{redis*,registry,contract}.ts'],
    tests: ['tests/contracts/{auth-state,auth-state-shared}.test.ts', 'tests/unit/auth/state/redis*.test.ts'],
  },
  {
    name: 'enforcement',
    sources: ['src/server/access/{access-control*,gatekeeper,path-guard}.ts'],
    tests: ['tests/unit/server/{access/*,documentation/guarded-documentation}.test.ts'],
  },
  { name: 'checks', sources: ['src/services/checks.ts'], tests: ['tests/unit/services/checks.test.ts'] },
];
