const longest = 64

/** Names an agent can take for the tools of a server: `SERVER_TOOL`, other signs as `_`, too long or doubled ones with a short hash of the real name. */
export function toolNames(server: string, names: readonly string[]): string[] {
  const plain = names.map((name) => `${server}_${name.replace(/[^A-Za-z0-9_.-]/g, '_')}`)
  const counts = new Map<string, number>()
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1)
  return plain.map((name, index) => {
    if (name.length <= longest && counts.get(name) === 1) return name
    const suffix = `_${hashOf(`${names[index]}#${counts.get(name) === 1 || new Set(names).size === names.length ? '' : index}`)}`
    return `${name.slice(0, longest - suffix.length)}${suffix}`
  })
}

/** FNV-1a as eight hex digits: the same name gives the same tool name in every process. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
