import type { CallToolResult } from '@modelcontextprotocol/server';
import type { RefusedDocument } from './documents.ts';

/** Maximum characters of an answer, about 15,000 tokens: clients truncate longer answers. */
const MOST_CHARACTERS = 60_000;

const decoder = new TextDecoder();

/**
 * Answers with a document, or with the requested part if it is too long for one answer.
 * @param remarks further content of the answer, one or two sentences each
 */
export function documentAnswer(
  body: Uint8Array | string,
  part: number,
  remarks: readonly string[] = [],
): CallToolResult {
  const whole = typeof body === 'string' ? body : decoder.decode(body);
  const { text, part: number, partCount } = textPart(whole, part);
  const next = number < partCount ? ` Ask for part ${number + 1} to read on.` : '';
  const note = partCount === 1 ? [] : [`This is part ${number} of ${partCount}.${next}`];
  return { content: [text, ...note, ...remarks].map((content) => ({ type: 'text' as const, text: content })) };
}

/** Answers with a value as JSON. Each item of its lists has its own line, so that parts end between items. */
export function jsonAnswer(value: Readonly<Record<string, unknown>>, part: number): CallToolResult {
  const members = Object.entries(value).map(([key, inner]) => {
    const items = Array.isArray(inner) ? inner.map((item) => `\n${JSON.stringify(item)}`) : null;
    return `${JSON.stringify(key)}:${items === null ? JSON.stringify(inner) : `[${items.join(',')}]`}`;
  });
  return documentAnswer(`{${members.join(',')}}`, part);
}

/**
 * Answers with an error that the model can read and react to; clients do not show protocol errors to the model.
 * @param detail one sentence
 */
export function failure(detail: string): CallToolResult {
  return { content: [{ type: 'text', text: detail }], isError: true };
}

/** @param isByName whether a 404 means a wrong name, so that the answer says where names are listed */
export function refusal({ detail, similar, status }: RefusedDocument, isByName = true): CallToolResult {
  if (similar.length > 0) return failure(`${detail} Close names: ${similar.join(', ')}.`);
  return failure(status === 404 && isByName ? `${detail} The tools list and search have the names.` : detail);
}

interface TextPart {
  readonly text: string;
  /** From 1. */
  readonly part: number;
  readonly partCount: number;
}

/**
 * Returns a part of a long text. All parts joined are the text. A part ends with a whole line unless a line is longer
 * than a part.
 * @param part a number beyond the last part selects the last part
 */
export function textPart(text: string, part: number, most = MOST_CHARACTERS): TextPart {
  const ends: number[] = [];
  for (let end = 0; end < text.length || ends.length === 0; ) {
    end = endOfPart(text, end, most);
    ends.push(end);
  }
  const number = Math.min(part, ends.length);
  return { text: text.slice(ends[number - 2] ?? 0, ends[number - 1]), part: number, partCount: ends.length };
}

function endOfPart(text: string, start: number, most: number): number {
  const limit = start + most;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > start) return line;
  // Does not split a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
}
