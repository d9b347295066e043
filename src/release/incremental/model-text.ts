import type { ApiRecord } from '../../model/records.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import { MARKS, noteUnmarked } from '../../store/visible-record.ts';

/** Limit on the characters of the text that is kept; the next call is mostly about the same record. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** Text of the record that was read or hashed last; a change affects one record. */
let written: { readonly record: ApiRecord; readonly json: string } | undefined;
const hashes = new WeakMap<ApiRecord, string>();

/**
 * Reads a record from the JSON of a release. The text shows faster than the record whether any part is hidden from
 * readers, and whether the record has changed.
 */
export function readModel(json: Buffer): ApiRecord {
  const text = json.toString('utf8');
  const record = JSON.parse(text) as ApiRecord;
  hashes.set(record, shortHash(json));
  keepText(record, text);
  if (!MARKS.some((mark) => json.includes(JSON.stringify(mark)))) noteUnmarked(record);
  return record;
}

/** Hash of the JSON of a record in a release. */
export function hashOfModel(record: ApiRecord): string {
  const known = hashes.get(record);
  if (known !== undefined) return known;
  const json = modelText(record);
  keepText(record, json);
  return shortHash(json);
}

/**
 * Notes a record that differs from another one in one text only: its JSON is known where the text occurs there once.
 * Writing all of a large record takes ten times as long as finding the text.
 */
export function noteOtherText(
  record: ApiRecord,
  { before, now }: { readonly before: string; readonly now: string },
  changed: ApiRecord,
): void {
  if (written?.record !== record) return;
  const { json } = written;
  const text = JSON.stringify(before);
  const at = json.indexOf(text);
  if (at < 0 || json.includes(text, at + 1)) return;
  keepText(changed, json.slice(0, at) + JSON.stringify(now) + json.slice(at + text.length));
}

function keepText(record: ApiRecord, json: string): void {
  if (json.length <= MOST_CHARACTERS) written = { record, json };
}

/** JSON of a record in a release. */
export function modelText(record: ApiRecord): string {
  return written?.record === record ? written.json : JSON.stringify(record);
}
