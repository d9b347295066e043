import { expect, test } from 'vitest';
import { addTemplate } from '../../../src/descriptors/blueprint/operations.ts';
import { declarationOf } from '../../../src/descriptors/raml/templates.ts';
import { otherFacts } from '../../../src/formats/api-blueprint/texts.ts';
import { fenced } from '../../../src/formats/markdown/escaping.ts';
import { collectReferences } from '../../../src/model/reachable-components.ts';
import type { JsonRecord } from '../../../src/schema/json-values.ts';

/** More values than a function can be called with. */
const COUNT = 400_000;
const list = <T>(value: (at: number) => T): readonly T[] => Array.from({ length: COUNT }, (_, at) => value(at));

test.each<readonly [what: string, read: () => unknown, expected: unknown]>([
  [
    'declarations of RAML',
    () => {
      const traits = [...list(() => ({})), null, { usual: { a: 1 } }, { usual: { a: 2 } }];
      return declarationOf('usual', 'traits', { declarations: { traits }, libraries: new Map() });
    },
    { a: 2 },
  ],
  [
    'parameters of a template of API Blueprint',
    () => {
      const inTemplates: JsonRecord[] = [];
      const draft = { inTemplates, templateNames: new Set() };
      addTemplate(draft, { path: '/', parameters: list((at) => ({ name: `p${at}` })), left: [] });
      return inTemplates.length;
    },
    COUNT,
  ],
  ['backticks in code of Markdown', () => fenced(`${'` '.repeat(COUNT)}\`\`\``)[0], '````'],
  ['backticks in facts of API Blueprint', () => otherFacts({ a: '``` '.repeat(COUNT) })[0], '````yaml'],
  ['alternatives of a log-in', () => collectReferences({ security: list(() => ({ key: [] })) }).length, COUNT],
])('any number of %s is read', (_, read, expected) => expect(read()).toEqual(expected));
