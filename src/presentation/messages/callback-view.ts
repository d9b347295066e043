import type {
  CallbackObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  Reference,
} from '../../model/openapi-objects.ts';
import { operationsOf, pathItemsOf } from '../../model/path-items.ts';
import { foreignWords } from '../access/access-line.ts';
import { anchorPart } from '../anchors.ts';
import type { Piece } from '../pieces.ts';
import { documentationOf } from '../pieces.ts';
import type { CallView, OperationContext } from './call-view.ts';
import { requestView, responseView } from './call-view.ts';
import type { Drawing } from './message-view.ts';
import { parameterGroups } from './message-view.ts';

/** What an operation calls by itself, later. */
export interface CallbackView extends CallView {
  readonly name: string;
  readonly method: string;
  /** Where it calls: an address with expressions in it. */
  readonly expression: string;
  readonly operationId: string | null;
  readonly marks: readonly Piece[];
  /** Log-ins that the descriptor names for it. */
  readonly foreign: string | null;
  readonly documentation: Piece | null;
}

type Callbacks = Readonly<Record<string, Reference<CallbackObject>>>;

/** @param anchor of the operation: those of a callback are `post.callback.paid.post` and below */
export function callbackViews(
  callbacks: Callbacks,
  anchor: string,
  context: OperationContext,
): readonly CallbackView[] {
  return Object.entries(callbacks).flatMap(([name, reference]) =>
    pathItemsOf(context.drawing.components.resolve(reference).value).flatMap(([expression, item]) =>
      itemViews(name, expression, item, anchor, context),
    ),
  );
}

/** Callbacks that the descriptor names and tells nothing of. */
export function unknownCallbacks(callbacks: Callbacks, views: readonly CallbackView[]): readonly string[] {
  return Object.keys(callbacks).flatMap((name) =>
    views.some((view) => view.name === name) ? [] : [`what callback “${name}” sends`],
  );
}

function itemViews(
  name: string,
  expression: string,
  item: PathItemObject,
  anchor: string,
  context: OperationContext,
): readonly CallbackView[] {
  return operationsOf(item).map(([method, operation]) => {
    const id = context.drawing.anchors.claim(
      `${anchor}.callback.${anchorPart(name)}.${anchorPart(method.toLowerCase())}`,
    );
    return {
      name,
      method,
      expression,
      operationId: operation.operationId ?? null,
      marks: operation.deprecated === true ? [{ text: 'Deprecated', href: null }] : [],
      foreign: foreignWords(operation.security ?? [], true),
      documentation: operation.externalDocs === undefined ? null : documentationOf(operation.externalDocs),
      ...callParts(operation, item, id, context),
      heading: `${name}: ${operation.summary ?? item.summary ?? method}`,
    };
  });
}

function callParts(
  operation: OperationObject,
  item: PathItemObject,
  anchor: string,
  context: OperationContext,
): Omit<CallView, 'heading'> {
  const { drawing } = context;
  const body = operation.requestBody === undefined ? null : drawing.components.resolve(operation.requestBody).value;
  return {
    anchor,
    description: operation.description ?? item.description ?? null,
    parameters: parameterGroups(parametersOf(operation, item, drawing), anchor, drawing),
    request: body === null ? null : requestView(body, body.description ?? null, anchor, drawing),
    responseText: null,
    responses: Object.entries(operation.responses ?? {}).map(([status, reference]) =>
      responseView(status, drawing.components.resolve(reference).value, anchor, context, null),
    ),
  };
}

/** Those of the address, without the ones that the operation tells itself. */
function parametersOf(
  operation: OperationObject,
  item: PathItemObject,
  { components }: Drawing,
): readonly ParameterObject[] {
  const own = (operation.parameters ?? []).map((parameter) => components.resolve(parameter).value);
  const shared = (item.parameters ?? []).map((parameter) => components.resolve(parameter).value);
  return [
    ...shared.filter((parameter) => !own.some((other) => other.name === parameter.name && other.in === parameter.in)),
    ...own,
  ];
}
