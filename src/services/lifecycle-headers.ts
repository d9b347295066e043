import { type HeaderList, hasField, withoutFields } from '../http/header-list.ts';
import { lifecycleOf } from '../model/lifecycle.ts';
import { documentPath } from '../model/locations.ts';
import type { Operation } from '../model/operation.ts';

const OF_LIFECYCLE = /^(?:deprecation|sunset)$/i;
const SECOND_MILLISECONDS = 1000;

/**
 * `Deprecation` and `Sunset` of a call, each with a link to the page that says more. Without a date there is no field:
 * RFC 9745 has no other value.
 * @see RFC 9745 §2 and §3, RFC 8594 §3 and §6
 */
export function lifecycleHeaders({ record, service }: Operation): HeaderList {
  const { api } = service;
  const { since, sunset } = lifecycleOf(record, api.record);
  if (since === null && sunset === null) return [];
  const page = documentPath({ level: 'service', ...api.place, name: service.getName() });
  const links = [...(since === null ? [] : ['deprecation']), ...(sunset === null ? [] : ['sunset'])];
  return [
    ...(since === null ? [] : ['Deprecation', `@${Math.floor(since.time.getTime() / SECOND_MILLISECONDS)}`]),
    ...(sunset === null ? [] : ['Sunset', sunset.time.toUTCString()]),
    ...['Link', links.map((relation) => `<${page}>; rel="${relation}"; type="text/html"`).join(', ')],
  ];
}

/**
 * Removes fields that the answer has itself: the backend knows its dates better than the descriptor.
 * @param own fields that would be added
 */
export function besideAnswer(own: HeaderList, answer: HeaderList): HeaderList {
  return withoutFields(own, (name) => OF_LIFECYCLE.test(name) && hasField(answer, name.toLowerCase()));
}
