/** Returns the text of a pnpm-workspace.yaml with these overrides. Earlier overrides of the same packages are replaced, and everything else is kept. */
export function withOverrides(text, files) {
  const lines = Object.entries(files).map(([name, file]) => `  '${name}': '${file}'`)
  const kept = text.split('\n').filter((line) => !Object.keys(files).some((name) => new RegExp(`^\\s+['"]?${name}['"]?:`).test(line)))
  const at = kept.findIndex((line) => /^overrides:\s*(\{\s*\})?\s*(#.*)?$/.test(line))
  if (at >= 0) return [...kept.slice(0, at), 'overrides:', ...lines, ...kept.slice(at + 1)].join('\n')
  const before = kept.join('\n').trimEnd()
  // pnpm 9 refuses a file without `packages`.
  const members = /^packages:/m.test(before) ? '' : `packages:\n  - .\n`
  return `${before === '' ? '' : `${before}\n`}${members}overrides:\n${lines.join('\n')}\n`
}
