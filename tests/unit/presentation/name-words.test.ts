import { describe, expect, test } from 'vitest';
import { namesOf, sentenceCase, withoutSharedStart, wordsOfName } from '../../../src/presentation/name-words.ts';

describe('a name in words', () => {
  test.each([
    ['createDropletAction', 'Create droplet action'],
    ['droplets_create', 'Droplets create'],
    ['actions/list-jobs', 'Actions list jobs'],
    ['GetAccounts', 'Get accounts'],
    ['get_HTTPServer', 'Get HTTP server'],
    ['listUserIds', 'List user IDs'],
    ['cpu-usage', 'CPU usage'],
    ['ipv4 addresses', 'IPv4 addresses'],
    ['list2Items', 'List2 items'],
    ['status', 'Status'],
    ['ids', 'IDs'],
    ['listUserIDs', 'List user IDs'],
    ['SKUs', 'SKUs'],
    ['skus', 'SKUs'],
    ['dbs', 'DBs'],
    ['code-scanning/sarifs', 'Code scanning SARIFs'],
    ['codeql', 'CodeQL'],
    ['getCodeQLDatabase', 'Get CodeQL database'],
    ['getOpenIDKeys', 'Get OpenID keys'],
    ['IPv4Address', 'IPv4 address'],
    ['3d_secure', '3D secure'],
    ['ca', 'CA'],
    ['gas', 'Gas'],
    ['Öffnungszeiten_ändern', 'Öffnungszeiten ändern'],
    ['بحث_كتاب', 'بحث كتاب'],
    ['un_livre', 'Un livre'],
    ['UN_members', 'UN members'],
    ['___', ''],
    ['7', ''],
    ['a', ''],
    ['', ''],
  ])('%s is %s', (name, words) => {
    expect(wordsOfName(name)).toBe(words);
  });

  test('a long one costs no more than its length', () => {
    expect(wordsOfName('aB'.repeat(100_000))).toHaveLength(300_000);
  });
});

test.each([
  ['list pods', 'List pods'],
  ['iPhone models', 'iPhone models'],
  ['éclair', 'Éclair'],
  ['123 go', '123 go'],
])('%s begins a sentence as %s', (text, expected) => {
  expect(sentenceCase(text)).toBe(expected);
});

const titlesOf = (paths: readonly string[]) => namesOf(paths, (path) => ({ given: null, said: [], path }));

describe('titles of paths are', () => {
  test.each<[rule: string, titles: Readonly<Record<string, string>>]>([
    [
      'what comes after what they have in common',
      {
        '/v2/droplets': 'Droplets',
        '/v2/droplets/{id}/actions': 'Actions',
        '/v2/droplets/{id}/backups/policy': 'Backups / Policy',
      },
    ],
    [
      'the same where one path is from elsewhere',
      {
        '/v2/droplets': 'Droplets',
        '/v2/droplets/{id}/kernels': 'Kernels',
        '/v2/reports/droplet_ids': 'Reports / Droplet IDs',
      },
    ],
    ['whole where no more than half have something in common', { '/x/a': 'X / A', '/y/b': 'Y / B' }],
    ['the last segment of one alone', { '/v2/customers/my/billing_history': 'Billing history' }],
    ['the last segment before a parameter', { '/v2/{a}/things/{b}': 'Things' }],
    [
      'longer by the segment before where two would be equal',
      { '/v1/ssh/keys': 'SSH / Keys', '/v1/api/keys': 'API / Keys', '/v1/keys': 'Keys' },
    ],
    ['longer wherever they end alike', { '/x/a/list': 'A / List', '/x/b/list': 'B / List', '/x/c': 'C' }],
    [
      'with the parameter that alone tells them apart',
      { '/v2/volumes/snapshots': 'Snapshots', '/v2/volumes/{id}/snapshots': '{id} / Snapshots' },
    ],
    [
      'with no parameter that all have in common',
      {
        '/repos/{repo}/pulls': 'Pulls',
        '/repos/{repo}/pulls/comments': 'Comments',
        '/repos/{repo}/pulls/{number}/comments': '{number} / Comments',
      },
    ],
    [
      'the same no matter what the parameters in common are called',
      { '/repos/{owner}/{repo}/pulls': 'Pulls', '/repos/{user}/{name}/pulls/{id}/reviews': 'Reviews' },
    ],
    [
      'hosts and versions as they are',
      { '/apis/apps.k8s.io/v1': 'apps.k8s.io / v1', '/apis/apps.k8s.io/v1/sets': 'Sets' },
    ],
    ['the last segment of one alone, with the name before a version', { '/x/books/2024-01': 'Books / 2024-01' }],
    ['without an extension', { '/2010-04-01/Accounts.json': 'Accounts' }],
    ['without a parameter that has an extension', { '/Accounts/{Sid}.json': 'Accounts' }],
    ['whole where letters and digits make a code', { '/shelfMark-6VMVochwUWo': 'Shelf mark 6VMVochwUWo' }],
    ['parted beside known words with digits', { '/oauth2Clients': 'OAuth2 clients' }],
    ['with the resource before a fragment', { '/books/{id}#add_shared_link': 'Books / Add shared link' }],
    ['of words that have no syllable alone', { '/unSuspendReader': 'Unsuspend reader' }],
    ['decoded', { '/caf%C3%A9s': 'Cafés', '/100%': '100%' }],
    ['of words beside a parameter', { '/v1/{name}:cancel': 'Cancel', '/v1/list{format}': 'List' }],
    [
      'without keys and arguments beside a name',
      {
        "/Beds('{name}')": 'Beds',
        '/Plots({plot})/Rows(from={from},to={to})': 'Plots / Rows',
        "/Beds('{name}')/Garden.Core.WaterNow()": 'Beds / Water now',
        '/seeds;kind={kind}': 'Seeds',
        '/Plots (all)': 'Plots (all)',
      },
    ],
    ['the path where there is nothing else', { '/': '/', '/{id}/{x}': '/{id}/{x}' }],
    ['the path where signs alone tell them apart', { '/new-book': '/new-book', '/new_book': '/new_book' }],
  ])('%s', (_, titles) => {
    expect(Object.fromEntries(titlesOf(Object.keys(titles)))).toEqual(titles);
  });

  test('none that another one has', () => {
    const given = new Map([['/v1/till', 'orders']]);
    const titles = namesOf(['/v1/shop/orders', '/v1/shop/items', '/v1/till'], (path) => ({
      given: given.get(path) ?? null,
      said: [],
      path,
    }));
    expect([...titles.values()]).toEqual(['Shop / Orders', 'Items', 'orders']);
  });

  test('those that texts suggest, unless others with the same have a path as short', () => {
    const said = new Map([
      ['/shop/keys', ['Open a lock']],
      ['/rooms/comments', ['Comments']],
      ['/rooms/{id}/comments', ['Comments', 'Talk']],
      ['/a/lists', ['Lists']],
      ['/b/lists', ['Lists']],
      ['/halls/x/7a', ['Lock']],
      ['/rooms/x/7a', ['Lock']],
    ]);
    const titles = namesOf([...said.keys()], (path) => ({ given: null, said: said.get(path) ?? [], path }));
    expect([...titles.values()]).toEqual([
      'Open a lock',
      'Comments',
      'Talk',
      'A / Lists',
      'B / Lists',
      'Halls / Lock',
      'Rooms / Lock',
    ]);
  });

  test('all different, no matter what the paths are', () => {
    const segments = ['a', 'b', '{x}', '{y}', 'v1', 'A'];
    const paths = segments.flatMap((one) =>
      segments.flatMap((two) => segments.map((three) => `/${one}/${two}/${three}`)),
    );
    const titles = [...titlesOf(paths).values()].map((title) => title.toLowerCase());
    const equal = titles.filter((title, index) => titles.indexOf(title) !== index);
    // Capitals alone make no other title.
    expect(equal.filter((title) => !title.startsWith('/'))).toEqual([]);
  });

  test('made in a few steps of paths without an end', () => {
    const long = `/${'x/'.repeat(20_000)}`;
    expect(titlesOf([`${long}{a}/z`, `${long}{b}/z`, `/y${long}z`]).size).toBe(3);
  });

  test('none of none', () => {
    expect(titlesOf([]).size).toBe(0);
  });
});

describe('what nearly all titles begin with', () => {
  const shown = (titles: readonly string[]) => [
    ...withoutSharedStart(new Map(titles.map((title) => [title, title]))).values(),
  ];
  test.each([
    [
      ['Api20200101Book', 'Api20200101BookReader', 'Api20200101Shelf', 'Api20200101Room'],
      ['Book', 'Book reader', 'Shelf', 'Room'],
    ],
    [
      ['Town: books', 'Town: rooms', 'Town: halls', 'Town: keys'],
      ['Books', 'Rooms', 'Halls', 'Keys'],
    ],
    [
      ['Town', 'Town books', 'Town rooms', 'Town halls'],
      ['Town', 'Town books', 'Town rooms', 'Town halls'],
    ],
    [
      ['Town books', 'Town rooms', 'Town halls'],
      ['Town books', 'Town rooms', 'Town halls'],
    ],
    [
      ['Room 1', 'Room 2', 'Room 3', 'Room hall'],
      ['Room 1', 'Room 2', 'Room 3', 'Room hall'],
    ],
    [
      ['Books', 'Bookings', 'Bookmarks', 'Bookworms'],
      ['Books', 'Bookings', 'Bookmarks', 'Bookworms'],
    ],
  ])('of %j leaves %j', (titles, expected) => {
    expect(shown(titles)).toEqual(expected);
  });

  test('is left out of most where a few are called otherwise', () => {
    const titles = Array.from({ length: 20 }, (_, at) => `LibBook${'abcdefghijklmnopqrst'[at]}`);
    expect(shown([...titles, 'Other'])).toContain('Other');
    expect(shown([...titles, 'Other'])[0]).toBe('Booka');
  });
});
