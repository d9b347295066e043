import { describe, expect, test, vi } from 'vitest';
import { FormatError, type RenderedDocument, renderDocument } from '../../../../src/formats/contract.ts';
import { readFormatModule } from '../../../../src/formats/extension/load-format-modules.ts';
import type { CustomFormat } from '../../../../src/formats/extension/to-format.ts';
import { JsonModel, type Renderer, rendererOf } from '../../../../src/formats/extension/view-model.ts';
import {
  FormatStrategy,
  ViewEvents,
  ViewHeaders,
  type ViewRequest,
} from '../../../../src/formats/extension/view-strategy.ts';
import { markdown } from '../../../../src/formats/markdown/markdown.ts';
import { formats } from '../../../../src/formats/registry.ts';
import type { Document } from '../../../../src/presentation/page-data/document.ts';
import { richApi } from '../../../fixtures/model/rich-api.ts';
import {
  apiDocument,
  draftOf,
  listDocument,
  MODULE,
  PlainModel,
  plain,
  serviceDocument,
  serviceOfApi,
  site,
} from './fixtures.ts';

function respond(
  custom: CustomFormat,
  document: Document = apiDocument,
): { readonly text: string; readonly headers: readonly string[] } {
  const made = respondLater(custom, document);
  if (made instanceof Promise || typeof made.content !== 'string') throw new Error('This is no text, or a promise.');
  return { text: made.content, headers: made.headers };
}

/** An object that other libraries take for a promise. */
class Thenable {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  then(give: (text: string) => void): void {
    give(this.#text);
  }
}

function respondLater(
  custom: CustomFormat,
  document: Document = apiDocument,
): RenderedDocument | Promise<RenderedDocument> {
  return renderDocument(draftOf(custom), document, site);
}

describe('a custom format', () => {
  test.each([
    ['list', listDocument, 'apiList\n'],
    ['api', apiDocument, 'api\n'],
    ['service', serviceDocument, 'service\n'],
  ])('renders the level %s with the variables of a view script', (_, document, text) => {
    expect(respond(plain, document)).toEqual({ text, headers: [] });
  });

  test('has the site, the object and the base URL as variables', () => {
    const model = new PlainModel({ document: serviceDocument, site });
    expect(model.getVariable('documentation')).toBe(serviceOfApi);
    expect(model.getVariable('baseUrl')).toBe('https://docs.example.com');
    expect([
      model.getVariable('none'),
      model.getVariable('__proto__', 'none'),
      model.setVariable('x', 1).getVariable('x'),
    ]).toEqual([null, 'none', 1]);
  });

  test("may show its document as a format of this site's own", () => {
    expect(respond({ ...plain, renderer: rendererOf(markdown) }).text).toBe(markdown.render?.(apiDocument, site));
  });

  test('a strategy chooses the renderer and completes the response of the models it remembers', () => {
    class Loud extends FormatStrategy {
      override injectResponse(event: Parameters<FormatStrategy['injectResponse']>[0]): void {
        super.injectResponse(event);
        if (this.remembered(event.request) === undefined) return;
        event.response.content = String(event.response.content).toUpperCase();
        event.response.headers.set('X-Loud', 'yes');
      }
    }
    const loud: CustomFormat = { ...plain, strategy: (renderer) => new Loud(PlainModel, renderer, 'text/x-loud') };
    expect(respond(loud)).toEqual({ text: 'API\n', headers: ['Content-Type', 'text/x-loud', 'X-Loud', 'yes'] });
  });

  test('a strategy for other models leaves its own renderer to the format', () => {
    class Other extends PlainModel {}
    const wrong: Renderer = { render: () => 'wrong' };
    expect(respond({ ...plain, strategy: () => new FormatStrategy(Other, wrong, 'text/x-other') })).toEqual({
      text: 'api\n',
      headers: [],
    });
  });

  test.each([
    [
      'throws',
      {
        render: () => {
          throw new Error('no luck');
        },
      },
      'no luck',
    ],
    ['gives no text', { render: () => 5 as never }, 'this one returned number'],
  ])('that %s fails with its name and the document', (_, renderer: Renderer, reason) => {
    const failing = (): unknown => respond({ ...plain, renderer }, serviceDocument);
    expect(failing).toThrow(FormatError);
    expect(failing).toThrow('The format plain cannot render /platform/documentation/');
    expect(failing).toThrow(reason);
  });

  test.each([
    ['text, later', async () => 'later\n', 'later\n'],
    ['bytes', () => Uint8Array.of(0, 255, 10), Uint8Array.of(0, 255, 10)],
    ['bytes, later', async () => Buffer.from([31, 139, 8]), Uint8Array.of(31, 139, 8)],
    ['text, by an object that is like a promise', () => new Thenable('like\n') as never, 'like\n'],
  ])('may give %s', async (_, render: Renderer['render'], content) => {
    const strategy: CustomFormat['strategy'] = (renderer) => new FormatStrategy(PlainModel, renderer, 'text/x-late');
    const response = await respondLater({ ...plain, renderer: { render }, strategy });
    expect(response).toEqual({ content, headers: ['Content-Type', 'text/x-late'] });
  });

  test('keeps bytes as they were given, despite later changes by their author', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const { content } = await respondLater({ ...plain, renderer: { render: () => bytes } });
    bytes.fill(9);
    expect(content).toEqual(Uint8Array.of(1, 2, 3));
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('bad luck')), 'bad luck'],
    ['gives nothing, later', async () => undefined as never, 'this one returned undefined'],
    ['gives null', () => null as never, 'this one returned null'],
  ])(
    'that %s fails with its name, the document and the key of its module',
    async (_, render: Renderer['render'], reason) => {
      const failing = (async () => respondLater({ ...plain, renderer: { render } }))();
      await expect(failing).rejects.toThrow(FormatError);
      const path = '/platform/documentation/Tavern-v2';
      const place = 'platform-documentation.formats.plain: config/formats/plain.ts: ';
      await expect(failing).rejects.toThrow(`${place}The format plain cannot render ${path}: `);
      await expect(failing).rejects.toThrow(reason);
    },
  );

  test('that never gives anything fails after half a minute', async () => {
    vi.useFakeTimers();
    try {
      const render = () => new Promise<never>(() => undefined);
      const failing = (async () => respondLater({ ...plain, renderer: { render } }))();
      const told = expect(failing).rejects.toThrow('The renderer did not finish within 30 seconds.');
      await vi.advanceTimersByTimeAsync(30_001);
      await told;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('gives well-formed text', () => {
    expect(respond({ ...plain, renderer: { render: () => 'a\ud800' } }).text).toBe('a\ufffd');
  });
});

describe('view events', () => {
  test('ask the highest priority first, equal ones in order, and stop at the first renderer', () => {
    const events = new ViewEvents();
    const asked: string[] = [];
    const listen = (name: string, priority: number | undefined, renderer?: Renderer): void =>
      events.attach(
        'renderer',
        () => {
          asked.push(name);
          return renderer;
        },
        priority,
      );
    const found: Renderer = { render: () => '' };
    listen('default', undefined, found);
    listen('200 b', 200);
    listen('300', 300);
    listen('200 c', 200, found);
    const event = { request: { path: '/' }, model: new PlainModel({ document: listDocument, site }) };
    expect(events.selectRenderer(event)).toBe(found);
    expect(asked).toEqual(['300', '200 b', '200 c']);
  });

  test('a strategy listens at 200 and remembers each request apart', () => {
    const renderer: Renderer = { render: () => '' };
    const strategy = new FormatStrategy(PlainModel, renderer);
    const priorities: (number | undefined)[] = [];
    const spy = Object.assign(new ViewEvents(), {
      attach: (_name: string, _listener: unknown, priority?: number) => void priorities.push(priority),
    });
    strategy.attach(spy);
    expect(priorities).toEqual([200, 200]);
    const [first, second]: readonly ViewRequest[] = [{ path: '/' }, { path: '/' }];
    if (first === undefined || second === undefined) throw new Error('unreachable');
    const model = new PlainModel({ document: listDocument, site });
    expect(strategy.selectRenderer({ request: first, model })).toBe(renderer);
    expect([strategy.remembered(first), strategy.remembered(second)]).toEqual([model, undefined]);
  });
});

describe('header fields of a response', () => {
  test.each([
    ['X-Name', 'Book\r\nSet-Cookie: a=b'],
    ['X-Name', 'Bücher'],
    ['X-Name', ''],
    ['X Name', 'a'],
    ['etag', '"a"'],
    ['Content-Security-Policy', "default-src 'self'"],
  ])('%s: %j is refused', (name, value) => {
    expect(() => new ViewHeaders().set(name, value)).toThrow(TypeError);
  });

  test('are there once, in any case', () => {
    const headers = new ViewHeaders().set('X-Name', 'a').set('x-name', 'b');
    expect([headers.get('X-NAME'), headers.toList()]).toEqual(['b', ['x-name', 'b']]);
  });
});

describe('the module of a format', () => {
  test('exports one or several', () => {
    const second = { ...plain, name: 'plain-2', viewModelName: 'Second', extension: '.plain2' };
    expect(readFormatModule(plain, formats, MODULE)).toMatchObject({
      formats: [{ name: 'plain', viewModel: 'Acme\\Plain\\ViewModel' }],
      problems: [],
    });
    expect(readFormatModule([plain, second], formats, MODULE).formats.map(({ name }) => name)).toEqual([
      'plain',
      'plain-2',
    ]);
  });

  test.each([
    [undefined, 'Its default export is not a format.'],
    [[], 'It exports no format.'],
    ['plain', 'Its default export is not a format.'],
    [{ ...plain, name: 'A B' }, '"A B" is not a name'],
    [{ ...plain, name: 'json' }, 'another format of this name'],
    [{ ...plain, extension: '.json' }, 'extension ".json" is another format\'s'],
    [{ ...plain, extension: 'plain' }, 'extension is none'],
    [{ ...plain, viewModelName: 'Platform\\Documentation\\Json\\ViewModel' }, "is another format's"],
    [{ ...plain, viewModel: class {} }, 'viewModel is not a class that extends ViewModel.'],
    [{ ...plain, mediaTypes: ['text'] }, 'mediaTypes contains a value that is not a media type.'],
    [{ ...plain, levels: ['operation'] }, 'levels must hold some of list'],
    [{ ...plain, levels: [] }, 'levels must hold some of list'],
    [{ ...plain, renderer: () => '' }, 'renderer has no method render.'],
    [{ ...plain, renderer: undefined }, 'renderer is missing: viewModel is not a JsonModel.'],
    [{ ...plain, strategy: new FormatStrategy(PlainModel, { render: () => '' }) }, 'strategy is not a function.'],
    [
      {
        ...plain,
        strategy: () => {
          throw new Error('no luck');
        },
      },
      'The strategy of plain cannot be made: no luck',
    ],
  ])('%o gets a message that says what is wrong', (exported, problem) => {
    expect(readFormatModule(exported, formats, MODULE)).toEqual({
      formats: [],
      problems: [expect.stringContaining(problem)],
    });
  });
});

describe('a JSON model', () => {
  test('serialises what the documentation is about, and needs no renderer', () => {
    const { renderer: _, ...rest } = plain;
    expect(JSON.parse(respond({ ...rest, viewModel: JsonModel }).text)).toMatchObject({
      name: richApi.name,
      version: richApi.version,
    });
    expect(JSON.parse(respond({ ...rest, viewModel: JsonModel }, serviceDocument).text)).toMatchObject({
      name: serviceOfApi.getName(),
    });
    expect(JSON.parse(respond({ ...rest, viewModel: JsonModel }, listDocument).text)).toMatchObject([{ name: 'A' }]);
  });

  test('a view model that is none needs a renderer', () => {
    const { renderer: _, ...rest } = plain;
    expect(() => respond(rest)).toThrow('The view model is not a JsonModel and has no renderer.');
  });
});
