import { describe, expect, test } from 'vitest';
import { answerMessage, type McpSite } from '../../../../src/server/mcp/mcp-server.ts';
import { faultOfMessage } from '../../../../src/server/mcp/message-faults.ts';

const SITE: McpSite = {
  documents: { read: () => Promise.reject(new Error('asked')) } as unknown as McpSite['documents'],
  store: { site: { title: 'T' } } as unknown as McpSite['store'],
  log: () => {},
};
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

describe('a message that is no JSON-RPC', () => {
  test.each([
    [null, 'a message is an object.'],
    ['a', 'a message is an object.'],
    [{}, '“jsonrpc” has to be “2.0”.'],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, '“jsonrpc” has to be “2.0”.'],
    [{ jsonrpc: '2.0', id: 1 }, '“method” has to be the name of a method.'],
    [{ jsonrpc: '2.0', id: 1, method: 1 }, '“method” has to be the name of a method.'],
    [{ jsonrpc: '2.0', id: {}, method: 'ping' }, '“id” has to be a text or a number.'],
    [{ jsonrpc: '2.0', id: null, method: 'ping' }, '“id” has to be a text or a number.'],
    [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: [] }, '“params” has to be an object.'],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }, undefined],
    [{ jsonrpc: '2.0', method: 'notifications/initialized', params: {} }, undefined],
    [{ jsonrpc: '2.0', id: 1, result: {} }, undefined],
    [{ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }, undefined],
  ])('%j: %s', (message, fault) => expect(faultOfMessage(message)).toBe(fault));
});

describe('an answer names in one sentence what is missing or wrong in', () => {
  test.each([
    ['initialize', undefined, 'params is missing.'],
    [
      'initialize',
      {},
      'params.protocolVersion is missing, params.capabilities is missing, params.clientInfo is missing.',
    ],
    [
      'initialize',
      { protocolVersion: 1, capabilities: {}, clientInfo: { name: 'a' } },
      'params.protocolVersion has to be a string, params.clientInfo.version is missing.',
    ],
    [
      'initialize',
      { protocolVersion: '', capabilities: {}, clientInfo: { name: 'a', version: '', icons: [{ src: 1 }] } },
      'params.clientInfo.icons.0.src has to be a string.',
    ],
    ['tools/call', undefined, 'params is missing.'],
    ['tools/call', { name: 'search', arguments: [] }, 'params.arguments has to be an object.'],
    ['tools/call', { _meta: MODERN }, 'params.name is missing.'],
    ['resources/read', {}, 'params.uri is missing.'],
    ['resources/list', { cursor: 1 }, 'params.cursor has to be a string.'],
  ])('%s %j', async (method, params, said) => {
    const message = { jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) };
    const isModern = params !== undefined && '_meta' in params;
    const headers = isModern ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method } : {};
    const answer: unknown = await (await answerMessage(message, headers, SITE)).json();
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: `Invalid params: ${said}` } });
  });

  test('no message that is right', async () => {
    const answer = await answerMessage({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, SITE);
    expect(await answer.json()).toMatchObject({ result: { tools: expect.any(Array) } });
  });

  test('no error of another kind', async () => {
    const answer = await answerMessage({ jsonrpc: '2.0', id: 1, method: 'prompts/list' }, {}, SITE);
    expect(await answer.json()).toMatchObject({ error: { code: -32601, message: 'Method not found' } });
  });
});
