import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { elements, type HtmlElement, parseHtml, textContent } from '../../readers/html-tree.ts';
import {
  BOOK,
  BOOK_2,
  containsAll,
  found,
  html,
  type Line,
  namesIn,
  ROOT,
  row,
  site,
  UGLY,
  uglyPart,
} from '../reader.ts';

/** Contents of the page of an operation, a schema or a text, of any descriptor. */
export const contents: readonly Line[] = [
  [
    '1',
    'every field name of an operation is in its HTML',
    async () => containsAll(UGLY, namesIn(uglyPart('/ugly')), found),
  ],
  [
    '2',
    'every description and every limit is in the text',
    async () =>
      containsAll(
        UGLY,
        [
          'Zero is a limit',
          'How many',
          'A tree of itself.',
          'An ordinary name',
          'below 1',
          'multiple of 0.01',
          '1 to 200 characters',
          '15 to 34 characters',
        ],
        found,
      ),
  ],
  [
    '3',
    'a limit of 0 and a default of false are shown',
    async () => {
      expect(await row(UGLY, 'get.query.limit')).toMatch(/at least 0 · below 1 · default 0/);
      expect(await row(UGLY, 'get.200.*.constructor')).toContain('default false');
    },
  ],
  [
    '4',
    'all variants can be read at once',
    async () => containsAll(UGLY, ['Card (kind is "card")', 'Transfer (kind is "transfer")', 'iban', 'number']),
  ],
  ['5', 'parts of allOf are merged and named', async () => containsAll(UGLY, ['includes all fields of Base'])],
  ['6', 'recursion ends in a link', async () => expect(await row(UGLY, 'get.200.*.next')).toContain('recursive')],
  ['7', 'required is a word', async () => expect(await row(UGLY, 'get.header.X-Hdr')).toContain('required')],
  [
    '8',
    'null, deprecated, read-only and write-only are words at the field',
    async () => {
      expect(await row(UGLY, 'get.cookie.session')).toMatch(/string or null.*deprecated/s);
      expect(await row(UGLY, 'post.body.secret')).toContain('write-only');
      expect(await row(`${ROOT}/Ugly-v1/schemas/Base`, 'schema.id')).toContain('read-only');
    },
  ],
  [
    '9',
    'values, default and pattern stand at the name',
    async () => {
      expect(await row(UGLY, 'post.body.state')).toMatch(/default "open".*"open" "paid" "shipped"/s);
      expect(await row(UGLY, 'get.header.X-Hdr')).toContain('^[A-Z]{3}$');
    },
  ],
  [
    '10',
    'free keys show their type and limits',
    async () => expect(await row(UGLY, 'post.body.labels')).toContain('any other name: string, up to 63 characters'),
  ],
  [
    '11',
    'every status can be read without a click',
    async () => containsAll(UGLY, ['200 OK', '4XX', 'any other status', '204 No Content']),
  ],
  [
    '11',
    'what a response and its schema both say is said once',
    async () => expect((await row(BOOK, 'get.200')).split('One page of books.')).toHaveLength(2),
  ],
  ['12', 'examples made from a schema are right for it', examplesAreRight],
  [
    '12',
    'callbacks have examples, too',
    async () => {
      expect(await row(UGLY, 'post.callback.done.post')).toMatch(
        /Deprecated.*Further rules, as JSON Schema.*Request body · <b>First<\/b> application\/json\s+\{\s+"event": "done"/s,
      );
    },
  ],
  ['12', 'and every rule for their bodies, as JSON Schema', rulesAreWhole],
  [
    '13',
    'method and full path stand at the operation',
    async () => expect(await row(UGLY, 'get')).toMatch(/GET\s+https:\/\/eu\.ugly\.example\/base\/ugly/),
  ],
  [
    '14',
    'who may call is said at the operation and on the overview, with the scheme and a call that logs in',
    async () => {
      expect(await row(BOOK, 'get')).toContain('Open to everyone');
      expect(await row(BOOK, 'post')).toMatch(
        /Log-in needed: HTTP Basic, realm “Library staff”, send over HTTPS only.*403 Forbidden\s+Logged in, but not allowed/s,
      );
      expect(await row(BOOK_2, 'post')).toMatch(/Log-in needed: HTTP Digest, realm “Library partners”/);
      await containsAll(`${ROOT}/Library-v1`, [
        '7 of 12 operations. curl asks for the password of USER.',
        "curl -u USER \\\n  -H 'Accept: application/hal+json'",
      ]);
      await containsAll(`${ROOT}/Library-v2`, ['curl --digest -u USER']);
    },
  ],
  ['15', 'samples are right for Digest, and hold no password', samplesLogIn],
  ['16', 'parameters, fields, responses, headers and variants have anchors', anchorsAreThere],
  ['17', 'what is missing is said', async () => containsAll(UGLY, ['No parameters.', 'No responses described.'])],
  [
    '18',
    'a broken reference is named at its place',
    async () => {
      expect(await row(UGLY, 'post.body.broken')).toContain('unknown: schema “Missing” is not in the descriptor');
      expect(await row(UGLY, 'get')).toContain('unknown: parameter “Gone” is not in the descriptor');
    },
  ],
  [
    '19',
    'line breaks work and script text does no harm',
    async () => {
      await containsAll(`${ROOT}/Ugly-v1`, ['First line.\nSecond line.']);
      const ran = await site.look({ path: UGLY, javaScript: true }, (page) =>
        page.evaluate(() => Reflect.has(globalThis, '__xss')),
      );
      expect(ran).toBe(false);
    },
  ],
  [
    '45',
    'simple HTML and callouts are rendered, the rest is inert',
    async () => {
      await containsAll(`${ROOT}/Ugly-v1`, ['A bold word, H2O and /tables/<table>.']);
      const found = await site.look({ path: `${ROOT}/Ugly-v1`, javaScript: true }, (page) =>
        page.evaluate(() => ({
          bold: document.querySelector('main p > strong')?.textContent,
          below: document.querySelector('main sub')?.textContent,
          callout: document.querySelector('main [role="note"]')?.textContent?.trim().split(/\s+/),
          attributes: [...document.querySelectorAll('main p[class], main p[onclick], main script')].filter(
            (element) => element.hasAttribute('onclick') || element.classList.contains('pd-nav'),
          ).length,
        })),
      );
      expect(found).toEqual({ bold: 'bold', below: '2', callout: ['Warning', 'A', 'callout.'], attributes: 0 });
    },
  ],
  [
    '30',
    // trying.test.ts tests the log-in.
    'trying shows the exact request first, with Digest where that is asked for',
    async () => {
      const command = await site.look({ path: BOOK_2, javaScript: true }, async (page) => {
        const operation = page.locator('section[id="entity.patch"]');
        await operation.getByRole('button', { name: 'Try it' }).click();
        await operation.getByLabel('User').fill('ada');
        await operation.getByLabel('book_id').fill('7');
        return operation.getByRole('region').locator('pre').first().innerText();
      });
      expect(command).toMatch(/^curl -X PATCH \\\s+--digest -u ada \\\s.*\/v2\/library\/book\/7' \\\s+--data-raw '/s);
    },
  ],
  [
    '49',
    'an operation draws each schema once, whatever the others of the page draw, and links stay within it',
    async () => {
      const leaving = await site.look({ path: `${ROOT}/Orders-v1/orders` }, (page) =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLAnchorElement>('.pd-f p > a[href^="#"]')]
            .filter((link) => !link.closest('.pd-op')?.contains(document.querySelector(`[id="${link.hash.slice(1)}"]`)))
            .map((link) => link.hash),
        ),
      );
      expect(leaving).toEqual([]);
      for (const id of ['post.body.deliverTo.street', 'entity.get.200.deliverTo.street'])
        expect(await html(`${ROOT}/Orders-v1/orders`)).toContain(`id="${id}"`);
    },
  ],
  [
    '50',
    'types are links, named scalars keep their names, plain unions are one line',
    async () => {
      expect(await html(`${ROOT}/Orders-v1/orders`)).toMatch(
        /id="post\.body\.lines">(?:(?!<details).)*<a href="[^"]*\/schemas\/OrderLine">OrderLine<\/a>/s,
      );
      expect(await row(UGLY, 'post.body.named')).toMatch(/^named Scalar, a string/);
      expect(await row(UGLY, 'post.body.union')).toMatch(/^union string, up to 5 characters, or empty$/);
    },
  ],
  [
    '51',
    'samples in four languages are there without a script, and buttons copy them, and code in texts',
    async () => {
      await containsAll(BOOK, ['JavaScript', 'Python', 'PHP']);
      const copied = await site.look({ path: `${ROOT}/Ugly-v1/guides/code`, javaScript: true }, (page) =>
        page.locator('.pd-code > pre + .pd-copy').count(),
      );
      expect(copied).toBe(1);
    },
  ],
];

async function examplesAreRight(): Promise<void> {
  const schemas = [
    ...(await html(`${ROOT}/Orders-v1/schemas`)).matchAll(/href="([^"]*\/schemas\/[^"#.]+)"/g),
    ...(await html(`${ROOT}/Ugly-v1/schemas`)).matchAll(/href="([^"]*\/schemas\/[^"#.]+)"/g),
  ];
  const paths = new Set(schemas.map(([, path]) => path ?? ''));
  expect(paths.size).toBeGreaterThan(15);
  let count = 0;
  for (const path of paths) {
    const example = exampleOf(parseHtml(await html(path)));
    if (example === '') continue;
    count += 1;
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const validate = ajv.compile((await (await site.fetch(path, 'application/schema+json')).json()) as object);
    expect([path, validate(JSON.parse(example)), validate.errors]).toEqual([path, true, null]);
  }
  expect(count).toBeGreaterThan(15);
}

/** Code of the example on the page of a schema. */
function exampleOf(page: HtmlElement): string {
  return codesOf(page, 'schema.example').join('\n');
}

function codesOf(page: HtmlElement, id: string): readonly string[] {
  const part = elements(page).find(({ attributes }) => attributes.get('id') === id);
  if (part === undefined) return [];
  const blocks = elements(part).filter(({ tag }) => tag === 'pre');
  return blocks.map(textContent);
}

/** The lines in sight and the folded ones are all that the descriptor demands beside types of fields. */
async function rulesAreWhole(): Promise<void> {
  const [inSight = '', folded = ''] = codesOf(parseHtml(await html(UGLY)), 'post.callback.done.post');
  const rules = JSON.parse(`${inSight}\n${folded}`) as { allOf: readonly Readonly<Record<string, unknown>>[] };
  // What stands beside `allOf` is united with its first part.
  const [{ dependentRequired, ...first } = {}, ...others] = rules.allOf;
  expect(uglyPart('/ugly')).toHaveProperty([1, 'Conditional'], {
    type: 'object',
    properties: expect.anything(),
    dependentRequired,
    allOf: [first, ...others],
  });
}

async function anchorsAreThere(): Promise<void> {
  const ids = await site.look({ path: UGLY }, (page) =>
    page.locator('[id]').evaluateAll((nodes) => nodes.map(({ id }) => id)),
  );
  const expected = [
    'get',
    'get.query.limit',
    'get.200',
    'get.200.*.name',
    'get.200.header.X-Total',
    'post.body',
    'post.body.customer.address.geo',
    'post.body.payment.~Card.number',
    'entity.delete.path.thingId',
  ];
  expect(ids).toEqual(expect.arrayContaining(expected));
  expect(new Set(ids).size).toBe(ids.length);
}

/** Every sample of an operation that asks for Digest; a language that has no Digest says so. */
async function samplesLogIn(): Promise<void> {
  const samples = await site.look({ path: BOOK_2 }, (page) =>
    page.locator('section[id="post"] .pd-samples pre').allTextContents(),
  );
  const logIns = [
    /^curl --digest -u USER \\\s/,
    /^\/\/ fetch does not support HTTP Digest/,
    /auth=HTTPDigestAuth\("USER", os\.environ\["PASSWORD"\]\)/,
    /CURLOPT_HTTPAUTH => CURLAUTH_DIGEST,\s+CURLOPT_USERPWD => 'USER:' \. getenv\('PASSWORD'\)/,
  ];
  expect(samples).toEqual(logIns.map((logIn) => expect.stringMatching(logIn)));
  for (const sample of samples) expect(sample).not.toMatch(/USER:[^']|password ?[:=] ?["']/i);
}
