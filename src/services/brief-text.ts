const MOST_CHARACTERS = 200;

/** A value of a descriptor as JSON text for a message; of a long one the beginning. */
export function briefText(value: unknown): string {
  let text = '';
  const isLong = (): boolean => text.length > MOST_CHARACTERS;
  const write = (inner: unknown): void => {
    if (typeof inner === 'string') text += JSON.stringify(inner.slice(0, MOST_CHARACTERS + 1));
    else if (typeof inner !== 'object' || inner === null) text += JSON.stringify(inner) ?? 'undefined';
    else if (Array.isArray(inner)) writeAll('[', inner.slice(0, MOST_CHARACTERS), write, ']');
    else writeAll('{', Object.entries(inner), ([name, part]) => writeEntry(name, part), '}');
  };
  const writeEntry = (name: string, part: unknown): void => {
    write(name);
    text += ':';
    write(part);
  };
  const writeAll = <T>(start: string, parts: readonly T[], writeOne: (part: T) => void, end: string): void => {
    text += start;
    for (const [index, part] of parts.entries()) {
      if (isLong()) return;
      if (index > 0) text += ',';
      writeOne(part);
    }
    text += end;
  };
  write(value);
  return clipped(text);
}

/** The beginning of a text that is too long for a message. */
export function clipped(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
}
