import { isToken } from '../../model/media-types.ts';
import type { RenderedContent, Renderer, ViewModel } from './view-model.ts';

/** Priority of strategies as listeners (specification §4.3). */
export const STRATEGY_PRIORITY = 200;

type ViewModelClass = abstract new (...context: never[]) => ViewModel;

/**
 * Listener aggregate for view events: a strategy selects the renderer of its view models and adds header fields to
 * their responses.
 */
export interface ViewStrategy {
  attach(events: ViewEvents, priority?: number): void;
}

/**
 * Default strategy: it selects the renderer for models of one class and sets the Content-Type of their responses.
 * Subclasses may extend both methods.
 * @param contentType default: the negotiated media type
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

  /** Remembers the model and returns the renderer if the model is of this strategy's class. */
  selectRenderer({ request, model }: RendererEvent): Renderer | undefined {
    if (!(model instanceof this.#model)) return undefined;
    this.#remembered.set(request, model);
    return this.#renderer;
  }

  /** Sets the strategy's Content-Type, if it has one, on responses for which it selected the renderer. */
  injectResponse({ request, response }: ResponseEvent): void {
    if (this.#contentType !== undefined && this.remembered(request) !== undefined)
      response.headers.set('Content-Type', this.#contentType);
  }

  /** Returns the model if this strategy selected its renderer in this rendering, else undefined. */
  remembered(request: ViewRequest): ViewModel | undefined {
    return this.#remembered.get(request);
  }
}

/**
 * One rendering of one document. Renderings overlap, so strategies store their state under this object:
 * `new WeakMap<ViewRequest, …>()`.
 */
export interface ViewRequest {
  /** URL path of the document: `/platform/documentation/Library-v1`. */
  readonly path: string;
}

/** Event in which a listener selects the renderer of a view model. */
export interface RendererEvent {
  readonly request: ViewRequest;
  readonly model: ViewModel;
}

/** Event raised before a response is sent, or written at build time. */
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
 * Listeners of the strategies of a format, called by descending priority; listeners of equal priority are called in the
 * order in which they were attached.
 */
export class ViewEvents {
  #renderer: readonly Attached<RendererListener>[] = [];
  #response: readonly Attached<ResponseListener>[] = [];

  /** @param priority default: 1; strategies use 200 */
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

  /** Returns the first renderer that a listener returns. */
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

/** Visible ASCII with inner spaces or tabs, which every intermediary passes on unchanged (RFC 9110 §5.5). */
const FIELD_VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Header fields that only the server sets; strategies must not set them. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'accept-ranges access-control-allow-origin access-control-expose-headers allow cache-control connection content-encoding content-length ' +
    'content-location content-security-policy date etag keep-alive link location referrer-policy set-cookie trailer transfer-encoding upgrade vary www-authenticate ' +
    'x-content-type-options'
  ).split(' '),
);

/** Header fields of a response; each name occurs once, in any letter case. */
export class ViewHeaders {
  readonly #fields = new Map<string, readonly [name: string, value: string]>();

  get(name: string): string | null {
    return this.#fields.get(name.toLowerCase())?.[1] ?? null;
  }

  /**
   * @throws for values that a header field cannot contain, such as a line break from a descriptor, and for fields that
   * only the server sets
   */
  set(name: string, value: string): this {
    if (!isToken(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of a header field.`);
    if (RESERVED.has(name.toLowerCase())) throw new TypeError(`The header field ${name} is set by the server.`);
    if (!FIELD_VALUE.test(value)) throw new TypeError(`The header field ${name} cannot hold ${JSON.stringify(value)}.`);
    this.#fields.set(name.toLowerCase(), [name, value]);
    return this;
  }

  /** Alternating names and values. */
  toList(): readonly string[] {
    return [...this.#fields.values()].flat();
  }
}

/** Response for one document in a custom format; the release stores it with its header fields. */
export class ViewResponse {
  readonly headers = new ViewHeaders();
  content: RenderedContent;

  constructor(content: RenderedContent) {
    this.content = content;
  }
}
