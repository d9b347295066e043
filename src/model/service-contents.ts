import type { JsonSchema } from '../schema/schema.ts';
import { Components } from './components.ts';
import { isJsonMediaType } from './media-types.ts';
import type { ComponentsRecord, MediaTypeObject, Reference } from './openapi-objects.ts';
import type { OperationRecord, ServiceRecord } from './records.ts';

type Operations = Pick<ServiceRecord, 'operations' | 'entityOperations'>;
type Contents = Pick<ServiceRecord, 'requestAcceptTypes' | 'requestContentTypes' | 'responseContentTypes' | 'fields'>;

/** Derives media types and fields of a service from its operations. */
export function contentsOf({ operations, entityOperations }: Operations, components: ComponentsRecord): Contents {
  const resolver = new Components(components);
  const all = [...operations, ...entityOperations];
  const responseTypes = unique(
    all.flatMap((operation) =>
      Object.values(operation.responses).flatMap((response) =>
        Object.keys(resolver.resolve(response).value.content ?? {}),
      ),
    ),
  );
  return {
    requestAcceptTypes: responseTypes,
    requestContentTypes: unique(all.flatMap((operation) => Object.keys(contentOf(operation, resolver)))),
    responseContentTypes: responseTypes,
    fields: fieldsSchema(operations, entityOperations, resolver),
  };
}

function contentOf(
  operation: OperationRecord,
  resolver: Components,
): Readonly<Record<string, Reference<MediaTypeObject>>> {
  return operation.requestBody === null ? {} : resolver.resolve(operation.requestBody).value.content;
}

/** Schema of the body of a POST to the collection, else of the first body of a PUT, PATCH or POST, in this order. */
function fieldsSchema(
  collection: readonly OperationRecord[],
  entity: readonly OperationRecord[],
  resolver: Components,
): JsonSchema | null {
  const all = [...collection, ...entity];
  const candidates = [
    ...collection.filter(({ method }) => method === 'POST'),
    ...['PUT', 'PATCH', 'POST'].flatMap((wanted) => all.filter(({ method }) => method === wanted)),
  ];
  for (const operation of candidates) {
    const content = Object.entries(contentOf(operation, resolver));
    const json = content.find(([mediaType]) => isJsonMediaType(mediaType)) ?? content[0];
    const schema = json === undefined ? undefined : resolver.resolve(json[1]).value.schema;
    if (schema !== undefined) return schema;
  }
  return null;
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
