import { describe, expect, test } from 'vitest';
import { isSpeakable } from '../../../src/file-servers/contract.ts';
import { pathTables } from '../../../src/file-servers/path-tables.ts';
import { fileServers } from '../../../src/file-servers/registry.ts';
import { REQUEST } from '../../../src/file-servers/table.ts';
import { evaluate } from './evaluate.ts';
import { HOSTILE, siteOf } from './hostile-site.ts';

/** Strings of the grammar, each as a whole. */
const STRINGS: Readonly<Record<string, RegExp>> = {
  nginx: /"(?:[^"\\]|\\.)*"/gs,
  apache: /'"'|"[^"]*"/gs,
  caddy: /`[^`]*`|"[^"]*"/gs,
};

const speakable = HOSTILE.filter(isSpeakable);
const harmless = speakable.map((_, index) => `Api${index}`);

describe.each(fileServers)('the configuration of $title', ({ name, write }) => {
  const structure = (names: readonly string[]): string => {
    const strings = STRINGS[name];
    if (strings === undefined) throw new Error(`How ${name} writes strings is missing in STRINGS.`);
    return [...write(siteOf(names)).values()].join('\n').replaceAll(strings, 'TEXT');
  };

  test('has the same structure with any names', () => {
    expect(structure(speakable)).toBe(structure(harmless));
  });

  test('holds no text that ends a line', () => {
    expect(() => write(siteOf(['a\n}\nrespond "x"']))).toThrow('control character');
    expect(() => write({ ...siteOf([]), origins: new Map([['A-v1', ['https://x\ny']]]) })).toThrow('control character');
  });

  test('is the same for the same site', () => {
    expect([...write(siteOf(speakable))]).toEqual([...write(siteOf(speakable))]);
  });
});

test.each([
  ['caddy', 'https://{env.HOME}', 'a brace'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Apache
  ['apache', 'https://${HOME}', 'a dollar sign with a brace'],
])('%s would read the variable in a text', (name, origin, problem) => {
  const server = fileServers.find((each) => each.name === name);
  expect(() => server?.write({ ...siteOf([]), origins: new Map([['A-v1', [origin]]]) })).toThrow(problem);
});

test.each(speakable.filter((name) => name !== '' && !name.includes('/')))('%j finds its own version alone', (name) => {
  const tables = pathTables(siteOf(speakable), []);
  const version = (path: string): string =>
    evaluate(tables, { [REQUEST.path]: path, [REQUEST.target]: path })('version');
  expect(version(`/platform/documentation/${name}`)).toBe(`-v${speakable.indexOf(name) + 1}`);
  expect(version('/platform/documentation/another')).toBe('');
});
