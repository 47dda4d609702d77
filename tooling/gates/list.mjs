const node = (script, ...args) => [process.execPath, [script, ...args]]
const pnpm = (...args) => ['pnpm', ['exec', ...args]]

const build = { name: 'build', line: pnpm('turbo', 'run', 'build', '--output-logs=errors-only', '--concurrency=2') }

/** Static gates: the build, then the others two at a time, the longest first. Each counts as one in the last line of the output. */
const checks = [
  build,
  { name: 'types', line: pnpm('tsc', '-p', '.') },
  { name: 'layers can fail', line: node('tooling/gates/layers-faults.mjs') },
  { name: 'public types', line: node('tooling/gates/api.mjs') },
  { name: 'snippets of the pages', line: node('tooling/gates/snippets.mjs') },
  { name: 'types of made apps', line: node('tooling/gates/made-apps.mjs') },
  { name: 'layers', line: pnpm('depcruise', 'packages', 'apps', 'examples', 'bench', '--config', '.dependency-cruiser.mjs') },
  { name: 'nothing unused', line: pnpm('knip', '--no-progress') },
  { name: 'sizes', line: node('tooling/gates/sizes.mjs'), show: true },
  { name: 'format and lint', line: pnpm('biome', 'ci', '--error-on-warnings') },
  { name: 'manifests', line: node('tooling/gates/manifests.mjs') },
  { name: 'built roots are neutral', line: node('tooling/gates/built-roots.mjs') },
  { name: 'changesets', line: node('tooling/gates/changesets.mjs') },
  { name: 'changes of the registry', line: node('tooling/gates/registry-changes.mjs') },
  { name: 'generated files', line: node('tooling/gates/generated.mjs') },
  { name: 'readme and links', line: node('tooling/gates/readme.mjs') },
  { name: 'casing of the public names', line: node('tooling/gates/casing.mjs') },
  { name: 'no foreign paths', line: node('tooling/gates/clean-text.mjs') },
]

/** Gates of the slow suite. */
const slow = [build, { name: 'packed packages', line: node('tooling/gates/packed.mjs') }]

export const gates = (command) => (command === 'test:full' ? slow : checks)
