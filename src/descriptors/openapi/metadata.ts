import {
  type InfoObject,
  type OAuthFlowObject,
  SECURITY_SCHEME_TYPES,
  type SecurityRequirementObject,
  type SecuritySchemeObject,
  type ServerObject,
  type ServerVariableObject,
  type TagObject,
} from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import { completeUrl } from '../../model/servers.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { ExternalDocumentationObject } from '../../schema/schema.ts';
import { componentNameOf } from './names.ts';
import type { Reading } from './reading.ts';
import {
  type Convert,
  checkName,
  fieldsOf,
  flag,
  isAbsent,
  listOf,
  mapOf,
  oneOf,
  raw,
  text,
  wrongType,
} from './shapes.ts';
import type { SourceNode } from './source-node.ts';

/** Converts external documentation; returns undefined if it has no URL. */
export const convertExternalDocs: Convert<ExternalDocumentationObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'external documentation', { url: text, description: text });
  if (fields === undefined || typeof fields['url'] === 'string')
    return fields as ExternalDocumentationObject | undefined;
  reading.warn(node, 'missing-key', 'External documentation needs a “url”; it was left out.', 'Add the URL.');
  return undefined;
};

const convertContact: Convert<InfoObject['contact']> = (node, reading) =>
  fieldsOf(node, reading, 'a contact', { name: text, url: text, email: text }) as InfoObject['contact'];

const convertLicense: Convert<InfoObject['license']> = (node, reading) => {
  if (typeof node.value === 'string') {
    reading.warn(node, 'wrong-type', '“license” must be an object.', 'Write the text as “name” in an object.');
    return { name: node.value };
  }
  const fields = fieldsOf(node, reading, 'a license', { name: text, identifier: text, url: text });
  if (fields === undefined || typeof fields['name'] === 'string') return fields as InfoObject['license'];
  reading.warn(node, 'missing-key', 'A license needs a “name”.', 'Add the name.');
  const name = fields['identifier'] ?? fields['url'];
  return typeof name === 'string' ? { ...fields, name } : undefined;
};

/** @param fallbackTitle title for a descriptor without one */
export function convertInfo(node: SourceNode, reading: Reading, fallbackTitle: string): InfoObject {
  const fields =
    fieldsOf(node, reading, 'info', {
      title: text,
      summary: text,
      description: text,
      termsOfService: text,
      contact: convertContact,
      license: convertLicense,
      version: text,
    }) ?? {};
  if (!isRecord(node.value))
    reading.warn(node, 'missing-key', 'The descriptor has no “info”.', 'Add “info” with “title” and “version”.');
  else {
    for (const key of ['title', 'version'].filter((name) => isAbsent(fields[name]))) {
      reading.warn(node, 'missing-key', `“info” has no “${key}”.`, 'Add it.');
    }
  }
  return { ...fields, title: String(fields['title'] ?? fallbackTitle), version: String(fields['version'] ?? '') };
}

const convertVariable: Convert<ServerVariableObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a server variable', { default: text, enum: listOf(text), description: text });
  if (fields === undefined || typeof fields['default'] === 'string') return fields as ServerVariableObject | undefined;
  reading.warn(node, 'missing-key', `The server variable “${node.key}” has no “default”.`, 'Add it.');
  const values: readonly unknown[] = Array.isArray(fields['enum']) ? fields['enum'] : [];
  return { ...fields, default: String(values[0] ?? '') };
};

export const convertServer: Convert<ServerObject> = (node, reading) => {
  if (typeof node.value === 'string') {
    reading.warn(node, 'wrong-type', 'A server must be an object.', 'Write the URL as “url” in an object.');
    return { url: node.value };
  }
  const fields = fieldsOf(node, reading, 'a server', {
    url: text,
    name: text,
    description: text,
    variables: mapOf(convertVariable),
  });
  const server = fields as ServerObject | undefined;
  if (server !== undefined && typeof server.url !== 'string')
    reading.warn(node, 'missing-key', 'A server needs a “url”; it was left out.', 'Add the URL.');
  if (typeof server?.url !== 'string') return undefined;
  const url = completeUrl(server);
  if (url === server.url) return server;
  const message = `The URL of the server “${server.url}” begins with neither a scheme nor a slash; it was read as “${url}”.`;
  reading.warn(node.child('url'), 'path-slash', message, 'Begin it with “https://” and the host, or with a slash.');
  return { ...server, url };
};

export const convertServers: Convert<readonly ServerObject[]> = listOf(convertServer);

const convertTag: Convert<TagObject> = (node, reading) => {
  if (typeof node.value === 'string') {
    reading.warn(node, 'wrong-type', 'A tag must be an object.', 'Write the text as “name” in an object.');
    return { name: componentNameOf(node.value) };
  }
  const fields = fieldsOf(node, reading, 'a tag', {
    name: text,
    summary: text,
    description: text,
    externalDocs: convertExternalDocs,
    parent: text,
    kind: text,
  });
  if (fields === undefined) return undefined;
  const { name, parent } = fields;
  if (typeof name === 'string') {
    checkName(node, name, reading);
    const above = typeof parent === 'string' ? { parent: componentNameOf(parent) } : {};
    return { ...fields, name: componentNameOf(name), ...above };
  }
  reading.warn(node, 'missing-key', 'A tag needs a “name”; it was left out.', 'Add the name.');
  return undefined;
};

/** Converts the declared tags; removes duplicates, and parents that are undeclared or form a cycle. */
export function convertTags(node: SourceNode, reading: Reading): readonly TagObject[] {
  if (isAbsent(node.value)) return [];
  if (!Array.isArray(node.value)) {
    wrongType(node, reading, 'a list of tags');
    return [];
  }
  const places = new Map<string, SourceNode>();
  const tags = new Map<string, TagObject>();
  for (const item of node.items()) {
    const tag = convertTag(item, reading);
    if (tag === undefined) continue;
    if (tags.has(tag.name))
      reading.warn(item, 'tag-duplicate', `The tag “${tag.name}” is declared twice.`, 'Remove one of the two.');
    else {
      tags.set(tag.name, tag);
      places.set(tag.name, item);
    }
  }
  for (const name of withWrongParents(tags)) {
    const { parent, ...rest } = tags.get(name) ?? { name };
    reading.warn(
      places.get(name) ?? node,
      'tag-parent',
      `The parent “${parent}” of the tag “${name}” is not declared, or is a child of this tag.`,
      'Declare it, or remove “parent”.',
    );
    tags.set(name, { ...rest, 'x-parent': parent });
  }
  return [...tags.values()];
}

/** Finds the tags whose parent must be removed so that every chain of parents ends. Visits each tag once. */
function withWrongParents(tags: ReadonlyMap<string, TagObject>): ReadonlySet<string> {
  const wrong = new Set<string>();
  const seen = new Set<string>();
  for (const name of tags.keys()) {
    const walked = new Set<string>();
    for (let current: string | undefined = name; current !== undefined && !seen.has(current); ) {
      walked.add(current);
      const parent: string | undefined = tags.get(current)?.parent;
      if (parent !== undefined && !tags.has(parent)) wrong.add(current);
      else if (parent !== undefined && walked.has(parent)) wrong.add(parent);
      current = parent === undefined || !tags.has(parent) || walked.has(parent) ? undefined : parent;
    }
    for (const one of walked) seen.add(one);
  }
  return wrong;
}

/** Converts the tag names of an operation. */
export const convertTagNames: Convert<readonly string[]> = (node, reading) => {
  if (typeof node.value === 'string') {
    reading.warn(node, 'wrong-type', '“tags” must be a list.', 'Write a list, also for a single tag.');
    return [componentNameOf(node.value)];
  }
  const names = listOf(text)(node, reading);
  return names === undefined ? undefined : [...new Set(names.map(componentNameOf))];
};

const convertRequirement: Convert<SecurityRequirementObject> = (node, reading) => {
  if (!isRecord(node.value))
    return isAbsent(node.value) ? undefined : wrongType(node, reading, 'an object of security schemes');
  const requirement: Record<string, readonly string[]> = {};
  for (const [scheme, scopes] of node.entries()) {
    if (isAbsent(scopes.value)) setOwn(requirement, scheme, []);
    else setOwn(requirement, scheme, listOf(text)(scopes, reading) ?? []);
    if (reading.references.declaredNode('securitySchemes', scheme) === undefined) {
      reading.warn(
        scopes,
        'security-unknown',
        `There is no security scheme “${scheme}”.`,
        'Define it, or correct the name.',
        'key',
      );
    }
  }
  return requirement;
};

/** Maximum number of alternatives in `security`: every operation repeats the alternatives of its API. */
const MOST_ALTERNATIVES = 100;

export const convertSecurity: Convert<readonly SecurityRequirementObject[]> = (node, reading) => {
  if (!isRecord(node.value)) {
    const alternatives = listOf(convertRequirement)(node, reading);
    if (alternatives === undefined || alternatives.length <= MOST_ALTERNATIVES) return alternatives;
    const message = `“security” lists ${alternatives.length} alternatives; only the first ${MOST_ALTERNATIVES} are read.`;
    reading.warn(node, 'wrong-value', message, 'List fewer: names in one object are needed together.');
    return alternatives.slice(0, MOST_ALTERNATIVES);
  }
  reading.warn(node, 'wrong-type', '“security” must be a list.', 'Write a list, also for a single requirement.');
  const requirement = convertRequirement(node, reading);
  return requirement === undefined ? undefined : [requirement];
};

const SCHEME_TYPES: ReadonlySet<unknown> = new Set(SECURITY_SCHEME_TYPES);

/** Converts descriptions by scope; a missing description becomes an empty text. */
export const scopes: Convert<Readonly<Record<string, string>>> = mapOf((scope, inner) =>
  isAbsent(scope.value) ? '' : text(scope, inner),
);

const convertFlow: Convert<OAuthFlowObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'an OAuth flow', {
    authorizationUrl: text,
    deviceAuthorizationUrl: text,
    tokenUrl: text,
    refreshUrl: text,
    scopes,
  });
  return fields === undefined ? undefined : ({ scopes: {}, ...fields } as OAuthFlowObject);
};

/** Converts the location of an API key in a request. */
export const keyPlace = oneOf(['query', 'header', 'cookie']);

/** Converts a security scheme; returns undefined if OpenAPI does not define its type. */
export const convertSecurityScheme: Convert<SecuritySchemeObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a security scheme', {
    type: raw,
    description: text,
    name: text,
    in: keyPlace,
    scheme: text,
    bearerFormat: text,
    flows: mapOf(convertFlow),
    openIdConnectUrl: text,
    oauth2MetadataUrl: text,
    deprecated: flag,
  });
  if (fields === undefined || SCHEME_TYPES.has(fields['type'])) return fields as SecuritySchemeObject | undefined;
  const message = `The security scheme “${node.key}” has no known “type”; it was left out.`;
  reading.warn(node, 'security-type', message, 'Write apiKey, http, mutualTLS, oauth2 or openIdConnect.');
  return undefined;
};
