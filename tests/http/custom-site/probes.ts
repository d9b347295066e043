import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const ROOT = '/platform/documentation';

/** Tests the customizations of the project, built and while developing. */
export function describeCustomSite(origin: () => string): void {
  const get = (path: string, accept?: string): Promise<Response> =>
    fetch(origin() + path, accept === undefined ? {} : { headers: { accept } });
  const page = async (path: string): Promise<string> => (await get(path, 'text/html')).text();

  describe('the view script', () => {
    test('shows the list, an API and a service by their types', async () => {
      expect(await page(ROOT)).toMatch(
        /<ul data-type="apiList"[\s\S]*href="\/platform\/documentation\/Library"[^>]*>Library<\/a> 1</,
      );
      expect(await page(`${ROOT}/Library`)).toContain('<h1 data-type="api">Library v1</h1>');
      expect(await page(`${ROOT}/Library/Book`)).toContain('<section data-type="service" id="Book">');
    });

    test('has the view helpers, which escape what descriptors say', async () => {
      const html = await page(`${ROOT}/Library/Book`);
      expect(html).toContain('<div class="list-group-item">application/json</div>');
      expect(html).toContain(
        '<code>GET /book</code><ul class="list-group">\n<li class="list-group-item"><strong>200:</strong> OK</li>\n</ul>\n',
      );
      expect(html).toContain('<code>GET /book/:book_id</code>');
      expect(html).toContain('<strong>404:</strong> &lt;b&gt;Not&lt;/b&gt; Found');
      expect(html).not.toContain('<script>alert');
    });

    test('has its scripts, with what they import', async () => {
      const read = async (path: string): Promise<string> => {
        const answer = await get(path);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^text\/javascript/),
        ]);
        return answer.text();
      };
      const linked = [...(await page(ROOT)).matchAll(/<script type="module" src="([^"]+)"/g)].map(([, path = '']) =>
        path.replaceAll('&amp;', '&'),
      );
      const own = linked.filter((path) => !/^\/@vite\/|type=style|\.css/.test(path));
      expect(own).toHaveLength(1);
      const script = await read(own[0] ?? '');
      const [, imported] = /import \{ mark \} from "([^"]+)"/.exec(script) ?? [];
      expect(script + (imported === undefined ? '' : await read(imported))).toContain('custom-script');
    });

    test('leaves groups, schemas and problems to our templates, and its styles are not on them', async () => {
      const html = await page(`${ROOT}/Library/schemas`);
      expect(html).toContain('<main id="main"');
      expect(html).not.toMatch(/ViewScriptPage|--custom-/);
      expect(await page(`${ROOT}/Nothing`)).toContain('<main id="main"');
    });

    test('a layout of its own stands around ours', async () => {
      expect(await page(`${ROOT}/Library/schemas`)).toMatch(/class="pd-main"[\s\S]*class="custom-layout"/);
    });

    test('a style sheet that a layout imports as an address is linked to, and no text of the page', async () => {
      const html = await page(`${ROOT}/Library/schemas`);
      const linked = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
      const sheets = await Promise.all(linked.map(async (href) => (await get(href, 'text/css')).text()));
      expect(sheets.filter((sheet) => sheet.includes('--layout-own'))).toHaveLength(1);
      expect(html).not.toContain('export default');
    });
  });

  describe('a format of its own', () => {
    test.each([
      ['', '= Custom APIs\n'],
      ['/Library', '= Library\n'],
      ['/Library/Book', '= Book\n'],
    ])('answers for %j, by Accept and as a twin', async (path, start) => {
      const negotiated = await get(ROOT + path, 'text/asciidoc');
      const text = await negotiated.text();
      expect([negotiated.status, negotiated.headers.get('content-type'), text.startsWith(start)]).toEqual([
        200,
        'text/asciidoc; charset=utf-8',
        true,
      ]);
      const twin = await get(`${ROOT}${path}.adoc`, 'text/html');
      expect([twin.status, twin.headers.get('content-type'), await twin.text()]).toEqual([
        200,
        'text/asciidoc; charset=utf-8',
        text,
      ]);
      expect(text).not.toContain('<script>');
    });

    test('its strategy completes the response', async () => {
      expect((await get(`${ROOT}/Library`, 'text/asciidoc')).headers.get('content-disposition')).toBe(
        'inline; filename="Library-v1.adoc"',
      );
      expect((await get(`${ROOT}/Library`, 'application/vnd.acme.names+json')).headers.get('x-names')).toBe('yes');
      expect((await get(`${ROOT}/Library`, 'application/json')).headers.get('x-names')).toBeNull();
    });

    test('is among the alternates and in the list of a 406', async () => {
      expect((await get(`${ROOT}/Library`, 'application/json')).headers.get('link')).toContain(
        '<Library-v1.adoc>; rel="alternate"; type="text/asciidoc"',
      );
      const refused = await get(`${ROOT}/Library`, 'image/png');
      expect([refused.status, await refused.json()]).toMatchObject([
        406,
        { available: expect.arrayContaining([{ type: 'text/asciidoc', url: `${ROOT}/Library-v1.adoc` }]) },
      ]);
      expect(await page(`${ROOT}/Library/Book`)).toMatch(/class="formats">[^<]* asciidoc names archive</);
    });

    test('that gives bytes later sends them as they are, compressed only on request', async () => {
      const expected = await (await get(`${ROOT}/Library`, 'application/json')).text();
      for (const answer of [
        await get(`${ROOT}/Library`, 'application/vnd.acme.archive'),
        await get(`${ROOT}/Library.archive.gz`),
      ]) {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.acme.archive']);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(gunzipSync(bytes).toString('utf8')).toBe(expected);
        const tag = answer.headers.get('etag');
        if (tag === null) continue;
        const again = await fetch(`${origin()}${ROOT}/Library.archive.gz`, { headers: { 'if-none-match': tag } });
        expect(again.status).toBe(304);
      }
      expect((await get(`${ROOT}/Library/Book`, 'application/vnd.acme.archive')).status).toBe(200);
    });

    test('a JSON model sends serialisable objects, collections and entities', async () => {
      expect(await (await get(ROOT, 'application/vnd.acme.names+json')).json()).toEqual(['Library']);
      expect(await (await get(`${ROOT}/Library`, 'application/vnd.acme.names+json')).json()).toEqual({
        services: ['Book'],
      });
    });
  });

  describe('selectors', () => {
    test.each([
      // Accept                             Content-Type                       Content-Location
      ['application/raml+yaml', 'application/raml+yaml', `${ROOT}/Library-v1.names.json`],
      ['application/vnd.acme.docs+json', 'application/vnd.acme.docs+json', `${ROOT}/Library-v1.json`],
      ['application/*', 'application/json', `${ROOT}/Library-v1.json`],
      [
        'text/asciidoc;q=0.9, application/vnd.acme.names+json;q=0.8',
        'text/asciidoc; charset=utf-8',
        `${ROOT}/Library-v1.adoc`,
      ],
    ])('%s is answered as %s', async (accept, type, location) => {
      const { status, headers } = await get(`${ROOT}/Library`, accept);
      expect([status, headers.get('content-type'), headers.get('content-location')]).toEqual([200, type, location]);
    });

    test('a type that was moved leaves a format without one, which is gone', async () => {
      expect((await get(`${ROOT}/Library.raml`)).status).toBe(404);
    });
  });
}
