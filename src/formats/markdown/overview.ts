import type { ChangeGroup, ChangeReach, ChangesView, ChangeView } from '../../changes/change-view.ts';
import { CHANGE_CLASSES } from '../../changes/rules.ts';
import type { Api } from '../../model/api.ts';
import { serversOf } from '../../model/call-address.ts';
import { isUngrouped } from '../../model/groups.ts';
import { hasGuidesAlone } from '../../model/guides.ts';
import { twinExtension } from '../../model/language.ts';
import { basePathOf, type DocumentReference, documentPath, hostOf } from '../../model/locations.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { ApiListEntry } from '../../model/records.ts';
import type { Service } from '../../model/service.ts';
import { tagsByName } from '../../model/tag-tree.ts';
import { loginsOf, type SchemeView } from '../../presentation/access/log-ins.ts';
import { isBareSlash, variableWords } from '../../presentation/addresses.ts';
import { guideRows } from '../../presentation/guides.ts';
import { markdownCode as code, markdownText as text } from '../../presentation/markdown-text.ts';
import { apiGroups, serviceRow } from '../../presentation/navigation/list-rows.ts';
import { inMethodOrder, orderOf } from '../../presentation/navigation/service-order.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { aboutApi, apiStatus, statusMarks, type VersionKeys, versionKeys } from '../../presentation/services/about.ts';
import { apiExamples, overviewLead } from '../../presentation/services/api-view.ts';
import { groupTitle } from '../../presentation/titles.ts';
import type { Words } from '../../words/words.ts';
import { fenced, link, piece, words } from './escaping.ts';
import type { Writer } from './writer.ts';

/** Address of the Markdown version of a document; an absolute URL if the site's base URL is configured. */
export function twin(document: DocumentReference, site: Site): string {
  return site.baseUrl + documentPath(document, twinExtension(site, '.md'));
}

export function writeList(entries: readonly ApiListEntry[], site: Site, writer: Writer): void {
  writer.heading(1, text(site.title) || writer.words.say('title.apis'), 6);
  if (entries.length === 0) writer.paragraph(words(writer.words.sentence('none.apis')));
  for (const group of apiGroups(entries, writer.words)) {
    if (group.title !== null) writer.heading(2, text(group.title));
    for (const entry of group.entries) writeEntry(entry, site, writer);
  }
}

function writeEntry(entry: ApiListEntry, site: Site, writer: Writer): void {
  const { name, title, versions, summary, status } = entry;
  const links = versions.map((version) => {
    const address = twin({ level: 'api', api: name, version }, site);
    return linked(versionKeys(entry, version).markdown, String(version), address, writer);
  });
  writer.item(`**${text(name)}**${title === name ? '' : ` ${text(title)}`}: ${links.join(', ')}`);
  const marks = status === undefined ? [] : statusMarks(status, writer.words);
  if (marks.length > 0) writer.inside.itemDescription(marks.map((mark) => `**${text(mark)}**`).join(', '));
  if (summary !== null) writer.inside.itemDescription(text(summary));
}

/** Writes facts about the whole API: servers, authentication, groups, services and schemas. */
export function writeOverview(api: Api, site: Site, writer: Writer): void {
  const { record } = api;
  const { info } = record;
  const title = api.getTitle().trim() || api.getName();
  writer.heading(1, text(writer.words.say('markdown.apiVersion', { api: title, version: String(api.getVersion()) })));
  if (info.summary !== undefined) writer.paragraph(text(info.summary));
  if (info.description === undefined || info.description.trim() === '') {
    const { sentence } = overviewLead(api);
    if (info.summary === undefined)
      writer.paragraph(sentence === null ? writer.words.say('none.description') : text(sentence));
  } else writer.description(info.description);
  for (const mark of statusMarks(apiStatus(api), writer.words)) writer.item(`**${text(mark)}**`);
  writer.item(words(writer.words.sentence('frame.descriptorVersion', { version: [{ code: info.version }] })));
  const hasGuides = hasGuidesAlone(api);
  if (!hasGuides) writeServers(serversOf(api, site.baseUrl), site, writer);
  const examples = apiExamples(api, site.baseUrl);
  if (examples !== null) writer.item(words(examples));
  const others = api.getVersions().filter((version) => version !== api.getVersion());
  const place = { level: 'api', api: api.getName() } as const;
  const links = others.map((version) =>
    linked('markdown.version', String(version), twin({ ...place, version }, site), writer),
  );
  if (links.length > 0) writer.item(`${writer.words.say('markdown.otherVersions')}: ${links.join(', ')}`);
  for (const { term, value } of aboutApi(api)) writer.item(`${term}: ${piece(value)}`);
  writeGuides(api, site, writer);
  if (hasGuides) return;
  writer.part('log-in', (part) => writeLogIn(api, site, part));
  writeGroups(api, site, writer);
  writeSchemaLinks(api, site, writer, writer.words.say('title.schemas'));
}

function writeGuides(api: Api, site: Site, writer: Writer): void {
  const rows = guideRows(api);
  if (rows.length === 0) return;
  writer.heading(2, writer.words.say('title.guides'));
  for (const [index, { title, sentence, section }] of rows.entries()) {
    if (section !== null && section !== rows[index - 1]?.section) writer.heading(3, text(section));
    const address = twin({ level: 'guide', ...api.place, name: api.getGuides()[index]?.name ?? '' }, site);
    writer.item(`${link(title, address)}${sentence === null ? '' : `: ${text(sentence)}`}`);
  }
}

function writeServers(servers: readonly ServerObject[], site: Site, writer: Writer): void {
  for (const server of servers) {
    const url = server.url === (basePathOf(site.baseUrl) || '/') ? hostOf(site.baseUrl) + server.url : server.url;
    const address = isBareSlash(url) ? writer.words.say('overview.noHost') : code(url);
    const end = server.description === undefined ? '' : `, ${text(server.description)}`;
    writer.item(`${writer.words.say('title.baseUrl')}: ${address}${end}`);
    for (const variable of variableWords(server, writer.words)) writer.inside.item(words(variable));
  }
}

function writeLogIn(api: Api, site: Site, writer: Writer): void {
  const { none, ways, others, othersTitle } = loginsOf(api, site.baseUrl);
  writer.heading(2, writer.words.say('title.logIn'));
  if (none !== null) writer.item(none);
  for (const { words: kind, scheme, extent, curl, hint } of ways) {
    const named = scheme === null ? '' : `${code(scheme.name)}: `;
    writer.item(`${named}${words(kind)}: ${extent}${hint === null ? '' : `. ${hint}`}`);
    if (curl !== null) writer.inside.block(fenced(curl, 'sh'));
    if (scheme !== null) writeScheme(scheme, writer.inside);
  }
  if (others.length > 0) writer.item(othersTitle);
  for (const scheme of others) {
    writer.inside.item(`${code(scheme.name)}: ${words(scheme.words)}`);
    writeScheme(scheme, writer.inside.inside);
  }
}

function writeScheme({ description, flows }: SchemeView, writer: Writer): void {
  writer.itemDescription(description);
  for (const flow of flows) {
    writer.item([text(flow.name), ...flow.addresses.map(words)].join(' · '));
    for (const [scope, meaning] of flow.scopes) writer.inside.item(`${code(scope)} ${text(meaning)}`);
  }
}

function writeGroups(api: Api, site: Site, writer: Writer): void {
  const { groups } = orderOf(api);
  if (!isUngrouped(groups))
    writer.heading(2, writer.words.say(groups.length === 0 ? 'title.services' : 'title.groups'));
  if (api.getServices().length === 0) writer.paragraph(writer.words.say('none.services'));
  for (const { name } of groups) writer.part(`group ${name}`, (part) => writeGroup(api, name, site, part));
}

/** Writes a group. The services are read here rather than passed in, so that the part is noted to depend on them. */
function writeGroup(api: Api, name: string, site: Site, writer: Writer): void {
  const { groups } = orderOf(api);
  const address = twin({ level: 'group', ...api.place, name }, site);
  writer.heading(isUngrouped(groups) ? 2 : 3, link(groupTitle(api, name), address), 3);
  writer.description(tagsByName(api).get(name)?.description);
  const { services = [], guests } = groups.find((group) => group.name === name) ?? {};
  for (const service of services) writeServiceLink(service, site, writer, guests?.get(service));
}

/** @param shown operations that the list is about */
export function writeServiceLink(service: Service, site: Site, writer: Writer, shown?: readonly Operation[]): void {
  const { api } = service;
  const { title, sentence, summaries } = serviceRow(service, shown);
  const words = sentence ?? summaries;
  const methods = (operations: readonly Operation[]): string => {
    const listed = operations.filter((operation) => shown?.includes(operation) ?? true);
    return [...new Set(listed.map((operation) => operation.getHttpMethod()))].join(', ');
  };
  const collection = methods(inMethodOrder(service.getOperations()));
  const entity = methods(inMethodOrder(service.getEntityOperations()));
  const both =
    collection === '' || entity === ''
      ? collection + entity
      : writer.words.say('markdown.bothMethods', { collection, entity });
  const route =
    service.getKind() === 'webhook' ? writer.words.say('kind.webhook') : code(api.record.basePath + service.getRoute());
  const address = twin({ level: 'service', ...api.place, name: service.getName() }, site);
  const about = words === null ? '' : `. ${text(words)}`;
  writer.item(`${link(title, address)} ${route}: ${text(both)}${about}`);
}

export function writeSchemaLinks(api: Api, site: Site, writer: Writer, title: string): void {
  const names = api.getSchemaNames();
  if (names.length === 0) return;
  writer.heading(2, title);
  writer.line(names.map((name) => link(name, twin({ level: 'schema', ...api.place, name }, site))).join(', '));
}

/** Writes a link to the overview of a version. */
function linked(key: VersionKeys['markdown'], version: string, address: string, writer: Writer): string {
  return writer.words
    .pieces(key, { version })
    .map((part) => (part.tag === 'link' ? link(part.text, address) : part.text))
    .join('');
}

/**
 * Lists the changes between two descriptors, worst change first.
 * @param target maps the path of a page to its address; null if there are no pages
 */
export function changesMarkdown(view: ChangesView, language: Words, target: ((path: string) => string) | null): string {
  const { counts, groups } = view;
  if (groups.length === 0) return `${language.say('changes.none')}\n`;
  const summary = language.say('changes.counts', {
    breaking: counts.breaking,
    notable: counts.notable,
    docsOnly: counts['docs-only'],
  });
  const sections = CHANGE_CLASSES.flatMap((kind) => {
    const parts = groups.flatMap((group) => groupLines(group, kind, language, target));
    return parts.length === 0 ? [] : [`## ${text(language.say(`changes.${kind}`))}`, '', ...parts];
  });
  return `${[text(summary), '', ...sections].join('\n').trimEnd()}\n`;
}

function groupLines(
  { title, operation, href, changes }: ChangeGroup,
  kind: ChangeView['class'],
  language: Words,
  target: ((path: string) => string) | null,
): readonly string[] {
  const found = changes.filter((change) => change.class === kind);
  if (found.length === 0) return [];
  const name = target === null ? text(title) : link(title, target(href));
  const call = operation === null ? '' : ` ${code(`${operation.method} ${operation.path}`.trim())}`;
  return [`### ${name}${call}`, '', ...found.map((change) => `- ${changeLine(change, language, target)}`), ''];
}

function changeLine(change: ChangeView, language: Words, target: ((path: string) => string) | null): string {
  const { title, place, before, after, reason, rule, reach } = change;
  const was = before === null ? [] : [`${language.say('changes.was')} ${words(before)}`];
  const now = after === null ? [] : [`${language.say('changes.now')} ${words(after)}`];
  const reached = reach === null ? [] : [`${reach.text}: ${operationList(reach, target)}`];
  const facts = [...was, ...now, ...reached].join('; ');
  const where = place.length === 0 ? '' : `${words(place)}: `;
  const isText = change.class === 'docs-only';
  const why = isText ? '' : ` ${text(reason)} (${code(rule)})`;
  const stop = /[.!?…]$/.test(facts) ? '' : '.';
  return `${where}**${text(title)}**${facts === '' ? '' : `; ${facts}`}${stop}${why}`.replaceAll(/\s*\n\s*/g, ' ');
}

/** Lists the first operations by name and gives the number of the others. */
function operationList({ first, more }: ChangeReach, target: ((path: string) => string) | null): string {
  const names = first.map(({ title, href }) => (target === null ? text(title) : link(title, target(href))));
  return [...names, ...(more === null ? [] : [more])].join(', ');
}
