/** Oldest supported version of Node: major, minor. */
const OLDEST_NODE = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `Node ${process.versions.node} is too old: the server needs ${OLDEST_NODE.join('.')} or newer. Use a newer Node, or "npm start".`,
  );
  process.exit(1);
}

/**
 * Whether our server starts when it is loaded. This module must be imported before @astrojs/node, which starts its own
 * server unless the variable is set. Programs that set the variable before they load `entry.mjs` (our build, `astro
 * preview`, tests) keep our server from starting, too.
 */
export const autostart: boolean = process.env['ASTRO_NODE_AUTOSTART'] !== 'disabled';
process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';

const before = process.listeners('unhandledRejection');

/** Listeners of unhandled rejections that @astrojs/node has added: with one, Node no longer ends on any of them. */
export function addedListeners(): readonly NodeJS.UnhandledRejectionListener[] {
  return process.listeners('unhandledRejection').filter((listener) => !before.includes(listener));
}
