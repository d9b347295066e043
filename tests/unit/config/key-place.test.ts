import { describe, expect, test } from 'vitest';
import { findKeyPlace } from '../../../src/config/configuration-files.ts';
import { projectWith } from './project.ts';

const FILE = 'config/autoload/local.yaml';
const TEXT = `# comment
platform-mvc-auth:
  authentication:
    adapters:
      "a.b": { realm: x }
      a: { options: [basic, "digest"] }
`;

describe('the place of a key', () => {
  const project = (): string => projectWith({ [FILE]: TEXT, 'config/autoload/bad.local.yaml': 'a: [' });
  test.each([
    ['platform-mvc-auth', 2, 1],
    ['platform-mvc-auth.authentication.adapters.a.b.realm', 5, 16],
    ['platform-mvc-auth.authentication.adapters.a.options.1', 6, 29],
    ['platform-mvc-auth.authentication.map.Library', 3, 3],
    ['platform-mvc-auth.authentication.adapters.abc', 4, 5],
    ['nothing.at.all', 0, 0],
    ['', 0, 0],
  ])('%s is %d:%d', (path, line, column) => {
    expect(findKeyPlace(project(), FILE, path)).toEqual({ line, column });
  });

  test.each(['config/autoload', 'config/autoload/none.yaml', 'config/autoload/bad.local.yaml'])(
    'is not told where the file is %s',
    (file) => {
      expect(findKeyPlace(project(), file, 'a.b')).toEqual({ line: 0, column: 0 });
    },
  );
});
