import { CALLED } from '../../model/directions.ts';
import { pagePath } from '../../model/language.ts';
import type { Operation } from '../../model/operation.ts';
import type { DocumentDifference, SiteTrying } from '../../model/page/document.ts';
import type { FieldAllowance, PageSize } from '../../model/page/field-allowance.ts';
import type { Service } from '../../model/service.ts';
import { wordsOf } from '../../words/words.ts';
import { Anchors } from '../anchors.ts';
import type { Shape } from '../fields/field-shape.ts';
import { FieldTrees } from '../fields/field-tree.ts';
import type { FurtherSchema } from '../fields/further-schemas.ts';
import { sentBody } from '../messages/bodies.ts';
import { inMethodOrder } from '../navigation/service-order.ts';
import { LONGEST_COLOURED } from '../samples/examples.ts';
import { type OperationView, operationView } from './operation-view.ts';

interface ServiceView {
  readonly sections: readonly OperationSection[];
  /** Configured fields that no request body draws. */
  readonly fields: Shape | null;
  /** Schemas that its fields lead to, and that it has no room for. */
  readonly further: readonly FurtherSchema[];
}

interface OperationSection {
  readonly id: string;
  /** `Collection`, `Entity`, `Operations`. */
  readonly title: string;
  readonly operations: readonly OperationView[];
}

/**
 * Deeper than any reader follows; without an end, a thousand schemas inside each other would be the end of the process.
 */
const DEEPEST = 60;
/** Of a page without fields and examples, compressed; and of a response, with what an operation has besides. */
const BYTES_OF_PAGE = 5_100;
const BYTES_OF_RESPONSE = 190;
/** A letter of an example or sample, compressed. */
const BYTES_OF_LETTER = 0.1;
/**
 * Of a page without its operations; of an operation without fields, with its samples and way marks; and of its parts.
 */
const ELEMENTS_OF_PAGE = 340;
const ELEMENTS_OF_OPERATION = 88;
const ELEMENTS_OF_RESPONSE = 9;
const ELEMENTS_OF_EXAMPLE = 11;

/**
 * Everything a service page shows, drawn from top to bottom.
 * @param samples names of their languages
 * @param allowance left out: as many fields are drawn as an estimate has room for
 */
export function serviceView(
  service: Service,
  baseUrl: string,
  difference?: DocumentDifference,
  samples?: readonly string[],
  trying?: SiteTrying,
  allowance?: FieldAllowance,
): ServiceView {
  const { api } = service;
  const place = { api: api.getName(), version: api.getVersion() };
  const anchors = new Anchors();
  const schemaPath = (schema: string): string => pagePath({ level: 'schema', ...place, schema }, api);
  const { components } = api;
  const trees = new FieldTrees({ components, anchors, schemaPath, deepest: DEEPEST, namesFurther: true, allowance });
  const context = {
    drawing: { components, anchors, trees, directions: CALLED, title: '', shown: new Map() },
    baseUrl,
    overviewPath: pagePath({ level: 'api', ...place }, api),
    difference,
    samples,
    trying,
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
  const hasBody = service.getAllOperations().some((operation) => sentBody(operation) !== null);
  const view = {
    sections,
    fields:
      fields === null || hasBody
        ? null
        : trees.body(fields, anchors.claim('fields'), 'both', wordsOf(api).say('title.fields')),
  };
  return { ...view, further: trees.complete(besideFields(sections)) };
}

/** By estimate: samples and examples are most of it. */
function besideFields(sections: readonly OperationSection[]): PageSize {
  const operations = sections.flatMap((section) => section.operations);
  const examples = operations.flatMap(({ request, responses }) => [
    ...(request?.examples ?? []),
    ...responses.flatMap((response) => response.examples),
  ]);
  const texts = [...operations.flatMap(({ samples }) => samples), ...examples];
  const trials = operations.reduce((sum, { trial }) => sum + (trial?.length ?? 0), 0);
  const letters = texts.reduce((sum, { text }) => sum + text.length, trials);
  const responses = operations.reduce((sum, operation) => sum + operation.responses.length, 0);
  const shown = examples.filter(({ sameAs }) => sameAs === null);
  const coloured = shown.reduce((sum, { text }) => sum + countOfColours(text) + ELEMENTS_OF_EXAMPLE, 0);
  return {
    bytes: BYTES_OF_PAGE + responses * BYTES_OF_RESPONSE + letters * BYTES_OF_LETTER,
    elements:
      ELEMENTS_OF_PAGE + operations.length * ELEMENTS_OF_OPERATION + responses * ELEMENTS_OF_RESPONSE + coloured,
  };
}

/** Values of JSON: each is an element, that it may have a colour. */
function countOfColours(json: string): number {
  return json.length > LONGEST_COLOURED ? 0 : (json.match(/"(?:[^"\\]|\\.)*"(?!:)|: [-\dtfn]/g) ?? []).length;
}
