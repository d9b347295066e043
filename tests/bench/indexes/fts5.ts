import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type SearchIndex, SHOWN } from './contract.ts';
import { asOneWord, asWords, FIELD_NAMES, fieldsOf, WEIGHTS, wordsBetweenBlanks } from './fields.ts';

const columns = FIELD_NAMES.join(', ');
const weights = FIELD_NAMES.map((field) => WEIGHTS[field]).join(', ');
/** `close` has whole names in runs of three characters, of which a name with a typo has most. */
const TABLES = `
  CREATE VIRTUAL TABLE entries USING fts5(${columns}, content='', detail=column);
  CREATE VIRTUAL TABLE close USING fts5(whole, content='', tokenize=trigram);
  BEGIN`;
const SMALLER = `
  INSERT INTO entries(entries) VALUES ('optimize');
  INSERT INTO close(close) VALUES ('optimize');
  COMMIT;
  VACUUM`;

export const fts5: SearchIndex = {
  name: 'FTS5',
  write: (entries) =>
    inFile((file) => {
      const database = new DatabaseSync(file);
      database.exec(TABLES);
      const insert = database.prepare(`INSERT INTO entries(rowid, ${columns}) VALUES (?, ?, ?, ?, ?)`);
      const insertClose = database.prepare('INSERT INTO close(rowid, whole) VALUES (?, ?)');
      for (const { id, whole, name, value, text } of entries.map(fieldsOf)) {
        insert.run(id, hex(whole), name, value, text);
        insertClose.run(id, whole);
      }
      database.exec(SMALLER);
      database.close();
      return readFileSync(file);
    }),
  open: (bytes) =>
    inFile((file) => {
      writeFileSync(file, bytes);
      const database = new DatabaseSync(file, { readOnly: true });
      const selectFrom = (table: string, rank: string) => {
        const sql = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? ORDER BY ${rank} LIMIT ${SHOWN}`;
        const select = database.prepare(sql);
        return (asked: string) => (asked === '' ? [] : select.all(asked).map(({ id }) => Number(id)));
      };
      const select = selectFrom('entries', `bm25(entries, ${weights})`);
      const selectClose = selectFrom('close', 'rank');
      return (question) => {
        const whole = asOneWord(question);
        const words = wordsBetweenBlanks(asWords(question)).map((word) => `"${word}"*`);
        // Weights saturate: however heavy, a whole name would not be before entries that are short.
        const found = new Set([...select(`whole : ${hex(whole)}`), ...select(words.join(' AND '))]);
        if (found.size > 0) return [...found].slice(0, SHOWN);
        const runs = Array.from({ length: Math.max(0, whole.length - 2) }, (_, at) => whole.slice(at, at + 3));
        return selectClose(runs.map((run) => `"${run.replaceAll('"', '""')}"`).join(' OR '));
      };
    }),
};

/** Its own words have letters and digits alone. */
function hex(names: string): string {
  return names.replaceAll(/[^ ]+/g, (name) => Buffer.from(name).toString('hex'));
}

/** A database that is open stays readable without its name. */
function inFile<T>(use: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-fts5-'));
  try {
    return use(join(folder, 'index.db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
