import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Returns the publishable packages: folder name, absolute folder, parsed package.json. */
export function packages() {
  return readdirSync('packages')
    .filter((name) => existsSync(join('packages', name, 'package.json')))
    .map((name) => {
      const folder = resolve('packages', name)
      return { name, folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }
    })
}
