import type { ApiRecord } from '../../model/records.ts';
import { readJson, writeJson } from '../../schema/exact-number.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import { MARKS, noteUnmarked } from '../../store/visible-record.ts';

/** Limit on the characters of the cached JSON; most calls are for the same record as the previous call. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** JSON of the record that was read or hashed last; most edits change only one record. */
let written: { readonly record: ApiRecord; readonly json: string } | undefined;
const hashes = new WeakMap<ApiRecord, string>();

/**
 * Reads a record from its JSON in a release. Searching the JSON for hidden parts and comparing its hash are faster than
 * searching and comparing the record.
 */
export function readModel(json: Buffer): ApiRecord {
  const text = json.toString('utf8');
  const record = readJson(text) as ApiRecord;
  hashes.set(record, shortHash(json));
  keepText(record, text);
  if (!MARKS.some((mark) => json.includes(JSON.stringify(mark)))) noteUnmarked(record);
  return record;
}

/** Hash of a record's JSON in a release. */
export function hashOfModel(record: ApiRecord): string {
  const known = hashes.get(record);
  if (known !== undefined) return known;
  const json = modelText(record);
  keepText(record, json);
  return shortHash(json);
}

/**
 * Caches the JSON of a record that differs from the cached record in a single text, if that text occurs only once.
 * Writing a large record as JSON takes ten times as long as replacing the text in its JSON.
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

/** JSON of a record, as a release stores it. */
export function modelText(record: ApiRecord): string {
  return written?.record === record ? written.json : writeJson(record);
}
