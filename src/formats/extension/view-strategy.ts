import { isToken } from '../../model/media-types.ts';
import type { RenderedContent, Renderer, ViewModel } from './view-model.ts';

/** The priority at which strategies listen (specification §4.3). */
export const STRATEGY_PRIORITY = 200;

type ViewModelClass = abstract new (...context: never[]) => ViewModel;

/**
 * A listener aggregate on the events of the view: it chooses the renderer of its view models and completes their
 * responses.
 */
export interface ViewStrategy {
  attach(events: ViewEvents, priority?: number): void;
}

/**
 * The usual strategy: it gives models of one class their renderer, and their responses a Content-Type. Subclasses may
 * extend both.
 * @param contentType left out: the media type that was negotiated
 */
export class FormatStrategy implements ViewStrategy {
  readonly #model: ViewModelClass;
  readonly #renderer: Renderer;
  readonly #contentType: string | undefined;
  readonly #remembered = new WeakMap<ViewRequest, ViewModel>();

  constructor(model: ViewModelClass, renderer: Renderer, contentType?: string) {
    this.#model = model;
    this.#renderer = renderer;
    this.#contentType = contentType;
  }

  attach(events: ViewEvents, priority = STRATEGY_PRIORITY): void {
    events.attach('renderer', (event: RendererEvent) => this.selectRenderer(event), priority);
    events.attach('response', (event: ResponseEvent) => this.injectResponse(event), priority);
  }

  /** Remembers the model, if it is one of this strategy's. */
  selectRenderer({ request, model }: RendererEvent): Renderer | undefined {
    if (!(model instanceof this.#model)) return undefined;
    this.#remembered.set(request, model);
    return this.#renderer;
  }

  /** Adds to the response of a remembered model. */
  injectResponse({ request, response }: ResponseEvent): void {
    if (this.#contentType !== undefined && this.remembered(request) !== undefined)
      response.headers.set('Content-Type', this.#contentType);
  }

  /** The model for which this strategy has chosen the renderer; undefined where it has not. */
  remembered(request: ViewRequest): ViewModel | undefined {
    return this.#remembered.get(request);
  }
}

/**
 * One rendering of one document. Renderings overlap, so strategies remember by this object: `new WeakMap<ViewRequest,
 * …>()`.
 */
export interface ViewRequest {
  /** URL path of the document: `/platform/documentation/Library-v1`. */
  readonly path: string;
}

/** Event that asks for the renderer of a view model. */
export interface RendererEvent {
  readonly request: ViewRequest;
  readonly model: ViewModel;
}

/** Event before a response is sent, or written at build time. */
export interface ResponseEvent extends RendererEvent {
  readonly renderer: Renderer;
  readonly response: ViewResponse;
}

export type RendererListener = (event: RendererEvent) => Renderer | undefined;
export type ResponseListener = (event: ResponseEvent) => void;

type Attachment =
  | readonly [event: 'renderer', listener: RendererListener, priority?: number | undefined]
  | readonly [event: 'response', listener: ResponseListener, priority?: number | undefined];

interface Attached<L> {
  readonly listener: L;
  readonly priority: number;
}

/**
 * Listeners of the strategies of a format: the highest priority first, equal ones in the order in which they were
 * attached.
 */
export class ViewEvents {
  #renderer: readonly Attached<RendererListener>[] = [];
  #response: readonly Attached<ResponseListener>[] = [];

  /** @param priority 1 when left out; strategies listen at 200 */
  attach(...[event, listener, priority = 1]: Attachment): void {
    switch (event) {
      case 'renderer':
        this.#renderer = inserted(this.#renderer, { listener, priority });
        return;
      case 'response':
        this.#response = inserted(this.#response, { listener, priority });
        return;
      default:
        throw new TypeError(`The view has no event ${String(event satisfies never)}.`);
    }
  }

  /** Returns the renderer of the first listener that gives one. */
  selectRenderer(event: RendererEvent): Renderer | undefined {
    for (const { listener } of this.#renderer) {
      const renderer = listener(event);
      if (renderer !== undefined && renderer !== null) return renderer;
    }
    return undefined;
  }

  /** Calls all listeners. */
  respond(event: ResponseEvent): void {
    for (const { listener } of this.#response) listener(event);
  }
}

function inserted<L>(all: readonly Attached<L>[], one: Attached<L>): readonly Attached<L>[] {
  return [...all, one].sort((a, b) => b.priority - a.priority);
}

/** Visible ASCII with blanks between, which every intermediary passes on unchanged (RFC 9110 §5.5). */
const FIELD_VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Header fields that the server sets itself for a format that it knows: strategies may not. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'accept-ranges access-control-allow-origin access-control-expose-headers allow cache-control connection content-encoding content-length ' +
    'content-location content-security-policy date etag keep-alive link location referrer-policy set-cookie trailer transfer-encoding upgrade vary www-authenticate ' +
    'x-content-type-options'
  ).split(' '),
);

/** The header fields of a response, each once; names in any case. */
export class ViewHeaders {
  readonly #fields = new Map<string, readonly [name: string, value: string]>();

  get(name: string): string | null {
    return this.#fields.get(name.toLowerCase())?.[1] ?? null;
  }

  /**
   * @throws for values that cannot stand in a header, such as a line break from a descriptor, and for fields that only
   * the server sets
   */
  set(name: string, value: string): this {
    if (!isToken(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header field.`);
    if (RESERVED.has(name.toLowerCase())) throw new TypeError(`The header field ${name} is set by the server.`);
    if (!FIELD_VALUE.test(value)) throw new TypeError(`The header field ${name} cannot hold ${JSON.stringify(value)}.`);
    this.#fields.set(name.toLowerCase(), [name, value]);
    return this;
  }

  /** Names and values in turn. */
  toList(): readonly string[] {
    return [...this.#fields.values()].flat();
  }
}

/** Response for one document in a custom format; it is written into the release with its header fields. */
export class ViewResponse {
  readonly headers = new ViewHeaders();
  content: RenderedContent;

  constructor(content: RenderedContent) {
    this.content = content;
  }
}
