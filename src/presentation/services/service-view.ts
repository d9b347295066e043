import { CALLED } from '../../model/directions.ts';
import { pagePath } from '../../model/language.ts';
import type { Operation } from '../../model/operation.ts';
import type { DocumentDifference, SiteTrying } from '../../model/page/document.ts';
import type { Service } from '../../model/service.ts';
import { wordsOf } from '../../words/words.ts';
import { Anchors } from '../anchors.ts';
import type { Shape } from '../fields/field-shape.ts';
import { FieldTrees } from '../fields/field-tree.ts';
import { sentBody } from '../messages/bodies.ts';
import { inMethodOrder } from '../navigation/service-order.ts';
import { type OperationView, operationView } from './operation-view.ts';

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

/**
 * Everything a service page shows, drawn from top to bottom.
 * @param samples names of their languages
 */
export function serviceView(
  service: Service,
  baseUrl: string,
  difference?: DocumentDifference,
  samples?: readonly string[],
  trying?: SiteTrying,
): ServiceView {
  const { api } = service;
  const place = api.place;
  const anchors = new Anchors();
  const schemaPath = (schema: string): string => pagePath({ level: 'schema', ...place, name: schema }, api);
  const { components } = api;
  const trees = new FieldTrees({ components, anchors, schemaPath });
  const context = {
    drawing: { components, anchors, trees, directions: CALLED, title: '', shown: new Map() },
    baseUrl,
    overviewPath: pagePath({ level: 'api', ...place }, api),
    difference,
    samples,
    trying,
  };
  const drawn = (operation: Operation): OperationView => {
    trees.startOperation();
    return operationView(operation, context);
  };
  const section = (id: string, title: string, operations: readonly Operation[]): readonly OperationSection[] =>
    operations.length === 0 ? [] : [{ id, title, operations: operations.map(drawn) }];
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
  const hasBody = service.getAllOperations().some((operation) => sentBody(operation) !== null);
  return {
    sections,
    fields:
      fields === null || hasBody
        ? null
        : trees.body(fields, anchors.claim('fields'), 'both', wordsOf(api).say('title.fields')),
  };
}
