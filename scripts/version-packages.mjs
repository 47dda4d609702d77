// Takes the changesets: writes the next versions and change logs, and makes the registry of this version the one that later changes are
// compared with. Arguments go to `changeset version`, such as `--snapshot canary`.
import { spawnSync } from 'node:child_process'

for (const args of [
  ['node_modules/@changesets/cli/bin.js', 'version', ...process.argv.slice(2).filter((word) => word !== '--')],
  ['tooling/gates/registry-changes.mjs', '--update'],
]) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
