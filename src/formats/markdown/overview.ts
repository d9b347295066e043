import type { Api } from '../../model/api.ts';
import { serversOf } from '../../model/call-address.ts';
import { groupsOf, isUngrouped, SERVICES } from '../../model/groups.ts';
import type { DocumentReference } from '../../model/locations.ts';
import { documentPath } from '../../model/locations.ts';
import type { SecuritySchemeObject, ServerObject } from '../../model/openapi-objects.ts';
import type { Site } from '../../model/page/document.ts';
import type { ApiListEntry } from '../../model/records.ts';
import type { Service } from '../../model/service.ts';
import { code, link, text } from './escaping.ts';
import { writeDescription } from './fields.ts';
import { accessWords } from './operations.ts';
import type { Writer } from './writer.ts';

/** Address of the Markdown twin of a document, absolute where the site's own address is known. */
export function twin(document: DocumentReference, site: Site): string {
  return site.baseUrl + documentPath(document, '.md');
}

export function writeList(entries: readonly ApiListEntry[], site: Site, writer: Writer): void {
  writer.heading(1, text(site.title) || 'APIs');
  if (entries.length === 0) writer.paragraph('No APIs yet. Put a descriptor into api-descriptors.');
  for (const { name, title, versions, defaultVersion, summary } of entries) {
    const links = versions.map(
      (version) =>
        `${link(`version ${version}`, twin({ level: 'api', api: name, version }, site))}${version === defaultVersion ? ' (default)' : ''}`,
    );
    writer.line(`- **${text(name)}**${title === name ? '' : ` ${text(title)}`}: ${links.join(', ')}`);
    if (summary !== null) writeDescription({ description: text(summary) }, writer, '  ', 6);
  }
}

/** What holds for the whole API: where it is, how to log in, its groups, services and schemas. */
export function writeOverview(api: Api, site: Site, writer: Writer): void {
  const { record } = api;
  const { info } = record;
  writer.heading(1, `${text(api.getTitle()) || text(api.getName())}, version ${api.getVersion()}`);
  if (info.summary !== undefined) writer.paragraph(text(info.summary));
  if (info.description === undefined || info.description.trim() === '') {
    if (info.summary === undefined) writer.paragraph('Not described.');
  } else writer.description(info.description, 1);
  writer.line(`- Version of the descriptor: ${code(info.version)}`);
  writeServers(serversOf(api, site.baseUrl), writer);
  const others = api.getVersions().filter((version) => version !== api.getVersion());
  const place = { level: 'api', api: api.getName() } as const;
  if (others.length > 0)
    writer.line(
      `- Other versions: ${others.map((version) => link(`version ${version}`, twin({ ...place, version }, site))).join(', ')}`,
    );
  if (info.termsOfService !== undefined)
    writer.line(`- Terms of service: ${link(info.termsOfService, info.termsOfService)}`);
  const contact = [info.contact?.name, info.contact?.email, info.contact?.url].filter((part) => part !== undefined);
  if (contact.length > 0) writer.line(`- Contact: ${contact.map(text).join(', ')}`);
  const license = [info.license?.name, info.license?.identifier, info.license?.url].filter(
    (part, index, all) => part !== undefined && all.indexOf(part) === index,
  );
  if (license.length > 0) writer.line(`- License: ${license.map((part) => text(part ?? '')).join(', ')}`);
  if (record.externalDocs !== null)
    writer.line(`- More: ${link(record.externalDocs.description ?? record.externalDocs.url, record.externalDocs.url)}`);
  writeLogIn(api, writer);
  writeGroups(api, site, writer);
  writeSchemaLinks(api, site, writer, 'Schemas');
}

function writeServers(servers: readonly ServerObject[], writer: Writer): void {
  for (const server of servers) {
    writer.line(
      `- Base URL: ${code(server.url)}${server.description === undefined ? '' : `, ${text(server.description)}`}`,
    );
    for (const [name, variable] of Object.entries(server.variables ?? {})) {
      const values = (variable.enum ?? []).filter((value) => value !== variable.default);
      writer.line(
        `  - ${code(name)}: ${code(String(variable.default))} (default)${values.map((value) => ` or ${code(String(value))}`).join('')}${variable.description === undefined ? '' : `, ${text(variable.description)}`}`,
      );
    }
  }
}

function writeLogIn(api: Api, writer: Writer): void {
  const operations = api
    .getServices()
    .flatMap((service) => (service.getKind() === 'webhook' ? [] : service.getAllOperations()));
  const words = [...new Set(operations.map((operation) => accessWords(operation.getAccess())))];
  const schemes = Object.entries(api.record.components.securitySchemes).map(
    ([name, reference]) => [name, api.components.resolve(reference).value] as const,
  );
  writer.heading(2, 'How to log in');
  for (const line of words) writer.line(`- ${line}${words.length > 1 ? ' (said at each operation)' : ''}`);
  if (words.length === 0) writer.line('- Open to everyone');
  for (const [name, scheme] of schemes) {
    writer.line(`- The descriptor names ${code(name)}: ${schemeWords(scheme)}`);
    writeDescription(scheme.description === undefined ? {} : { description: scheme.description }, writer, '  ', 2);
    for (const [flow, { scopes }] of Object.entries(scheme.flows ?? {})) {
      for (const [scope, meaning] of Object.entries(scopes ?? {}))
        writer.line(`  - Scope ${code(scope)} (${text(flow)}): ${text(String(meaning))}`);
    }
  }
}

function schemeWords(scheme: SecuritySchemeObject): string {
  switch (scheme.type) {
    case 'http':
      return `HTTP ${text(scheme.scheme ?? '')}${scheme.bearerFormat === undefined ? '' : `, ${text(scheme.bearerFormat)}`}`;
    case 'apiKey':
      return `key in ${scheme.in ?? 'header'} ${code(scheme.name ?? '')}`;
    case 'oauth2':
      return `OAuth 2.0, ${Object.entries(scheme.flows ?? {})
        .map(([flow, urls]) =>
          [
            text(flow),
            ...[urls.authorizationUrl, urls.deviceAuthorizationUrl, urls.tokenUrl, urls.refreshUrl]
              .filter((url) => url !== undefined)
              .map(code),
          ].join(' '),
        )
        .join('; ')}`;
    case 'openIdConnect':
      return `OpenID Connect, ${code(scheme.openIdConnectUrl ?? '')}`;
    default:
      return 'a certificate of the client (mutual TLS)';
  }
}

function writeGroups(api: Api, site: Site, writer: Writer): void {
  const groups = groupsOf(api);
  const ungrouped = isUngrouped(groups);
  if (!ungrouped) writer.heading(2, SERVICES);
  if (api.getServices().length === 0) writer.paragraph('No services described.');
  for (const { name, services } of groups) {
    writer.heading(
      ungrouped ? 2 : 3,
      link(name, twin({ level: 'group', api: api.getName(), version: api.getVersion(), group: name }, site)),
    );
    writer.description(api.record.tags.find((tag) => tag.name === name)?.description, 3);
    for (const service of services) writeServiceLink(service, site, writer);
  }
}

export function writeServiceLink(service: Service, site: Site, writer: Writer): void {
  const { api } = service;
  const methods = (operations: readonly { getHttpMethod(): string }[]): string =>
    [...new Set(operations.map((operation) => operation.getHttpMethod()))].join(', ');
  const both = [methods(service.getOperations()), methods(service.getEntityOperations())]
    .filter((part) => part !== '')
    .join('; entity ');
  const route = service.getKind() === 'webhook' ? 'webhook' : code(api.record.basePath + service.getRoute());
  const address = twin(
    { level: 'service', api: api.getName(), version: api.getVersion(), service: service.getName() },
    site,
  );
  writer.line(
    `- ${link(service.getTitle(), address)} ${route}: ${text(both)}${service.record.summary === null ? '' : `. ${text(service.record.summary)}`}`,
  );
}

export function writeSchemaLinks(api: Api, site: Site, writer: Writer, title: string): void {
  const names = api.getSchemas().map(([name]) => name);
  if (names.length === 0) return;
  writer.heading(2, title);
  writer.line(
    names
      .map((name) =>
        link(name, twin({ level: 'schema', api: api.getName(), version: api.getVersion(), schema: name }, site)),
      )
      .join(', '),
  );
}
