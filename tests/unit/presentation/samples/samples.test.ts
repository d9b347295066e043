import { describe, expect, test } from 'vitest';
import { Api } from '../../../../src/model/api.ts';
import type { OperationRecord } from '../../../../src/model/records.ts';
import { sampleLanguages } from '../../../../src/presentation/samples/languages/registry.ts';
import { type Sample, samplesOf, writtenSample } from '../../../../src/presentation/samples/samples.ts';
import { languageOf } from '../../../../src/words/languages.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { requestWith } from '../../../fixtures/samples/requests.ts';

function samples(
  extensions: OperationRecord['extensions'],
  names?: readonly string[],
  kind = 'rest',
): readonly Sample[] {
  const record = { ...operation('GET', '/thing'), extensions };
  const api = new Api(
    apiRecord({ services: [service('Thing', { operations: [record], kind: kind === 'rest' ? 'rest' : 'webhook' })] }),
    { accessRule: () => ({ kind: 'login', schemes: [digestLogin('api')] }) },
  );
  const [found] = api.getService('Thing')?.getOperations() ?? [];
  return found === undefined ? [] : samplesOf(found, 'https://e.example', names);
}

const titles = (list: readonly Sample[]): readonly string[] => list.map(({ title }) => title);

describe('samples in HTTPie', () => {
  const sampleOf = (text: string): string => {
    const request = { ...requestWith('open', 'line'), headers: [], body: { kind: 'text', text } as const };
    const httpie = sampleLanguages.find(({ name }) => name === 'httpie');
    return httpie === undefined ? '' : writtenSample(request, httpie, wordsOf({})).text;
  };

  test.each([
    ['{"a":1}', `--raw '{"a":1}'`],
    ['--verify=no', "--raw='--verify=no'"],
    ['-', "--raw='-'"],
    ['--', "'@body'"],
  ])('send the body %s, and read no option in it', (text, written) => {
    expect(sampleOf(text).split(/^http | \\\n {2}/)).toContain(written);
  });
});

test.each([
  [{ kind: 'file', name: 'body' } as const, true],
  [{ kind: 'text', text: 'a line' } as const, undefined],
  [null, undefined],
])('samples that send the body %j say that they send a file: %s', (body, expected) => {
  const request = { ...requestWith('open', 'line'), body };
  const said = sampleLanguages.map((language) => writtenSample(request, language, wordsOf({})).sendsFile);
  expect(new Set(said)).toEqual(new Set([expected]));
});

describe('samples of an operation', () => {
  test('are those of a site that configures none', () => {
    expect(titles(samples({}))).toEqual(['curl', 'JavaScript', 'Python', 'PHP']);
  });

  test.each<[names: readonly string[], titles: readonly string[]]>([
    [
      ['rust', 'curl'],
      ['Rust', 'curl'],
    ],
    [
      ['csharp', 'powershell'],
      ['C#', 'PowerShell'],
    ],
    [[], []],
  ])('are those that are configured, in that order: %j', (names, expected) => {
    expect(titles(samples({}, names))).toEqual(expected);
  });

  test('of the descriptor come first, in place of ours in the same language', () => {
    const given = [
      { lang: 'Go', source: 'go()' },
      { lang: 'cURL', label: 'With curl', source: 'curl x\n' },
      { lang: 'Elixir', source: '<script>' },
    ];
    expect(samples({ 'x-codeSamples': given }).slice(0, 3)).toEqual([
      { language: 'go', title: 'Go', text: 'go()' },
      { language: 'curl', title: 'With curl', text: 'curl x' },
      { language: 'elixir', title: 'Elixir', text: '<script>' },
    ]);
    expect(titles(samples({ 'x-codeSamples': given })).slice(3)).toEqual(['JavaScript', 'Python', 'PHP']);
    expect(titles(samples({ 'x-code-samples': given }, ['go']))).toEqual(['Go', 'With curl', 'Elixir']);
  });

  test.each([
    ['no list', 'curl'],
    ['no maps', [null, 1, 'x', []]],
    ['no text', [{ lang: 'Go', source: { $ref: 'x.go' } }, { lang: 'Go' }, { lang: 'Go', source: ' ' }]],
    ['no name', [{ source: 'x' }, { lang: 1, label: ' ', source: 'x' }]],
  ])('are ours where the descriptor has none that can be shown: %s', (_, value) => {
    expect(titles(samples({ 'x-codeSamples': value }, ['curl']))).toEqual(['curl']);
  });

  test('are those of the descriptor alone where nothing is called', () => {
    expect(samples({}, undefined, 'webhook')).toEqual([]);
    expect(titles(samples({ 'x-codeSamples': [{ lang: 'Go', source: 'x' }] }, undefined, 'webhook'))).toEqual(['Go']);
  });
});

describe('what a language cannot do', () => {
  const written = (name: string, logIn: string, body: string, method?: string, tag = 'en'): string => {
    const language = sampleLanguages.find((one) => one.name === name);
    const place = { isDefault: true, isAlone: true };
    return language === undefined
      ? ''
      : writtenSample(requestWith(logIn, body, method), language, wordsOf({ language: languageOf(tag, {}, place) }))
          .text;
  };

  test.each([
    ['javascript', 'en', '// fetch does not support HTTP Digest; digest-fetch does.'],
    ['javascript', 'de', '// fetch beherrscht HTTP Digest nicht, digest-fetch schon.'],
    ['ruby', 'en', '# Net::HTTP does not support HTTP Digest; net-http-digest_auth does.'],
  ])('stands in a comment, in the language of the page: %s, %s', (name, tag, comment) => {
    expect(written(name, 'digest', 'none', undefined, tag).split('\n')[0]).toBe(comment);
  });

  test('is left out of the request: a body with GET', () => {
    const text = written('javascript', 'open', 'text', 'GET');
    expect(text).toContain('// fetch sends no body with GET.');
    expect(text).not.toMatch(/body:|Content-Type/);
    expect(written('python', 'open', 'text', 'GET')).toContain('data=');
  });

  test('a scheme of a project is done by curl alone', () => {
    const language = sampleLanguages.find(({ name }) => name === 'python');
    const request = {
      ...requestWith('open', 'none'),
      credentials: [{ kind: 'user', scheme: 'Toy', curl: '--toy' }] as const,
    };
    expect(language && writtenSample(request, language, wordsOf({})).text).toContain(
      '# requests does not support Toy; curl does.\n',
    );
  });
});
