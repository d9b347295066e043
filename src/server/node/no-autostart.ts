/** What the oldest Node has that this runs on. */
const OLDEST_NODE = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  console.error(`This needs Node ${OLDEST_NODE.join('.')} or newer, and runs on ${process.versions.node}. Start it with another, or with "npm start".`);
  process.exit(1);
}

/**
 * Imported before @astrojs/node, which starts a server of its own when it is loaded unless this variable says otherwise.
 * Programs that set it before loading `entry.mjs` (our build, `astro preview`, tests) start no server of ours either.
 */
export const autostart: boolean = process.env['ASTRO_NODE_AUTOSTART'] !== 'disabled';
process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
