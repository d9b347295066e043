import type { ApiRecord } from '../../model/records.ts';
import { MARKS, noteUnmarked } from '../../store/visible-record.ts';
import { shortHash } from '../short-hash.ts';

const hashes = new WeakMap<ApiRecord, string>();

/**
 * A record as it was written. Its text tells sooner than the record what is asked of all records: that nothing is kept
 * from readers, and whether it is what it was.
 */
export function readModel(json: Buffer): ApiRecord {
  const record = JSON.parse(json.toString('utf8')) as ApiRecord;
  hashes.set(record, shortHash(json));
  if (!MARKS.some((mark) => json.includes(JSON.stringify(mark)))) noteUnmarked(record);
  return record;
}

/** Of the text that is written of it. */
export function hashOfModel(record: ApiRecord): string {
  return hashes.get(record) ?? shortHash(JSON.stringify(record));
}
