import { describe, expect, test } from 'vitest';
import { formats } from '../../../src/formats/registry.ts';
import { type Selector, siteFormats } from '../../../src/formats/site-formats.ts';
import { negotiate } from '../../../src/http/negotiate.ts';
import { draftOf, plain } from './extension/fixtures.ts';

const PLAIN = plain.viewModelName;
const JSON_MODEL = 'Platform\\Documentation\\Json\\ViewModel';
const RAML = 'Platform\\Documentation\\Raml\\ViewModel';
const HTML = 'Platform\\View\\ViewModel';
const { mediaTypes: _, ...untyped } = plain;

function selector(name: string, ...viewModels: readonly (readonly [string, readonly string[]])[]): Selector {
  return { name, viewModels: viewModels.map(([model, mediaTypes]) => ({ name: model, mediaTypes })) };
}

function chosen(accept: string, selectors: readonly Selector[], custom = [draftOf(plain)]): string {
  const choice = negotiate(accept, siteFormats(selectors, custom).formats);
  return choice === undefined ? 'none' : `${choice.offer.name} as ${choice.mediaType}`;
}

test('without selectors and formats of its own a site has the registry itself', () => {
  expect(siteFormats([], []).formats).toBe(formats);
});

describe('selectors', () => {
  test.each<readonly [string, string, readonly Selector[], string]>([
    ['a format has the types that it names', 'text/x-plain', [], 'plain as text/x-plain'],
    ['a type is added', 'text/plain2', [selector('Documentation', [PLAIN, ['text/plain2']])], 'plain as text/plain2'],
    [
      'the types that there were stay',
      'text/x-plain',
      [selector('Documentation', [PLAIN, ['text/plain2']])],
      'plain as text/x-plain',
    ],
    [
      'with any name of the selector',
      'text/plain2',
      [selector('Mine', [PLAIN, ['text/plain2']])],
      'plain as text/plain2',
    ],
    [
      'a type of ours is moved',
      'application/raml+yaml',
      [selector('Documentation', [PLAIN, ['application/RAML+yaml']])],
      'plain as application/RAML+yaml',
    ],
    [
      'an alias of ours is moved',
      'text/plain',
      [selector('Documentation', [PLAIN, ['text/plain']])],
      'plain as text/plain',
    ],
    [
      'a model of ours gets another type',
      'application/vnd.acme+json',
      [selector('Documentation', [JSON_MODEL, ['application/vnd.acme+json']])],
      'json as application/vnd.acme+json',
    ],
    [
      'a wildcard still means what is sent',
      'application/*',
      [selector('Documentation', [JSON_MODEL, ['application/vnd.acme+json']])],
      'json as application/json',
    ],
    [
      'a pattern covers what ends like it',
      'application/vnd.other+json',
      [selector('Documentation', [JSON_MODEL, ['application/*+json']])],
      'json as application/json',
    ],
    [
      'a pattern is weaker than a type that is named',
      'application/vnd.swagger+json',
      [selector('Documentation', [JSON_MODEL, ['application/*+json']])],
      'swagger as application/vnd.swagger+json',
    ],
    [
      'another name of pages is sent as HTML',
      'text/page',
      [selector('Documentation', [HTML, ['text/page']])],
      'html as text/html',
    ],
  ])('%s: %s', (_rule, accept, selectors, expected) => {
    expect(siteFormats(selectors, [draftOf(plain)]).problems).toEqual([]);
    expect(chosen(accept, selectors)).toBe(expected);
  });

  test('give a format its first type, which is sent', () => {
    const { formats: all, problems } = siteFormats(
      [selector('Documentation', [PLAIN, ['application/*+plain', 'text/a', 'text/b']])],
      [draftOf(untyped)],
    );
    expect(problems).toEqual([]);
    expect(all.at(-1)).toMatchObject({
      mediaTypes: ['text/a', 'application/*+plain', 'text/b'],
      sendableAliases: ['text/b'],
    });
  });

  test('a format of ours that loses its last type is not offered', () => {
    const { formats: all, problems } = siteFormats(
      [selector('Documentation', [PLAIN, ['application/raml+yaml']])],
      [draftOf(plain)],
    );
    expect(problems).toEqual([]);
    expect(all.map(({ name }) => name)).toEqual([
      ...formats.map(({ name }) => name).filter((name) => name !== 'raml'),
      'plain',
    ]);
  });

  test('the registry is as it was', () => {
    expect(formats.find(({ name }) => name === 'raml')?.mediaTypes).toEqual(['application/raml+yaml']);
  });

  test.each<readonly [string, readonly Selector[], readonly string[]]>([
    [
      'an unknown view model',
      [selector('Mine', ['Platform\\Documentation\\Ramel\\ViewModel', ['a/b']])],
      ['There is no view model "Platform\\Documentation\\Ramel\\ViewModel".'],
    ],
    [
      'one type for two',
      [selector('Documentation', [PLAIN, ['a/b']], [RAML, ['A/B']])],
      [`A/B is given to ${PLAIN} already.`],
    ],
    [
      'the type of pages',
      [selector('Documentation', [PLAIN, ['text/html']])],
      ['text/html is the media type of pages.'],
    ],
  ])('%s is a problem', (_label, selectors, messages) => {
    expect(siteFormats(selectors, [draftOf(plain)]).problems.map(({ message }) => message)).toEqual(messages);
  });

  test('a format without a type is a problem, and not offered', () => {
    const { formats: all, problems } = siteFormats([], [draftOf(untyped)]);
    expect(all.map(({ name }) => name)).toEqual(formats.map(({ name }) => name));
    expect(problems.map(({ message }) => message)).toEqual(['The format plain has no media type.']);
  });
});
