/**
 * Imported before @astrojs/node, which starts a server of its own when it is loaded unless this variable says otherwise.
 * Whoever sets it before loading `entry.mjs` (our build, `astro preview`, tests) wants no server of ours either.
 */
export const autostart: boolean = process.env['ASTRO_NODE_AUTOSTART'] !== 'disabled';
process.env['ASTRO_NODE_AUTOSTART'] = 'disabled';
