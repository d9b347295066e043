/**
 * Loaded before the modules of a server (`--import`), which then gives up no request however long it takes to come. It
 * does otherwise, rightly, and on a loaded machine the first of many unfinished bodies would be gone before the last
 * ones have come: memory would never be full.
 */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const LONG_MILLISECONDS = 20_000;
/** The longest that Node knows. */
const WEEKS_MILLISECONDS = 2 ** 31 - 1;

const { setTimeout } = globalThis;
globalThis.setTimeout = (call, milliseconds, ...more) =>
  setTimeout(call, milliseconds < LONG_MILLISECONDS ? milliseconds : WEEKS_MILLISECONDS, ...more);

const { createServer } = http;
http.createServer = (options, listener) => createServer({ ...options, requestTimeout: 0, headersTimeout: 0 }, listener);
syncBuiltinESMExports();
