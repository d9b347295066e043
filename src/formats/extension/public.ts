/** Exports of `platform-documentation/formats`, which modules of custom formats import. */
export type { Api } from '../../model/api.ts';
export type { Field } from '../../model/field.ts';
export type { Level } from '../../model/locations.ts';
export { DOCUMENTATION_ROOT, documentPath } from '../../model/locations.ts';
export type { Operation } from '../../model/operation.ts';
export type { ApiListEntry } from '../../model/records.ts';
export type { Service } from '../../model/service.ts';
export type { Document } from '../../presentation/page-data/document.ts';
export type { Site } from '../../presentation/page-data/site.ts';
export { json } from '../json/json.ts';
export { markdown } from '../markdown/markdown.ts';
export type { CustomFormat } from './to-format.ts';
export { defineFormat } from './to-format.ts';
export type { JsonSerializable, RenderedContent, Renderer, ViewContext } from './view-model.ts';
export {
  HypermediaCollection,
  HypermediaEntity,
  JsonModel,
  jsonRenderer,
  rendererOf,
  toJsonValue,
  ViewModel,
} from './view-model.ts';
export type {
  RendererEvent,
  RendererListener,
  ResponseEvent,
  ResponseListener,
  ViewRequest,
  ViewStrategy,
} from './view-strategy.ts';
export { FormatStrategy, STRATEGY_PRIORITY, ViewEvents, ViewHeaders, ViewResponse } from './view-strategy.ts';
