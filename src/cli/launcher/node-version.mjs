/** The first Node that Astro and the TypeScript of this product run on. */
const NEEDED = [22, 12];
/** The first Node that can fetch a newer one: what npm and the packages ask for. */
const OLDEST = [20, 19];

/**
 * Reports what a version of Node can do.
 * @param {string} version such as `22.12.0`
 * @returns {'runs' | 'fetches' | 'too-old'} `fetches`: it can fetch a runtime and start the product with it (DESIGN §2)
 */
export function fitness(version) {
  if (isAtLeast(version, NEEDED)) return 'runs';
  return isAtLeast(version, OLDEST) ? 'fetches' : 'too-old';
}

/** @param {string} version @param {readonly number[]} least major and minor */
function isAtLeast(version, [leastMajor = 0, leastMinor = 0]) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
