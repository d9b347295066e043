import type { Renderer } from './renderer.ts';
import type { ViewModel } from './view-model.ts';
import type { ViewResponse } from './view-response.ts';

/**
 * One rendering of one document. Renderings overlap, so strategies remember by this object: `new WeakMap<ViewRequest,
 * …>()`.
 */
export interface ViewRequest {
  /** URL path of the document: `/platform/documentation/Library-v1`. */
  readonly path: string;
}

/** Asks which renderer a view model gets. */
export interface RendererEvent {
  readonly request: ViewRequest;
  readonly model: ViewModel;
}

/** Before a response is sent, or written at build time. */
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

  /** All listeners. */
  respond(event: ResponseEvent): void {
    for (const { listener } of this.#response) listener(event);
  }
}

function inserted<L>(all: readonly Attached<L>[], one: Attached<L>): readonly Attached<L>[] {
  return [...all, one].sort((a, b) => b.priority - a.priority);
}
