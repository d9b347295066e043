/**
 * Milliseconds of processor time that this process has used: for limits of work that has to stay cheap. Other work of
 * the machine does not count.
 */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
