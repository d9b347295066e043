/**
 * Platform that packages with binaries run on, in the words of npm's `os`, `cpu` and `libc`.
 * @typedef {{ readonly os: string, readonly cpu: string, readonly libc: 'glibc' | 'musl' | null }} Platform
 */

/** @returns {Platform} of this process; what costs a while is found out once, and when it is asked for */
export function currentPlatform() {
  /** @type {Platform['libc'] | undefined} */
  let libc;
  return {
    os: process.platform,
    cpu: process.arch,
    get libc() {
      libc ??= libcOf();
      return libc;
    },
  };
}

/** Node's report names the version of glibc that it runs on; it has none on musl. @returns {Platform['libc']} */
function libcOf() {
  if (process.platform !== 'linux') return null;
  // Asking for the names of open connections may take seconds. Node 20 always does: it is asked before there are any.
  process.report.excludeNetwork = true;
  /** @type {unknown} */
  const report = process.report.getReport();
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : {};
  return typeof header === 'object' && header !== null && 'glibcVersionRuntime' in header ? 'glibc' : 'musl';
}
