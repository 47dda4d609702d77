// Checks the published manifest of each package: exports without the source condition, and the existence of every target. `--update` rewrites it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages } from '../packages.mjs'

const update = process.argv.includes('--update')
const faults = []
for (const { name, folder, manifest } of packages()) {
  const wanted = withoutSource(manifest.exports)
  if (JSON.stringify(manifest.publishConfig?.exports) !== JSON.stringify(wanted)) {
    if (update)
      writeFileSync(
        join(folder, 'package.json'),
        `${JSON.stringify({ ...manifest, publishConfig: { ...manifest.publishConfig, exports: wanted } }, null, 2)}\n`,
      )
    else faults.push(`${name}: publishConfig.exports differs from exports; run: npm run pf -- node tooling/gates/manifests.mjs --update`)
  }
  if (!existsSync(join(folder, 'dist')) && targets(manifest.exports).some((target) => target.startsWith('./dist/')))
    faults.push(`${name}: is not built; run: npm run pf -- pnpm exec turbo run build --filter='./packages/*'`)
  else
    for (const target of targets(manifest.exports)) if (!existsSync(join(folder, target))) faults.push(`${name}: exports names ${target}, which does not exist`)
  for (const script of ['preinstall', 'install', 'postinstall']) if (manifest.scripts?.[script]) faults.push(`${name}: has an install script`)
  if (!existsSync(join(folder, 'README.md'))) faults.push(`${name}: has no README.md`)
  if (manifest.license !== 'Apache-2.0') faults.push(`${name}: license is ${manifest.license}`)
}
const demo = JSON.parse(readFileSync('apps/demo/package.json', 'utf8'))
if (!demo.private || !demo.version) faults.push('apps/demo must be private and have a version of its own')
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)

function withoutSource(value) {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'pf-source')
      .map(([key, inner]) => [key, withoutSource(inner)]),
  )
}

function targets(value) {
  if (typeof value === 'string') return [value]
  return Object.values(value).flatMap(targets)
}
