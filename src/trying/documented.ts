/** Documented status and media type of an answer. */

/**
 * Finds the documented status of an answer: the same status, its class (`4XX`) or `default`.
 * @returns undefined if none is documented
 */
export function documentedStatus(answers: Readonly<Record<string, unknown>>, status: number): string | undefined {
  const names = Object.keys(answers);
  const range = `${Math.floor(status / 100)}XX`;
  return (
    names.find((name) => name === String(status)) ??
    names.find((name) => name.toUpperCase() === range) ??
    names.find((name) => name === 'default')
  );
}

/** Finds the documented media type that a media type matches: the same, else a range. Parameters are ignored. */
export function documentedType(types: readonly string[], contentType: string): string | undefined {
  const own = essence(contentType);
  const [main] = own.split('/');
  const accepted = [own, `${main}/*`, '*/*'];
  return accepted.flatMap((one) => types.find((type) => essence(type) === one) ?? [])[0];
}

function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}
