import type { Components } from '../../model/components.ts';
import type {
  CallbackObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from '../../model/openapi-objects.ts';
import { CALLING } from '../../model/operation.ts';
import { operationsOf, pathItemsOf } from '../../model/path-items.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { callerWords } from '../access/access-line.ts';
import { Anchors, callbackPart } from '../anchors.ts';
import { documentationOf, type Piece } from '../pieces.ts';
import { type CallView, type OperationContext, requestView, responseView } from './call-view.ts';
import { parameterGroups } from './message-view.ts';

/** Content of a callback that a page shows before its parameters. */
interface CallbackFacts {
  readonly name: string;
  readonly method: string;
  /** Anchor below that of the operation: `callback.paid.post`. */
  readonly part: string;
  /** URL that the callback calls, with runtime expressions. */
  readonly expression: string;
  readonly summary: string | null;
  readonly operationId: string | null;
  readonly marks: readonly string[];
  /** Text on the credentials that the callback sends according to the descriptor; null without credentials. */
  readonly caller: Phrase | null;
  readonly documentation: Piece | null;
  /** Markdown. */
  readonly description: string | null;
}

/** Request that the API sends because of an operation. */
interface Callback {
  readonly facts: CallbackFacts;
  readonly parameters: readonly ParameterObject[];
  readonly body: RequestBodyObject | null;
  readonly responses: readonly (readonly [status: string, response: ResponseObject])[];
}

export interface CallbackView extends CallView, Omit<CallbackFacts, 'summary' | 'description' | 'part'> {}

type Callbacks = Readonly<Record<string, Reference<CallbackObject>>>;

export function callbacksOf(callbacks: Callbacks, components: Components): readonly Callback[] {
  const parts = new Anchors();
  return Object.entries(callbacks).flatMap(([name, reference]) =>
    pathItemsOf(components.resolve(reference).value).flatMap(([expression, item]) =>
      operationsOf(item).map(([method, operation]) => ({
        facts: {
          ...factsOf(name, method, expression, item, operation, components),
          part: parts.claim(callbackPart(name, method)),
        },
        parameters: parametersOf(operation, item, components),
        body: operation.requestBody === undefined ? null : components.resolve(operation.requestBody).value,
        responses: Object.entries(operation.responses ?? {}).map(
          ([status, response]) => [status, components.resolve(response).value] as const,
        ),
      })),
    ),
  );
}

/** Names the callbacks that the descriptor does not describe: `what callback “paid” sends`. */
export function unknownCallbacks(callbacks: Callbacks, known: readonly Callback[], words: Words): readonly string[] {
  return Object.keys(callbacks).flatMap((name) =>
    known.some(({ facts }) => facts.name === name) ? [] : [words.say('operation.unknownCallback', { name })],
  );
}

/** View model of a callback. @param anchor anchor of the operation; the callback's is `post.callback.paid.post` */
export function callbackView(
  { facts, parameters, body, responses }: Callback,
  anchor: string,
  around: OperationContext,
): CallbackView {
  const drawing = { ...around.drawing, directions: CALLING };
  const context = { ...around, drawing };
  const { summary, part, ...rest } = facts;
  const { name, method } = facts;
  const id = drawing.anchors.claim(`${anchor}.${part}`);
  return {
    ...rest,
    heading: `${name}: ${summary ?? method}`,
    anchor: id,
    parameters: parameterGroups(parameters, id, drawing),
    request: body === null ? null : requestView(body, body.description ?? null, id, drawing),
    responseText: null,
    responses: responses.map(([status, response]) => responseView(status, response, id, context, null)),
  };
}

function factsOf(
  name: string,
  method: string,
  expression: string,
  item: PathItemObject,
  operation: OperationObject,
  components: Components,
): Omit<CallbackFacts, 'part'> {
  const { summary = item.summary, description = item.description, externalDocs } = operation;
  return {
    name,
    method,
    expression,
    summary: summary ?? null,
    operationId: operation.operationId ?? null,
    marks: operation.deprecated === true ? [wordsOf(components).say('operation.deprecated')] : [],
    caller: callerWords(operation.security ?? [], components),
    documentation: externalDocs === undefined ? null : documentationOf(externalDocs),
    description: description ?? null,
  };
}

/** Lists the parameters of the path item that the operation does not override, then those of the operation. */
function parametersOf(
  operation: OperationObject,
  item: PathItemObject,
  components: Components,
): readonly ParameterObject[] {
  const own = (operation.parameters ?? []).map((parameter) => components.resolve(parameter).value);
  const shared = (item.parameters ?? []).map((parameter) => components.resolve(parameter).value);
  return [
    ...shared.filter((parameter) => !own.some((other) => other.name === parameter.name && other.in === parameter.in)),
    ...own,
  ];
}
