/** Keys by which tools say what allowed values mean: lists by the place of a value, or texts by the value. */
export const VALUE_NAMES = ['x-enum-varnames', 'x-enumNames'] as const;
export const VALUE_MEANINGS = ['x-enum-descriptions', 'x-enumDescriptions'] as const;
/** All keys above, and that of Azure. */
export const VALUE_KEYS: readonly string[] = [...VALUE_NAMES, ...VALUE_MEANINGS, 'x-ms-enum'];
