import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }
/** The page loads its own scripts and styles, and nothing else: no requests, no images of other servers, no frames with an address. */
const security =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"

/** Serves a bundled page on loopback. */
export async function servePage(files: ReadonlyMap<string, Uint8Array>): Promise<{ address: string; close(): Promise<void> }> {
  const names = [...files.keys()]
  const styles = names.filter((name) => name === 'stdin.css').map((name) => `<link rel="stylesheet" href="${name}">`)
  const page = `<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">${styles.join('')}<script type="module" src="stdin.js"></script><body></body></html>`
  const server = createServer(({ url = '/' }, response) => {
    const body = url === '/' ? page : files.get(url.slice(1))
    const type = url === '/' ? 'text/html; charset=utf-8' : (types[extname(url)] ?? 'application/octet-stream')
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': security, 'x-content-type-options': 'nosniff' })
    response.end(body)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
