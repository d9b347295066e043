import { isRecord } from '../../model/schema/json-values.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isMaps = (value: unknown): boolean => Array.isArray(value) && value.every(isRecord);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** Extensions that widely used tools check as if they were keys of the specification. */
const TOOL_EXTENSIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  'x-logo': isRecord,
  'x-enumDescriptions': isRecord,
  'x-tagGroups': isMaps,
  'x-tags': isTexts,
  'x-servers': isMaps,
  'x-codeSamples': isMaps,
  'x-code-samples': isMaps,
  'x-ignoredHeaderParameters': isTexts,
  'x-displayName': isText,
  'x-summary': isText,
  'x-additionalPropertiesName': isText,
  'x-defaultClientId': isText,
  'x-extendedDiscriminator': isText,
  'x-traitTag': isFlag,
  'x-nullable': isFlag,
  'x-hideTryItPanel': isFlag,
  'x-explicitMappingOnly': isFlag,
};

/** Whether tools that know the extension accept its value; unknown extensions suit all. */
export function suitsTools(key: string, value: unknown): boolean {
  return !Object.hasOwn(TOOL_EXTENSIONS, key) || TOOL_EXTENSIONS[key]?.(value) === true;
}
