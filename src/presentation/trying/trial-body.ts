import { isJsonMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import { sample } from '../../schema/sample.ts';
import { sentBody } from '../bodies.ts';
import type { RequestView } from '../messages/call-view.ts';
import { givenFields } from '../samples/examples.ts';
import { isFile } from '../samples/operation-request.ts';
import { type TrialField, trialField } from './trial-parameter.ts';

/** The body of a request in one media type. */
export type TrialBody =
  | { readonly kind: 'text'; readonly type: string; readonly examples: readonly TrialExample[] }
  | { readonly kind: 'file'; readonly type: string }
  | { readonly kind: 'fields'; readonly type: string; readonly fields: readonly TrialField[] };

/** An example that the page shows: its text stands there. */
interface TrialExample {
  readonly id: string;
  readonly title?: string;
}

const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i;
/** Media types whose bodies are chosen as a file. */
const BINARY = /^(?:image|audio|video|font)\/(?!svg)|^application\/(?:octet-stream|zip|gzip|pdf|wasm|x-tar)\b|^\*\/\*/i;

/** @param request as the page shows it */
export function trialBodies(operation: Operation, request: RequestView | null): readonly TrialBody[] {
  const body = sentBody(operation);
  if (body === null) return [];
  const content = operation.getContent(body);
  return content.map(([type, media]): TrialBody => {
    if (FORM.test(type)) return { kind: 'fields', type, fields: formFields(media, operation) };
    const examples = shownExamples(type, request);
    if (examples.length === 0 && BINARY.test(type)) return { kind: 'file', type };
    return { kind: 'text', type, examples };
  });
}

/** One that is shown for another media type of JSON is one for this, too. */
function shownExamples(type: string, request: RequestView | null): readonly TrialExample[] {
  const shown = request?.examples ?? [];
  const own = shown.filter(({ mediaType }) => mediaType === type);
  const fitting =
    own.length > 0 || !isJsonMediaType(type) ? own : shown.filter(({ mediaType }) => isJsonMediaType(mediaType));
  return fitting
    .filter(({ externalUrl }) => externalUrl === null)
    .map(({ id, title, sameAs }) => ({
      id: sameAs?.href?.replace(/^#/, '') ?? id,
      ...(title === null ? {} : { title }),
    }));
}

function formFields(media: MediaTypeObject, operation: Operation): readonly TrialField[] {
  const { components } = operation.service.api;
  const { schema } = mergeSchema(media.schema ?? true, components);
  const required = new Set(schema.required ?? []);
  const given = givenFields(media, components);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): readonly TrialField[] => {
    const { schema: merged } = mergeSchema(property, components);
    if (merged.readOnly === true) return [];
    const isRequired = required.has(name);
    const items = mergeSchema(merged.items ?? true, components).schema;
    if ([merged, items].some(isFile)) return [{ name, kind: 'file', ...(isRequired ? { required: true } : {}) }];
    const made = isRequired ? sample(property, components, { direction: 'request' }) : undefined;
    const own = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
    const value = own ?? (made?.complete === true ? made.value : undefined);
    const isSent = isRequired || own !== undefined;
    const isJson = merged.type === 'object';
    return [trialField(name, property, components, { isRequired, isSent, isJson, given: value })];
  });
}
