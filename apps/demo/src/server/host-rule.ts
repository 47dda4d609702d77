/** Which Host header may be asked for: a page on a foreign name that was made to point at this machine must not spend the model key. */
export interface HostRule {
  allows(request: Request): boolean
  message: string
}

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** On a loopback address only its names count; whoever listens wider has chosen to be reached by other names. */
export function createHostRule(host: string): HostRule {
  const local = host === 'localhost' || host === '::1' || host.startsWith('127.')
  const own = host.includes(':') ? `[${host}]` : host
  const allowed = new Set([...loopback, own])
  return {
    allows: (request) => !local || allowed.has(new URL(request.url).hostname),
    message: 'This server answers only under localhost. Set HOST to be reached by another name.',
  }
}
