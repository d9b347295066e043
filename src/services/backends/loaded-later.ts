import type { Backend } from './contract.ts';

/**
 * A backend whose code is loaded when a server makes it: declarations are read by every command, also by a build that
 * has nothing to do. What is asked before it is there waits for it.
 */
export function loadedLater(load: () => Promise<Backend>): Backend {
  const loading = load();
  let backend: Backend | undefined;
  const taken = loading.then((loaded) => {
    backend = loaded;
  });
  // The caller learns it.
  taken.catch(() => undefined);
  return {
    answer: (call) => backend?.answer(call) ?? loading.then((loaded) => loaded.answer(call)),
    close: () => {
      if (backend === undefined) void taken.then(() => backend?.close()).catch(() => undefined);
      else backend.close();
    },
  };
}
