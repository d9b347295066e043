import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadYaml } from '../../../../src/config/configuration-files.ts';
import { caseCount } from '../../../tooling/case-count.ts';
import { AdminProject } from '../admin-project.ts';
import { FILE, JSON_DESCRIPTOR, JSON_FILE, UGLY } from '../ugly-descriptor.ts';

const BOOK = '/documentation/service?api=Library-v1&service=Book';
const ADD = '/documentation/operation?api=Library-v1&service=Book&operation=collection+POST';
const CART = '/documentation/service?api=Shop-v1&service=Cart';
/** Comments, and what no form shows. */
const KEPT = /#.*|x-[a-z]+:.*|route.*|name:.*/g;

const text = fc
  .oneof(
    fc.constantFrom(
      '# no comment',
      'a: b',
      '- x',
      "it's",
      '"',
      '| x',
      '{',
      '\ta',
      'yes',
      '2001-01-01',
      '1e3',
      '<b>',
      '*a',
      'é\u0301 مرحبا 😀',
      'a\n\n  b\n',
      '  a\nb',
      '---',
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  .map((value) => value.replaceAll(/[^\P{Cc}\n]/gu, ' ').trimEnd());

let project: AdminProject;
beforeEach(() => {
  project = new AdminProject();
  project.write(FILE, UGLY);
  project.write(JSON_FILE, JSON_DESCRIPTOR);
});
afterEach(() => project.remove());

describe('any input', () => {
  test('is in the form when it is opened again, and the file has all that was not in the form', async () => {
    const kept = UGLY.match(KEPT);
    expect(kept?.length).toBeGreaterThan(20);
    await fc.assert(
      fc.asyncProperty(text, text, text, async (description, field, nested) => {
        const typed = { description, 'field:title': field, 'field:author/first': nested };
        expect(await project.send(BOOK, typed)).toMatchObject({ kind: 'redirection' });
        const shown = await project.filled(BOOK);
        expect(Object.fromEntries(Object.keys(typed).map((name) => [name, shown[name]?.trimEnd()]))).toEqual(
          Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim() === '' ? '' : value])),
        );
        const written = project.read(FILE);
        expect(kept?.filter((part) => !written.includes(part.trimEnd().replace(/[,}].*/, '')))).toEqual([]);
        expect(await project.send(CART, { description, 'field:a%2Fb%20c': field })).toMatchObject({
          kind: 'redirection',
        });
        expect(() => JSON.parse(project.read(JSON_FILE))).not.toThrow();
        expect((await project.filled(CART))['description']).toBe(description.trim() === '' ? '' : description);
      }),
      { numRuns: caseCount(20), seed: 11 },
    );
  });

  test('as an example, it is the example of the file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(await project.send(ADD, { request_example: JSON.stringify(value, null, 1) })).toMatchObject({
          kind: 'redirection',
        });
        const { services } = loadYaml(project.read(FILE)) as {
          services: { operations: { request: { example: unknown } }[] }[];
        };
        expect(services[0]?.operations[1]?.request.example).toEqual(plain);
        await project.send(ADD, { request_example: '' });
        expect(project.read(FILE)).toBe(UGLY);
      }),
      { numRuns: caseCount(20), seed: 12 },
    );
  });
});
