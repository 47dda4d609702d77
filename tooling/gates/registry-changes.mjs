// Compares registry.json with that of the last release, `api/registry.json`. A change that refuses props which were valid before, or that
// removes or renames a component, is a breaking change of @pf/registry and needs a changeset that says so. `npm run version-packages` updates
// the file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { breakingChanges } from './schema-changes.mjs'

const RELEASED = 'api/registry.json'

/** Returns what a changed registry breaks, as texts. `before` and `after` are the parsed files. */
export function breakingComponents(before, after) {
  const now = new Map(after.components.map((component) => [component.name, component]))
  return before.components.flatMap((old) => {
    const component = now.get(old.name)
    if (!component) return [`${old.name}: the component is removed`]
    const changes = breakingChanges(old.propsSchema, component.propsSchema).map((text) => `${old.name}: ${text}`)
    if (component.interactive !== old.interactive) changes.push(`${old.name}: interactive is ${component.interactive} instead of ${old.interactive}`)
    const lost = JSON.stringify(old.dataPaths.filter((path) => !component.dataPaths.includes(path)))
    if (lost !== '[]') changes.push(`${old.name}: ${lost} no longer take data references`)
    return changes
  })
}

/** Whether a changeset states a breaking change of @pf/registry and names the component in backticks. `pages` are the texts of the changesets. */
export const isAnnounced = (pages, name) =>
  pages.some((page) => /^---\n[\s\S]*?['"]@pf\/registry['"]: (?:minor|major)\n[\s\S]*?---\s+Breaking: /.test(page) && page.includes(`\`${name}\``))

/** The parts of registry.json that pages and models rely on, with the version of the package. */
function contract() {
  const { components } = JSON.parse(readFileSync('packages/registry/registry.json', 'utf8'))
  const { version } = JSON.parse(readFileSync('packages/registry/package.json', 'utf8'))
  return { version, components: components.map(({ name, interactive, propsSchema, dataPaths }) => ({ name, interactive, propsSchema, dataPaths })) }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--update')) {
    writeFileSync(RELEASED, `${JSON.stringify(contract(), null, 2)}\n`)
    process.exit(0)
  }
  const released = existsSync(RELEASED) ? JSON.parse(readFileSync(RELEASED, 'utf8')) : {}
  const current = contract()
  if (released.version !== current.version) {
    console.error(`${RELEASED} is not that of @pf/registry ${current.version}; run: npm run pf -- node tooling/gates/registry-changes.mjs --update`)
    process.exit(1)
  }
  const changes = breakingComponents(released, current)
  const pages = readdirSync('.changeset')
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(`.changeset/${file}`, 'utf8'))
  const silent = changes.filter((change) => !isAnnounced(pages, change.split(':')[0]))
  if (silent.length === 0) process.exit(0)
  for (const change of silent) console.error(change)
  console.error(
    'registry.json breaks pages or models of the last release: add a changeset of @pf/registry that begins with "Breaking: " and names the component in backticks, or undo the change',
  )
  process.exit(1)
}
