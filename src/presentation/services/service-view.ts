import { pagePath } from '../../model/language.ts';
import type { Operation } from '../../model/operation.ts';
import type { DocumentDifference } from '../../model/page/document.ts';
import type { Service } from '../../model/service.ts';
import { wordsOf } from '../../words/words.ts';
import { Anchors } from '../anchors.ts';
import type { Shape } from '../fields/field-shape.ts';
import { FieldTrees } from '../fields/field-tree.ts';
import { inMethodOrder } from '../navigation/service-order.ts';
import type { OperationView } from './operation-view.ts';
import { operationView } from './operation-view.ts';

interface ServiceView {
  readonly sections: readonly OperationSection[];
  /** Configured fields that no request body draws. */
  readonly fields: Shape | null;
}

interface OperationSection {
  readonly id: string;
  /** `Collection`, `Entity`, `Operations`. */
  readonly title: string;
  readonly operations: readonly OperationView[];
}

/** A page of more rows would be larger than 150 kB compressed: its trees stop early and link to the schemas' pages. */
const MOST_ROWS = 1_500;
const DEEPEST_ON_LARGE_PAGES = 2;
/** Deeper than anybody reads; without an end, a thousand schemas inside each other would be the end of the process. */
const DEEPEST = 60;

/** Everything a service page shows, drawn from top to bottom. */
export function serviceView(service: Service, baseUrl: string, difference?: DocumentDifference): ServiceView {
  const full = draw(service, baseUrl, DEEPEST, difference);
  return full.rowCount > MOST_ROWS ? draw(service, baseUrl, DEEPEST_ON_LARGE_PAGES, difference).view : full.view;
}

function draw(
  service: Service,
  baseUrl: string,
  deepest: number,
  difference: DocumentDifference | undefined,
): { readonly view: ServiceView; readonly rowCount: number } {
  const { api } = service;
  const place = { api: api.getName(), version: api.getVersion() };
  const anchors = new Anchors();
  const schemaPath = (schema: string): string => pagePath({ level: 'schema', ...place, schema }, api);
  const trees = new FieldTrees({ components: api.components, anchors, schemaPath, deepest });
  const context = {
    drawing: { components: api.components, anchors, trees },
    baseUrl,
    overviewPath: pagePath({ level: 'api', ...place }, api),
    difference,
  };
  const section = (id: string, title: string, operations: readonly Operation[]): readonly OperationSection[] =>
    operations.length === 0
      ? []
      : [{ id, title, operations: operations.map((operation) => operationView(operation, context)) }];
  const words = wordsOf(api);
  const isRest = service.getKind() === 'rest';
  const sections = [
    ...section(
      anchors.claim('operations'),
      words.say(isRest ? 'title.collection' : 'title.operations'),
      inMethodOrder(service.getOperations()),
    ),
    ...section(
      anchors.claim('entity-operations'),
      words.say('title.entity'),
      inMethodOrder(service.getEntityOperations()),
    ),
  ];
  const { fields } = service.record;
  const hasBody = service.getAllOperations().some((operation) => operation.getRequestBody() !== null);
  return {
    view: { sections, fields: fields === null || hasBody ? null : trees.body(fields, anchors.claim('fields'), 'both') },
    rowCount: trees.rowCount,
  };
}
