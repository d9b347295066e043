const PARAMETER = /[\s,]*([^\s,="]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))[ \t]*(?=,|$)/sy;

/**
 * Reads `name=value, name="value"`, names lower-cased; shares no code with the server.
 * @returns undefined for anything else, and for a name given twice
 */
export function parseParameters(text: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = 0;
  for (let end = 0; end < text.length; end = PARAMETER.lastIndex) {
    if (/^[\s,]*$/.test(text.slice(end))) break;
    const [whole, name = '', inQuotes, token = ''] = PARAMETER.exec(text) ?? [];
    if (whole === undefined || parameters.has(name.toLowerCase())) return undefined;
    parameters.set(name.toLowerCase(), inQuotes?.replaceAll(/\\(.)/gs, '$1') ?? token);
  }
  return parameters;
}
