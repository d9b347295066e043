import { ADMIN_ROOT } from '../../model/page/admin-page.ts';
import type { ControlGroup } from './controls.ts';
import { type DescribedService, DOCUMENTATION_PATH } from './descriptors.ts';
import { editScreen } from './edit-screen.ts';
import { statusCodesControl } from './status-codes.ts';
import { fieldControls, parameterControls, textControl } from './texts.ts';

/** Texts of a service: its own, those of its fields and parameters, and the status codes that its operations share. */
export const serviceScreen = editScreen(
  `${DOCUMENTATION_PATH.slice(ADMIN_ROOT.length)}/service`,
  ({ services }, query, apiName) => {
    const described = services.find(({ service }) => service.name === query.get('service'));
    if (described === undefined) return undefined;
    const { name } = described.service;
    return { title: `Service ${name}`, target: `${apiName}/${name}`, groups: groupsOf(described), generators: [] };
  },
);

const NAMES: readonly string[] = ['name', 'title', 'kind'];
const BEFORE_STATUS_CODES: readonly string[] =
  'name title summary description route request_accept_types request_content_types response_content_types'.split(' ');

function groupsOf({ keys, service }: DescribedService): readonly ControlGroup[] {
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
          hint: 'Of every operation, beside its own. One a line, such as 503 Service Unavailable.',
          after: BEFORE_STATUS_CODES,
        }),
      ],
    },
    { legend: 'Fields', controls: fieldControls(service.fields, keys) },
    { legend: 'Parameters', controls: parameterControls(service.parameters, keys) },
  ];
}
