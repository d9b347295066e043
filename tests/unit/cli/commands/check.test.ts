import { describe, expect, test } from 'vitest';
import { projectWith } from '../../config/project.ts';
import { runAndHangUp, runIn, shopWith } from '../run-cli.ts';

const WARNS = 'api: Pair\nversion: 1\nservices: [{ name: Book, route: /b }, { name: book, route: /c }]\n';
const WRONG = 'api: "W\\u001b[2Jrong"\nversion: 1\nservicse: []\n';

/** An adapter of both schemes, with a realm that no shell leaves alone. */
const ADAPTER = `platform-mvc-auth: { authentication: { map: { Shop: staff }, adapters: { staff: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter,
  options: { accept_schemes: [basic, digest], realm: "Shop's own", htpasswd: data/none, htdigest: data/digest } } } } }\n`;
const DIGEST = `demo:Shop's own:${'0'.repeat(32)}\n`;
const options = (column: number): string =>
  `config/autoload/shop.local.yaml:2:${column}: warning configuration platform-mvc-auth.authentication.adapters.staff.options`;

describe('platform-docs check', () => {
  test('finds nothing wrong with a right project', async () => {
    expect(await runIn(shopWith(), ['check'])).toEqual({
      code: 0,
      stdout: '2 API versions, 0 errors, 0 warnings.\n',
      stderr: '',
    });
  });

  test('warns where no API is documented, and says what to do', async () => {
    const warning =
      'No API is documented. Put a descriptor into the folder api-descriptors, or copy one with "platform-docs init --from <file>".\n';
    const folder = projectWith({ 'api-descriptors/.gitkeep': '' });
    expect(await runIn(folder, ['check'])).toEqual({
      code: 0,
      stdout: '0 API versions, 0 errors, 0 warnings.\n',
      stderr: warning,
    });
    expect(await runIn(folder, ['check', '--json'])).toMatchObject({ stderr: warning });
    // Why there is none is said already.
    expect(await runIn(projectWith({}), ['check'])).toMatchObject({ code: 1, stderr: '' });
  });

  test('prints file:line:column: severity rule message, configuration first, and answers 1', async () => {
    const folder = shopWith({
      'api-descriptors/a.yaml': WRONG,
      'api-descriptors/pair.yaml': WARNS,
      'config/autoload/local.yaml': 'platform-documentation: { titel: x }\nacces: staff\n',
    });
    const { code, stdout, stderr } = await runIn(folder, ['check']);
    expect([code, stderr]).toEqual([1, '']);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => !line.startsWith('  ')).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(
      [
        'config/autoload/local.yaml:1:27: error configuration',
        'config/autoload/local.yaml:2:1: error configuration',
        'api-descriptors/a.yaml:1:1: error missing-key',
        'api-descriptors/a.yaml:1:6: error unsafe-name',
        'api-descriptors/a.yaml:3:1: error unknown-key',
        'api-descriptors/pair.yaml:3:47: warning name-collision',
        '3 API versions,',
        'For more about',
        '',
      ],
    );
    // The line of the descriptor with its place marked; none of the configuration, which may hold what is not for logs.
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([
      '  1 | api: "W\\u001b[2Jrong"',
      '    | ^^^',
      '  1 | api: "W\\u001b[2Jrong"',
      '    |      ^',
      '  3 | servicse: []',
      '    | ^^^^^^^^',
      '  3 | services: [{ name: Book, route: /b }, { name: book, route: /c }]',
      '    |                                               ^^^^',
    ]);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  test('lines of a descriptor stand below the first three problems with the same words', async () => {
    const fields = Array.from({ length: 5 }, (_, index) => `        f${index}: { type: string, nulable: true }`);
    const text =
      "openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    A:\n" +
      `      properties:\n${fields.join('\n')}\n`;
    const { stdout } = await runIn(shopWith({ 'api-descriptors/many.yaml': text }), ['check']);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.includes('“nulable” is not a key of a schema.'))).toHaveLength(5);
    expect(lines.filter((line) => line.startsWith('  ')).map((line) => line.split(':')[0]?.trim())).toEqual(
      [0, 1, 2].flatMap((index) => [`${index + 8} |         f${index}`, expect.stringMatching(/^\| +\^+$/)]),
    );
  });

  test('--json gives the same as data', async () => {
    const { code, stdout } = await runIn(
      shopWith({ 'api-descriptors/pair.yaml': WARNS, 'config/autoload/local.yaml': 'acces: staff\n' }),
      ['check', '--json'],
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      problems: [
        {
          file: 'config/autoload/local.yaml',
          line: 1,
          column: 1,
          severity: 'error',
          rule: 'configuration',
          message: expect.stringContaining('acces'),
          remedy: expect.any(String),
        },
        {
          file: 'api-descriptors/pair.yaml',
          line: 3,
          column: 47,
          severity: 'warning',
          rule: 'name-collision',
          message: expect.any(String),
          remedy: expect.any(String),
        },
      ],
      errors: 1,
      warnings: 1,
      rules: { 'name-collision': expect.stringContaining('static copy') },
    });
  });

  const REPORTED = { 'docs/api-descriptors/a,b.yaml': WARNS, 'docs/config/autoload/local.yaml': 'acces: staff\n' };
  const checkBelow = (option: string, variable: string): ReturnType<typeof runIn> => {
    const repository = projectWith(REPORTED);
    const environment = { GITHUB_WORKSPACE: '', CI_PROJECT_DIR: '', [variable]: repository };
    return runIn(`${repository}/docs`, ['check', option], { environment });
  };

  test('--github prints annotations, with paths from the top of the checkout', async () => {
    const { code, stdout } = await checkBelow('--github', 'GITHUB_WORKSPACE');
    expect([code, stdout.split('\n')]).toEqual([
      1,
      [
        expect.stringMatching(
          /^::error file=docs\/config\/autoload\/local\.yaml,line=1,col=1,title=configuration::acces: \S/,
        ),
        expect.stringMatching(
          /^::warning file=docs\/api-descriptors\/a%2Cb\.yaml,line=3,col=47,title=name-collision::\S/,
        ),
        '1 API version, 1 error, 1 warning.',
        '',
      ],
    ]);
  });

  test('--gitlab prints a code quality report', async () => {
    const { code, stdout } = await checkBelow('--gitlab', 'CI_PROJECT_DIR');
    const issue = { description: expect.any(String), fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      [
        {
          ...issue,
          check_name: 'configuration',
          severity: 'major',
          location: { path: 'docs/config/autoload/local.yaml', lines: { begin: 1 } },
        },
        {
          ...issue,
          check_name: 'name-collision',
          severity: 'minor',
          content: { body: expect.stringContaining('static copy') },
          location: { path: 'docs/api-descriptors/a,b.yaml', lines: { begin: 3 } },
        },
      ],
    ]);
  });

  test('--sarif prints SARIF', async () => {
    const { code, stdout } = await checkBelow('--sarif', 'CI_PROJECT_DIR');
    const place = (uri: string, startLine: number, startColumn: number): object => ({
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine, startColumn } } }],
    });
    const about = { text: expect.stringContaining('static copy') };
    const collision = { id: 'name-collision', fullDescription: about, help: about };
    // Paths of the machine that checks are left out.
    expect(stdout).not.toContain('file:');
    const driver = { name: 'platform-docs check', rules: [{ id: 'configuration' }, collision] };
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        version: '2.1.0',
        runs: [
          {
            tool: { driver },
            results: [
              { ruleId: 'configuration', level: 'error', ...place('docs/config/autoload/local.yaml', 1, 1) },
              { ruleId: 'name-collision', level: 'warning', ...place('docs/api-descriptors/a%2Cb.yaml', 3, 47) },
            ],
          },
        ],
      },
    ]);
  });

  test.each([
    [['--json', '--sarif'], ' or --'],
    [['--json', '--format', 'sarif'], ' or --'],
    [['--format', 'xml'], 'text, json'],
    [['--explain', 'html-in-txt'], 'html-in-text is close'],
  ])('%j is a wrong use', async (options, reason) => {
    const stderr = expect.stringContaining(reason);
    expect(await runIn(shopWith(), ['check', ...options])).toMatchObject({ code: 2, stdout: '', stderr });
  });

  test.each(['json', 'sarif', 'gitlab'])('--format %s is --%s', async (name) => {
    const folder = shopWith({ 'api-descriptors/pair.yaml': WARNS });
    expect(await runIn(folder, ['check', '--format', name])).toEqual(await runIn(folder, ['check', `--${name}`]));
  });

  test('--rules lists every rule with its severity in the project, and --explain says what one is about', async () => {
    const folder = shopWith({
      'config/autoload/global.yaml': 'platform-documentation: { check: { rules: { summary-missing: error } } }\n',
    });
    const list = (await runIn(folder, ['check', '--rules'])).stdout;
    expect(list).toMatch(/^ {2}summary-missing +error +The operation/m);
    expect(list).toMatch(/^ {2}description-missing +off +The operation/m);
    expect(list).toMatch(/^ {2}guide +error or warning +/m);
    const { code, stdout } = await runIn(folder, ['check', '--explain', 'summary-missing']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^summary-missing: error\n[\s\S]*Wrong:[\s\S]*Right:[\s\S]*summary: List books/),
    ]);
  });

  test.each([
    [[], 0],
    [['--strict'], 1],
    [['--json'], 0],
    [['--json', '--strict'], 1],
  ])('a warning with %j answers %d', async (options, code) => {
    expect((await runIn(shopWith({ 'api-descriptors/pair.yaml': WARNS }), ['check', ...options])).code).toBe(code);
  });

  test('a missing folder of descriptors is an error', async () => {
    expect(await runIn('/', ['check'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('api-descriptors: error folder-missing'),
    });
  });

  test('a variable of the environment that is not set is an error', async () => {
    const folder = shopWith({
      'config/autoload/global.yaml': `platform-documentation: { title: "$${'{SHOP_TITLE}'}" }\n`,
    });
    expect((await runIn(folder, ['check'])).code).toBe(1);
    expect((await runIn(folder, ['check'], { environment: { SHOP_TITLE: 'Shop' } })).code).toBe(0);
  });

  test.each([
    [
      'that are not there',
      {},
      [
        `${options(68)}.htpasswd: data/none was not found. Create it with "platform-docs passwd set data/none <user>".`,
        `${options(89)}.htdigest: data/digest was not found. Create it with "platform-docs passwd set data/digest <user> --realm 'Shop'\\''s own'".`,
      ],
    ],
    [
      'without a user that can log in',
      { 'data/none': '# nobody\n', 'data/digest': `demo:Another shop:${'0'.repeat(32)}\n` },
      [
        `${options(68)}.htpasswd: data/none has no usable user. Add one with "platform-docs passwd set data/none <user>".`,
        `${options(89)}.htdigest: data/digest has no usable user in the realm "Shop's own". Add one with "platform-docs passwd set data/digest <user> --realm 'Shop'\\''s own'".`,
      ],
    ],
    [
      'with lines that no user can log in by',
      {
        'data/none': `a:plain\ndemo:{SHA}${'A'.repeat(27)}=\n${['b', 'c', 'd', 'e', 'f', 'g'].map((user) => `${user}:S0bKGFxwUC.c6\n`).join('')}`,
        'data/digest': `x:y:z\ndemo:Shop's own:${'0'.repeat(32)}\n`,
      },
      [
        ...[1, 3, 4, 5, 6].map(
          (line) =>
            `${options(68)}.htpasswd: data/none:${line} has a password in a form that is not accepted (plain text, DES crypt, damaged, or with too many rounds). Set it again with "platform-docs passwd set data/none <user>".`,
        ),
        `${options(68)}.htpasswd: data/none has 2 more lines that cannot be used. Set their passwords again with "platform-docs passwd set data/none <user>".`,
      ],
    ],
    [
      'that can be used',
      { 'data/none': `demo:{SHA}${'A'.repeat(27)}=\n`, 'data/digest': `demo:Shop's own:${'0'.repeat(32)}\n` },
      [],
    ],
  ])('password files %s are warned of', async (_, files, lines) => {
    const folder = shopWith({ 'config/autoload/shop.local.yaml': ADAPTER, ...files });
    const { code, stdout } = await runIn(folder, ['check']);
    expect([code, stdout.split('\n').slice(0, -2)]).toEqual([0, lines]);
    expect((await runIn(folder, ['check', '--strict'])).code).toBe(lines.length === 0 ? 0 : 1);
  });

  test.each([
    [undefined, ['data/groups was not found. Put a file there that this process can read, or correct the path.']],
    [
      'editors: demo\nwrong\n:demo\n',
      ['data/groups:2 does not have the form group: user user. Correct it, or make it a comment with #.'],
    ],
    ['editors: demo\n:demo\n', ['data/groups:2 has no group name. Write one, or remove the line.']],
    ['editors: demo\n', []],
  ])('a file of groups with %j is warned of', async (groups, lines) => {
    const folder = shopWith({
      'config/autoload/shop.local.yaml': 'platform-mvc-auth: { htgroup: data/groups }\n',
      ...(groups === undefined ? {} : { 'data/groups': groups }),
    });
    const start = 'config/autoload/shop.local.yaml:1:22: warning configuration platform-mvc-auth.htgroup: ';
    const { stdout } = await runIn(folder, ['check']);
    expect(stdout.split('\n').slice(0, -2)).toEqual(lines.map((line) => start + line));
  });

  test('a group that neither the configuration nor the file of groups has is warned of', async () => {
    const rules = `platform-mvc-auth:
  htgroup: data/groups
  groups: { here: [demo] }
  authorization:
    Shop/Item: { collection: { GET: ['@here', '@editors', '@editers'] } }\n`;
    const folder = shopWith({ 'config/autoload/shop.local.yaml': rules, 'data/groups': 'editors: demo\n' });
    const { code, stdout } = await runIn(folder, ['check']);
    expect([code, stdout.split('\n').slice(0, -2)]).toEqual([
      0,
      [
        'config/autoload/shop.local.yaml:5:32: warning configuration ' +
          'platform-mvc-auth.authorization.Shop/Item.collection.GET: ' +
          'data/groups has no group "editers". Add it there, or correct the name.',
      ],
    ]);
  });

  test.each([
    ['are warned of', { 'data/none': `demo:{SHA}${'A'.repeat(27)}=\n`, 'data/digest': DIGEST }, ['5:32', '3:13']],
    ['are not known where a file is not there', { 'data/digest': DIGEST }, []],
  ])('users of rules and groups that no password file has %s', async (_, files, places) => {
    const rules = `platform-mvc-auth:
  authentication: { map: { Shop: staff } }
  groups: { here: [demo, dmeo] }
  authorization:
    Shop/Item: { collection: { GET: ['@here', demo, dmeo] } }\n`;
    const folder = shopWith({
      'config/autoload/global.yaml': ADAPTER,
      'config/autoload/shop.local.yaml': rules,
      ...files,
    });
    const { code, stdout } = await runIn(folder, ['check']);
    const said = stdout.split('\n').filter((line) => line.includes('No password file has'));
    const what = 'No password file has the user "dmeo". Add it with "platform-docs passwd set", or correct the name.';
    const keys = ['authorization.Shop/Item.collection.GET', 'groups.here'];
    expect([code, said], stdout).toEqual([
      0,
      places.map(
        (place, index) =>
          `config/autoload/shop.local.yaml:${place}: warning configuration platform-mvc-auth.${keys[index]}: ${what}`,
      ),
    ]);
  });

  test('an API that may act on the whole origin is warned of', async () => {
    const services = `platform-services:
  Shop-v1: { documents: trusted }
  Shop: { response_headers: [Stripe-Account, set-cookie, NEL] }\n`;
    const folder = shopWith({ 'config/autoload/shop.local.yaml': services });
    const { code, stdout } = await runIn(folder, ['check']);
    expect([code, stdout.split('\n').slice(0, -2)]).toEqual([
      0,
      [
        'config/autoload/shop.local.yaml:2:14: warning configuration platform-services.Shop-v1.documents: Pages and scripts of this API run on the ' +
          'origin of the documentation, with the rights of the user who reads it. Remove it, unless you trust everything that this API sends.',
        'config/autoload/shop.local.yaml:3:11: warning configuration platform-services.Shop.response_headers: set-cookie, NEL of this API act on the ' +
          'whole origin, the documentation and other APIs included. Remove them, or serve the API under a host name of its own.',
      ],
    ]);
  });

  test('a reader that hangs up is no error of its own', async () => {
    const services = Array.from({ length: 5000 }, (_, index) => `  - { nmae: S${index}, route: /s${index} }\n`);
    const { code, stderr } = await runAndHangUp(
      shopWith({ 'api-descriptors/big.yaml': `api: Big\nversion: 1\nservices:\n${services.join('')}` }),
      ['check'],
    );
    expect([code, stderr]).toEqual([1, '']);
  });
});
