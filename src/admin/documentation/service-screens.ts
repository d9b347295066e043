import type { Operation } from '../../model/operation.ts';
import { ADMIN_ROOT } from '../../presentation/page-data/admin-page.ts';
import {
  BEFORE_STATUS_CODES,
  type Control,
  type ControlGroup,
  fieldControls,
  lineOf,
  parameterControls,
  statusCodesControl,
  textControl,
} from './controls.ts';
import { type DescribedOperation, type DescribedService, DOCUMENTATION_PATH } from './descriptors.ts';
import { editScreen, type Generator } from './edit-screen.ts';
import {
  exampleControls,
  exampleText,
  REQUEST_EXAMPLE,
  RESPONSE_EXAMPLE,
  requestProposal,
  responseProposal,
} from './examples.ts';

/** Edits the texts, status codes and examples of one operation. */
export const operationScreen = editScreen(
  `${DOCUMENTATION_PATH.slice(ADMIN_ROOT.length)}/operation`,
  ({ api, services }, query, apiName) => {
    const service = services.find((candidate) => candidate.service.name === query.get('service'));
    const described = service?.operations.find((operation) => operationName(operation) === query.get('operation'));
    const model =
      described && modelOf(api.getService(service?.service.name ?? '')?.getAllOperations() ?? [], described);
    if (service === undefined || described === undefined || model === undefined) return undefined;
    const { name } = service.service;
    const { method, summary } = described.operation;
    const groups = groupsOfOperation(described, model);
    const controls = groups.flatMap((group) => group.controls);
    return {
      title: `${name}: ${method}${summary === undefined ? '' : ` ${summary}`}`,
      target: `${apiName}/${name} ${operationName(described)}`,
      groups,
      generators: generatorsOf(model).filter(({ control }) => controls.some((candidate) => candidate.name === control)),
    };
  },
);

/** Name of an operation in addresses and the audit log: `entity GET`. */
export function operationName({ resource, operation }: DescribedOperation): string {
  return `${resource} ${operation.method}`;
}

function modelOf(operations: readonly Operation[], { resource, operation }: DescribedOperation): Operation | undefined {
  return operations.find(
    (candidate) => candidate.resource === resource && candidate.getHttpMethod() === operation.method,
  );
}

function generatorsOf(model: Operation): readonly Generator[] {
  const text = (value: unknown): string | undefined => (value === undefined ? undefined : exampleText(value));
  return [
    {
      intent: 'generate-request',
      text: 'Generate request example',
      control: REQUEST_EXAMPLE,
      propose: () => text(requestProposal(model)),
    },
    {
      intent: 'generate-response',
      text: 'Generate response example',
      control: RESPONSE_EXAMPLE,
      propose: () => text(responseProposal(model)),
    },
  ];
}

/** Texts of an operation, in the order of {@link BEFORE_STATUS_CODES}, whose first two keys are not texts. */
const OPERATION_TEXTS = [
  ['summary', 'Summary', { hint: 'One line.', isLine: true }],
  ['description', 'Description', {}],
  ['request_description', 'Request description', { hint: 'What to send.' }],
  ['response_description', 'Response description', { hint: 'What comes back.' }],
] as const;

function groupsOfOperation(described: DescribedOperation, model: Operation): readonly ControlGroup[] {
  const { keys, operation } = described;
  const texts = OPERATION_TEXTS.map(([key, label, options], index) =>
    textControl(key, label, [...keys, key], operation[key], {
      ...options,
      after: BEFORE_STATUS_CODES.slice(0, index + 2),
    }),
  );
  const statusCodes = statusCodesControl(keys, operation.response_status_codes, {
    hint: statusHint(described, model),
    after: BEFORE_STATUS_CODES,
  });
  return [
    { legend: null, controls: [...texts, statusCodes] },
    { legend: 'Single responses', controls: responseControls(described) },
    {
      legend: 'Examples',
      hint: 'JSON. The buttons below fill them in from the fields and schemas; nothing is saved until you save.',
      controls: exampleControls(described, model, statusCodes),
    },
    { legend: 'Fields of this operation', controls: fieldControls(operation.fields, keys) },
    { legend: 'Parameters', controls: parameterControls(operation.parameters, keys) },
  ];
}

/** Controls for the descriptions of the responses that the descriptor has. */
function responseControls({ keys, operation }: DescribedOperation): readonly Control[] {
  return Object.entries(operation.responses ?? {}).map(([status, { description }]) =>
    textControl(
      `response:${status}`,
      `Response ${status}`,
      [...keys, 'responses', status, 'description'],
      description,
      { after: [] },
    ),
  );
}

/** Hint with the documented status codes that are not in the operation's own list. */
function statusHint({ operation }: DescribedOperation, model: Operation): string {
  const listed = new Set((operation.response_status_codes ?? []).map(({ code }) => code));
  const others = model.getResponseStatusCodes().filter(({ code }) => !listed.has(code));
  const first = 'One per line, such as 404 Not Found.';
  if (others.length === 0) return first;
  return `${first} These are documented even if they are not listed here: ${others.map(({ code, message }) => lineOf({ code, message })).join(', ')}.`;
}

/** Edits the texts of a service, of its fields and parameters, and the status codes that its operations share. */
export const serviceScreen = editScreen(
  `${DOCUMENTATION_PATH.slice(ADMIN_ROOT.length)}/service`,
  ({ services }, query, apiName) => {
    const described = services.find(({ service }) => service.name === query.get('service'));
    if (described === undefined) return undefined;
    const { name } = described.service;
    return {
      title: `Service ${name}`,
      target: `${apiName}/${name}`,
      groups: groupsOfService(described),
      generators: [],
    };
  },
);

const NAMES: readonly string[] = ['name', 'title', 'kind'];
const BEFORE_SHARED_CODES: readonly string[] =
  'name title summary description route request_accept_types request_content_types response_content_types'.split(' ');

function groupsOfService({ keys, service }: DescribedService): readonly ControlGroup[] {
  return [
    {
      legend: null,
      controls: [
        textControl('summary', 'Summary', [...keys, 'summary'], service.summary, {
          hint: 'One line.',
          after: NAMES,
          isLine: true,
        }),
        textControl('description', 'Description', [...keys, 'description'], service.description, {
          after: [...NAMES, 'summary'],
        }),
        statusCodesControl(keys, service.response_status_codes, {
          hint: 'For every operation, in addition to its own. One per line, such as 503 Service Unavailable.',
          after: BEFORE_SHARED_CODES,
        }),
      ],
    },
    { legend: 'Fields', controls: fieldControls(service.fields, keys) },
    { legend: 'Parameters', controls: parameterControls(service.parameters, keys) },
  ];
}
