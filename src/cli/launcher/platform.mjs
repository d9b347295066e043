/**
 * Where packages with binaries run, in the words of npm's `os`, `cpu` and `libc`.
 * @typedef {{ readonly os: string, readonly cpu: string, readonly libc: 'glibc' | 'musl' | null }} Platform
 */

/** @returns {Platform} of this process; the report is made when it is asked for */
export function currentPlatform() {
  return {
    os: process.platform,
    cpu: process.arch,
    get libc() {
      return libcOf();
    },
  };
}

/** Node's report names the version of glibc that it runs on; it has none on musl. @returns {Platform['libc']} */
function libcOf() {
  if (process.platform !== 'linux') return null;
  // Asking for the names of open connections may take seconds.
  process.report.excludeNetwork = true;
  /** @type {unknown} */
  const report = process.report.getReport();
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : {};
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header ? 'glibc' : 'musl';
}
