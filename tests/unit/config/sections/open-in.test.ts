import { describe, expect, test } from 'vitest';
import { linesOf, readLocal } from '../read.ts';

const read = (openIn: unknown, baseUrl = 'https://docs.example') =>
  readLocal(JSON.stringify({ 'platform-documentation': { base_url: baseUrl, open_in: openIn } }));
const title = 'Assistant';

describe('open_in', () => {
  test('is a list of programs', () => {
    const programs = [
      { title: ' Assistant ', url: 'https://assistant.example/?q=Read%20{url}' },
      { title: 'Editor', url: 'HTTPS://editor.example/open/{url}' },
    ];
    const { configuration, problems } = read(programs);
    expect(problems).toEqual([]);
    expect(configuration.site.openIn).toEqual([{ ...programs[0], title }, programs[1]]);
  });

  test.each([[[]], [undefined]])('%j is none', (openIn) => {
    expect(read(openIn).configuration.site).not.toHaveProperty('openIn');
  });

  test.each([
    'http://assistant.example/?q={url}',
    'https://assistant.example/?q=url',
    'https://{url}/',
    'https://{url}.example/?q={url}',
    'https://assistant.example{url}',
    'javascript:alert(1)//{url}',
    ' https://assistant.example/{url}',
    'https://assistant.example/{url} {other}',
    'https://assistant.example\\{url}',
    'https://',
    5,
  ])('%j is no address of a program', (url) => {
    const reading = read([{ title, url }]);
    expect(linesOf(reading)).toEqual([
      expect.stringMatching(
        /^platform-documentation\.open_in\.0\.url: It |^platform-documentation\.open_in\.0\.url: ".*" is not an https URL/,
      ),
    ]);
    expect(reading.configuration.site.openIn ?? []).toEqual([]);
  });

  test('a password in an address is not repeated', () => {
    const [line = ''] = linesOf(read([{ title, url: 'https://me:secret@assistant.example/{url}' }]));
    expect(line).toMatch(/user name or password/);
    expect(line).not.toContain('secret');
  });

  test.each([
    [[{ url: 'https://a.example/{url}' }], /open_in\.0: It has no title\./],
    [[{ title }], /open_in\.0: It has no url\./],
    [[{ title, url: 'https://a.example/{url}', icon: 'x' }], /This key is not known/],
    ['https://a.example/{url}', /It must be a list/],
  ])('%j says what is wrong', (openIn, problem) => {
    expect(linesOf(read(openIn))).toEqual([expect.stringMatching(problem)]);
  });

  test('needs the address of the site', () => {
    const reading = readLocal(
      JSON.stringify({ 'platform-documentation': { open_in: [{ title, url: 'https://a.example/{url}' }] } }),
    );
    expect(linesOf(reading)).toEqual([expect.stringMatching(/open_in: .*Write platform-documentation\.base_url/)]);
  });
});
