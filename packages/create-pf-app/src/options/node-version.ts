/** Returns a message if a version of Node is older than `engines.node` of the package, such as `>=22.16`. */
export function nodeFault(engines: string, running: string): string | undefined {
  const needed = engines.replace(/^>=/, '')
  const [major = 0, minor = 0] = running.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number)
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return undefined
  return `create-pf-app needs Node ${needed} or newer, and this is Node ${running}. Install a newer Node, for example from https://nodejs.org.`
}
