type JsonReading = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'malformed'; readonly detail: string };

/** Deeper bodies are refused before anything recurses into them; we chose the figure. */
const MAX_DEPTH = 100;

/** Reads a JSON body: UTF-8 without exceptions (a byte order mark is ignored, RFC 8259 §8.1); every name is data, `__proto__` too. */
export function parseJsonBody(bytes: Uint8Array): JsonReading {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { kind: 'malformed', detail: 'The body is not UTF-8.' };
  }
  if (depthOf(text) > MAX_DEPTH) return { kind: 'malformed', detail: `The body is nested more than ${MAX_DEPTH} levels deep.` };
  try {
    return { kind: 'value', value: JSON.parse(text) };
  } catch {
    return { kind: 'malformed', detail: 'The body is not JSON.' };
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}
