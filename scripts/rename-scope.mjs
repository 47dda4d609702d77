// Renames the npm scope of the packages everywhere, for a fork that publishes under a name of its own:
//   npm run rename-scope -- @acme
// The scope in use is `pf.scope` of package.json. Files that git tracks are changed, and nothing else: commit or stash your changes first.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'

const next = process.argv.slice(2).filter((word) => word !== '--')[0] ?? ''
const { scope } = JSON.parse(readFileSync('package.json', 'utf8')).pf
if (!/^@[a-z0-9][a-z0-9._-]{0,100}$/.test(next))
  stop(`Give the new scope in small letters, digits, ".", "_" and "-": npm run rename-scope -- @acme. The scope is ${scope} now.`)
if (next === scope) stop(`The scope is ${scope} already.`)
if (git('status', '--porcelain') !== '')
  stop('There are changes that are not committed. Commit or stash them first, so that the renaming can be looked at and undone.')

/** A scope as it stands in code, texts and regular expressions, but neither as the beginning of another name nor as the example of this command. */
const patternOf = (name) => new RegExp(`(?<!rename-scope -- )${escaped(name)}(?![\\w-]|\\.\\w)`, 'g')
const used = patternOf(scope)
const taken = patternOf(next)
const files = git('ls-files', '-z')
  .split('\0')
  .filter((file) => file !== '' && existsSync(file) && lstatSync(file).isFile())
  .map((file) => [file, readFileSync(file)])
  .filter(([, content]) => !content.includes(0))
  .map(([file, content]) => [file, content.toString('utf8')])
const clash = files.find(([file, text]) => file !== 'pnpm-lock.yaml' && text.search(taken) >= 0)
if (clash) stop(`${next} is in use in ${clash[0]}: choose a scope that no file names.`)

let changed = 0
for (const [file, text] of files) {
  const renamed = text.replace(used, next)
  if (renamed === text) continue
  writeFileSync(file, renamed)
  changed++
}
console.log(`Renamed ${scope} to ${next} in ${changed} files.
Next:
  npm run pf -- pnpm install --no-frozen-lockfile                  links the packages under their new names
  npm run pf -- pnpm exec biome check --write                      sorts the imports
  npm run check                                                    builds and checks everything
Then set \`repository\` in each package.json and the address in SECURITY.md.`)

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) stop(`git ${args[0]}: ${stderr}`)
  return stdout
}

function escaped(text) {
  return text.replace(/[.]/g, '\\.')
}

function stop(text) {
  console.error(text)
  process.exit(1)
}
