import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The manifest and the tarball of a published package. */
export interface Published {
  manifest: { name: string; version: string; dependencies?: Record<string, string>; exports?: unknown }
  tarball: Buffer
}

/** A package registry on loopback that contains only the packages published to it. */
export interface PackageRegistry {
  /** URL without a trailing slash. */
  url: string
  published: Published[]
  close(): Promise<void>
}

interface Upload {
  name: string
  versions: Record<string, Published['manifest']>
  _attachments: Record<string, { data: string }>
}

/** Creates a registry with the part of npm's protocol that publishing needs. */
export async function createPackageRegistry(): Promise<PackageRegistry> {
  const published: Published[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.method === 'PUT') published.push(...read(JSON.parse(body.toString()) as Upload))
    const name = decodeURIComponent(request.url ?? '').slice(1)
    const found = request.method === 'PUT' ? { ok: true } : packument(published, name)
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? { error: 'Not found' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    published,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function read({ versions, _attachments }: Upload): Published[] {
  const [attachment] = Object.values(_attachments)
  return Object.values(versions).map((manifest) => ({ manifest, tarball: Buffer.from(attachment?.data ?? '', 'base64') }))
}

function packument(published: readonly Published[], name: string) {
  const own = published.filter(({ manifest }) => manifest.name === name).map(({ manifest }) => manifest)
  const latest = own.at(-1)?.version
  return latest && { name, 'dist-tags': { latest }, versions: Object.fromEntries(own.map((manifest) => [manifest.version, manifest])) }
}
