import type { Api } from '../../model/api.ts';
import type { ServiceGroup } from '../../model/groups.ts';
import { pagePath } from '../../model/language.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { tagsByName } from '../../model/tag-tree.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { sentBody } from '../bodies.ts';
import type { BodyLimits } from '../fields/field-place.ts';
import type { Shape } from '../fields/field-shape.ts';
import { pageDrawing } from '../messages/message-view.ts';
import { inMethodOrder, orderOf, servicesCount } from '../navigation/service-order.ts';
import type { DocumentDifference } from '../page-data/document.ts';
import type { SiteTrying } from '../page-data/site.ts';
import { documentationOf, type Piece } from '../pieces.ts';
import { commonParts } from '../schemas/schema-usage.ts';
import { groupTitle, serviceTitle } from '../titles.ts';
import { type OperationView, operationView } from './operation-view.ts';

interface ServiceView {
  readonly sections: readonly OperationSection[];
  /** Configured fields; null if an operation has a request body, which shows them. */
  readonly fields: Shape | null;
}

interface OperationSection {
  readonly id: string;
  /** Heading: `Collection`, `Entity`, `Operations`. */
  readonly title: string;
  readonly operations: readonly OperationView[];
}

/**
 * View model of a service page, drawn from top to bottom.
 * @param samples names of the sample languages
 * @param limits of bodies; defaults to those of a page
 */
export function serviceView(
  service: Service,
  baseUrl: string,
  difference?: DocumentDifference,
  samples?: readonly string[],
  trying?: SiteTrying,
  limits?: BodyLimits,
): ServiceView {
  const { api } = service;
  const drawing = pageDrawing(api, limits, commonParts(api, service.getKind() === 'webhook'));
  const { anchors, trees } = drawing;
  const overviewPath = pagePath({ level: 'api', ...api.place }, api);
  const context = { drawing, baseUrl, overviewPath, difference, samples, trying };
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
        : trees.body(fields, anchors.claim('fields'), 'both', words.say('title.fields')),
  };
}

/** View model of a group's page. */
interface GroupView {
  readonly title: string;
  /** Number of services: `14 services`; for a part of a group, `500 services of 1,234`. */
  readonly count: string;
  /** Markdown. */
  readonly description: string | null;
  readonly documentation: Piece | null;
  /** Services in the order that all pages use. */
  readonly services: readonly Service[];
  /** Operations to list of services whose page is under another group. */
  readonly guests: ServiceGroup['guests'];
  readonly parts: readonly GroupPart[];
}

/** Part of a group with too many services for one page. */
interface GroupPart {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Titles of the first and last service: `Account to Droplet`. */
  readonly range: string;
}

export function groupView(api: Api, name: string): GroupView {
  const { byName, groups } = orderOf(api);
  const { part = null, services = [], guests = new Map() } = byName.get(name) ?? {};
  const parts = part === null ? [] : groups.filter((other) => other.part?.of === part.of);
  const tag = tagsByName(api).get(part?.of ?? name);
  const total = parts.reduce((sum, other) => sum + other.services.length, 0);
  const words = wordsOf(api);
  const count = services.length;
  return {
    title: groupTitle(api, name),
    count: part === null ? servicesCount(services, words) : words.say('count.servicesOf', { count, total }),
    description: tag?.description ?? null,
    documentation: tag?.externalDocs === undefined ? null : documentationOf(tag.externalDocs),
    services,
    guests,
    parts: parts.map((other) => ({
      title: groupTitle(api, other.name),
      isCurrent: other.name === name,
      href: pagePath({ level: 'group', ...api.place, name: other.name }, api),
      range: rangeOf(other.services, words),
    })),
  };
}

function rangeOf(services: readonly Service[], words: Words): string {
  const [first] = services;
  const last = services.at(-1);
  if (first === undefined || last === undefined) return '';
  return words.say('range.names', { first: serviceTitle(first), last: serviceTitle(last) });
}
