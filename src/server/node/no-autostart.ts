/** Oldest version of Node on which this runs: major, minor. */
const OLDEST_NODE = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(
    `Node ${process.versions.node} is too old: the server needs ${OLDEST_NODE.join('.')} or newer. Use a newer Node, or "npm start".`,
  );
  process.exit(1);
}

/**
 * Imported before @astrojs/node, which starts a server of its own when it is loaded unless this variable says
 * otherwise. Programs that set it before loading `entry.mjs` (our build, `astro preview`, tests) start no server of
 * ours either.
 */
export const autostart: boolean = process.env['ASTRO_NODE_AUTOSTART'] !== 'disabled';
process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
