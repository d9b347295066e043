import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { MCP_PATH, type McpCase, message } from './cases.ts';

const USUAL = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
} as const;

/** @returns in words what is not as expected; nothing when all is */
export async function runMcpCase(
  origin: string,
  { method = 'POST', path = MCP_PATH, headers = {}, body = message('tools/list'), expected }: McpCase,
): Promise<readonly string[]> {
  const sent = Object.entries({ ...USUAL, ...headers }).filter(([, value]) => value !== null);
  const answer = await new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }>(
    (resolve, reject) => {
      const options = { method, headers: Object.fromEntries(sent) as Record<string, string> };
      const asked = request(origin + path, options, async (response) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) });
      });
      asked.on('error', reject);
      asked.end(method === 'POST' ? body : undefined);
    },
  );
  const found: string[] = [];
  if (answer.status !== expected.status) found.push(`status ${answer.status}, expected ${expected.status}`);
  for (const [name, wanted] of Object.entries(expected.headers ?? {}))
    if ((answer.headers[name] ?? '') !== wanted) found.push(`${name}: ${answer.headers[name]}, expected ${wanted}`);
  if (!(expected.body ?? /(?:)/).test(answer.body)) found.push(`body ${answer.body.slice(0, 400)}`);
  if (/node_modules|\.m?[jt]s:\d+/.test(answer.body)) found.push(`a stack in ${answer.body.slice(0, 400)}`);
  return found;
}
