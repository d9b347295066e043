import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Api } from '../../model/api.ts';
import { documentPath } from '../../model/locations.ts';
import { ADMIN_ROOT, type AdminCard, type AdminLink, type AdminPart } from '../../presentation/page-data/admin-page.ts';
import { operationTitle } from '../../presentation/titles.ts';
import type { AdminSite, Screen } from '../contract.ts';
import { pathWith } from '../fields.ts';
import { fieldControls, parameterControls } from './controls.ts';
import {
  apiPath,
  type DescribedService,
  DOCUMENTATION_PATH,
  findApi,
  formatReason,
  formatText,
  nameOf,
  type OpenDescriptor,
  openDescriptor,
} from './descriptors.ts';
import { BUILD_NOTE } from './edit-screen.ts';
import { operationName } from './service-screens.ts';

/** Lists every documented version of every API, and whether its texts can be edited. */
export const apiListScreen: Screen = {
  path: DOCUMENTATION_PATH.slice(ADMIN_ROOT.length),
  show({ site }) {
    return {
      title: 'API documentation',
      parts: [
        {
          kind: 'text',
          text: 'Forms write texts, status codes and examples of services to their descriptors. Comments and everything else there stay.',
        },
        ...(site.readsDescriptorsAtOnce ? [] : [BUILD_NOTE]),
        {
          kind: 'cards',
          view: 'table',
          heading: 'APIs',
          cards: site.documentation.map((api) => apiCard(api, site)),
          empty: 'There is no API.',
        },
        ...problemsOf(site),
      ],
    };
  },
};

/** Lists the services of one version of an API. */
export const apiScreen: Screen = {
  path: `${DOCUMENTATION_PATH.slice(ADMIN_ROOT.length)}/api`,
  show({ site, query }) {
    const api = findApi(site, query);
    if (api === undefined) return undefined;
    const descriptor = openDescriptor(site, api);
    const choice = 'Choose a service to edit its texts and those of its fields, or one of its operations.';
    const note = descriptor.kind === 'read-only' ? `Read-only. ${descriptor.reason}` : choice;
    return {
      title: nameOf(api),
      parts: [
        { kind: 'text', text: note },
        ...(descriptor.kind === 'editable' && !site.readsDescriptorsAtOnce ? [BUILD_NOTE] : []),
        {
          kind: 'cards',
          view: 'table',
          heading: 'Services',
          cards: serviceCards(api, descriptor),
          empty: 'There is no service.',
        },
      ],
    };
  },
};

function apiCard(api: Api, { projectFolder, descriptorFolder }: AdminSite): AdminCard {
  const { source } = api.record;
  const reason =
    formatReason(source) ??
    (existsSync(join(projectFolder, source.file)) ? undefined : `${source.file} is not on this machine.`);
  return {
    title: nameOf(api),
    state: null,
    facts: [
      { term: 'Descriptor', text: source.file.slice(descriptorFolder.length + 1) },
      { term: 'Format', text: formatText(source.format) },
      { term: 'Services', text: String(api.getServices().length) },
      ...(reason === undefined ? [] : [{ term: 'Read-only', text: reason }]),
    ],
    links: [{ text: reason === undefined ? 'Edit' : 'Show', about: nameOf(api), path: apiPath(api) }],
  };
}

function serviceCards(api: Api, descriptor: OpenDescriptor): readonly AdminCard[] {
  if (descriptor.kind === 'editable') return descriptor.services.map((described) => serviceCard(api, described));
  return api.getServices().map((service) => ({
    title: service.getTitle(),
    state: null,
    facts: [
      ...(service.getRoute() === '' ? [] : [{ term: 'Route', text: service.getRoute() }]),
      { term: 'Description', text: service.getDescription()?.trim().split('\n', 1)[0] ?? 'none' },
      {
        term: 'Operations',
        text: service.getAllOperations().map(operationTitle).join(', '),
      },
    ],
    links: [
      {
        text: 'Page',
        about: service.getTitle(),
        path: documentPath({
          level: 'service',
          ...api.place,
          name: service.getName(),
        }),
      },
    ],
  }));
}

function serviceCard(api: Api, { service, operations }: DescribedService): AdminCard {
  const query = { api: nameOf(api), service: service.name };
  const texts = [...fieldControls(service.fields, []), ...parameterControls(service.parameters, [])];
  const described = [service.description, ...operations.map(({ operation }) => operation.description)];
  const all = [...described, ...texts.map(({ value }) => value || undefined)];
  const missing = all.filter((text) => text === undefined).length;
  return {
    title: service.name,
    state: null,
    facts: [
      { term: 'Route', text: service.route },
      { term: 'Without a description', text: missing === 0 ? 'none' : `${missing} of ${all.length}` },
    ],
    links: [
      { text: 'Service', about: service.name, path: pathWith(`${DOCUMENTATION_PATH}/service`, query) },
      ...operations.map((one): AdminLink => {
        const { method, summary } = one.operation;
        const path = pathWith(`${DOCUMENTATION_PATH}/operation`, { ...query, operation: operationName(one) });
        return { method, text: summary ?? one.resource, about: `of ${service.name}`, path };
      }),
    ],
  };
}

function problemsOf({ descriptorProblems }: AdminSite): readonly AdminPart[] {
  return descriptorProblems.length === 0
    ? []
    : [{ kind: 'list', heading: 'Descriptors that cannot be read', items: descriptorProblems, empty: '' }];
}
