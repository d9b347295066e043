/**
 * Loaded into every process that the runner starts: writes down what must not happen there, one JSON line each.
 * `CORPUS_PROBE` names the file.
 */
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const file = process.env['CORPUS_PROBE'];
const before = new Set(Reflect.ownKeys(Object.prototype));
const { connect } = Socket.prototype;

function note(kind: string, value: unknown): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, value, process: process.argv[1] })}\n`);
}

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  note('socket', JSON.stringify(args[0]));
  return Reflect.apply(connect, this, args);
};

process.on('exit', () => {
  const added = Reflect.ownKeys(Object.prototype).filter((key) => !before.has(key));
  if (added.length > 0) note('pollution', added.map(String));
  if (isMainThread) note('peak-kilobytes', process.resourceUsage().maxRSS);
});
