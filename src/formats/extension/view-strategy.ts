import type { Renderer } from './renderer.ts';
import type { RendererEvent, ResponseEvent, ViewEvents, ViewRequest } from './view-events.ts';
import type { ViewModel } from './view-model.ts';

/** At which strategies listen (specification §4.3). */
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
 * The usual strategy: gives models of one class their renderer, and their responses a Content-Type. Extend it to add to
 * either.
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

  /** The model that this strategy has chosen the renderer of; undefined where another one did, or none. */
  remembered(request: ViewRequest): ViewModel | undefined {
    return this.#remembered.get(request);
  }
}
