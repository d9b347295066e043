import type { ApiRecord } from '../../model/records.ts';
import { MARKS, noteUnmarked } from '../../store/visible-record.ts';
import { shortHash } from '../short-hash.ts';

/** Of a text that is kept, which the next is mostly asked for. */
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** What was hashed last: of a change one record. */
let written: { readonly record: ApiRecord; readonly json: string } | undefined;
const hashes = new WeakMap<ApiRecord, string>();

/**
 * A record as it was written. Two questions about every record are answered by its text, which is faster than to look
 * through the record: whether anything in it is kept from readers, and whether it is what it was.
 */
export function readModel(json: Buffer): ApiRecord {
  const record = JSON.parse(json.toString('utf8')) as ApiRecord;
  hashes.set(record, shortHash(json));
  if (!MARKS.some((mark) => json.includes(JSON.stringify(mark)))) noteUnmarked(record);
  return record;
}

/** Hash of the JSON that a release has of a record. */
export function hashOfModel(record: ApiRecord): string {
  const known = hashes.get(record);
  if (known !== undefined) return known;
  const json = JSON.stringify(record);
  if (json.length <= MOST_CHARACTERS) written = { record, json };
  return shortHash(json);
}

/** The JSON that a release has of a record. */
export function modelText(record: ApiRecord): string {
  return written?.record === record ? written.json : JSON.stringify(record);
}
