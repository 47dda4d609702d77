import type { SourceFile } from '../checks/source-files.ts'

/** A file with its new text. */
export interface Registered {
  path: string
  text: string
}

/**
 * Adds a tool to the list of the only agent of an app: an import behind the other ones, and the name at the end of `tools: [ … ]`. Returns
 * undefined if there is not exactly one such list, or if the name is in use in that file; then the user has to add it.
 */
export function registerTool(files: readonly SourceFile[], { value, from }: { value: string; from: (path: string) => string }): Registered | undefined {
  const agents = files.filter(({ path, text }) => /\.[cm]?[jt]sx?$/.test(path) && !/\.(test|spec|d)\./.test(path) && /\bcreateAgent\s*\(/.test(text))
  const [agent, ...others] = agents
  if (!agent || others.length > 0) return undefined
  const { path, text } = agent
  const lists = [...text.matchAll(/\btools\s*:\s*\[([^[\]]*)\]/g)]
  const [list] = lists
  if (!list || lists.length > 1 || new RegExp(`\\b${value}\\b`).test(text)) return undefined
  const imports = [...text.matchAll(/^import\b[^'"]*['"][^'"\n]+['"];?[ \t]*$/gm)]
  const last = imports.at(-1)
  const behind = last ? last.index + last[0].length : 0
  if (behind > list.index) return undefined
  const items = list[1]?.trim().replace(/,$/, '') ?? ''
  const changed = `tools: [${items === '' ? value : `${items}, ${value}`}]`
  const line = `import { ${value} } from '${from(path)}'${last?.[0].trimEnd().endsWith(';') ? ';' : ''}`
  const before = text.slice(0, behind)
  const middle = text.slice(behind, list.index)
  return { path, text: `${before}${last ? '\n' : ''}${line}${last ? '' : '\n'}${middle}${changed}${text.slice(list.index + list[0].length)}` }
}
