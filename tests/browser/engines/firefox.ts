import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clickAt, type Engine, middleOf } from './contract.ts';
import { end, printed, programOf, start } from './programs.ts';

export const firefox = programOf('firefox', 'firefox-esr');

interface Message {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/**
 * Firefox without a window, led by WebDriver BiDi, which it speaks itself.
 * @see https://www.w3.org/TR/webdriver-bidi/
 */
export async function startFirefox(): Promise<Engine> {
  if (firefox === undefined) throw new Error('Firefox is not installed.');
  const profile = mkdtempSync(join(tmpdir(), 'platform-documentation-firefox-'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = start(firefox, args);
  const socket = new WebSocket(`${await printed(child, /BiDi listening on (ws:\S+)/)}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });

  const waiting = new Map<number, (message: Message) => void>();
  const errors: string[] = [];
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    const { level, text } = (message.params ?? {}) as { readonly level?: string; readonly text?: string };
    if (message.method === 'log.entryAdded' && level === 'error') errors.push(String(text));
  };
  let last = 0;
  const command = async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> => {
    const id = ++last;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result = {}, error, message } = await answer;
    waiting.delete(id);
    if (type !== 'success') throw new Error(`${method}: ${error} ${message}`);
    return result;
  };

  await command('session.new', { capabilities: {} });
  await command('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await command('browsingContext.getTree', {})) as {
    readonly contexts: readonly { readonly context: string }[];
  };
  const context = contexts[0]?.context ?? '';
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = (await command('script.evaluate', {
      expression: `Promise.resolve(${expression}).then(JSON.stringify)`,
      target: { context },
      awaitPromise: true,
    })) as { readonly result?: { readonly value?: string }; readonly exceptionDetails?: { readonly text: string } };
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result?.value === undefined ? undefined : (JSON.parse(result.value) as unknown);
  };
  return {
    evaluate,
    async open(url, width, height) {
      await command('browsingContext.setViewport', { context, viewport: { width, height } });
      await command('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async click(selector) {
      const [x, y] = await middleOf(selector, evaluate);
      await command('input.performActions', { context, actions: [clickAt(x, y)] });
    },
    errors: () => errors,
    async close() {
      socket.close();
      await end(child);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
