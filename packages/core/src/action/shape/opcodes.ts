import type { Opcode } from '../../contracts/action.ts'

/** The meaning of a `next_node`. `exact` is false when it was not written in the form in which it is passed on. */
export interface NodeName {
  node: string
  kind: Opcode | 'tool'
  exact: boolean
  /** The tool was recognized although its name was written in another way. */
  resolved?: true
  /** The mode of a task whose name contains it. */
  mode?: 'subagent' | 'job'
}

const maxNameLength = 256
const maxAliasLength = 32
/** Letters, digits and separators of names; no quotes, braces or line ends. */
const usable = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} _.:/@-]*$/u
const opcodes = new Map<string, { node: Opcode; mode?: 'subagent' | 'job' }>([
  ['plan', { node: 'plan' }],
  ['parallel', { node: 'plan' }],
  ['multi_tool_use.parallel', { node: 'plan' }],
  ['task', { node: 'task' }],
  ['task.subagent', { node: 'task', mode: 'subagent' }],
  ['task.tool', { node: 'task', mode: 'job' }],
  ['final_response', { node: 'final_response' }],
  ['final_answer', { node: 'final_response' }],
])

/** The opcode that a name is read as, undefined for a tool. Aliases, any letter case, and blanks or hyphens for `_` are recognized; no tool may have such a name. */
export function opcodeOf(name: string): Opcode | undefined {
  return findOpcode(name)?.node
}

function findOpcode(name: string) {
  if (name.length > maxAliasLength) return undefined
  return opcodes.get(
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
}

/** Letters, digits and nothing else, in lower case. */
const squashed = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The tool that a name can only mean: models write names in other cases, with the namespace of their training (`functions.x`) in front,
 * or with a mark or a number behind. Returns any other name as it is.
 */
export function resolveToolName(name: string, tools: readonly string[]): string {
  if (tools.length === 0 || tools.includes(name) || name.length > maxNameLength * 2) return name
  const bare = name.replace(/<[|｜][\s\S]*$|:\d+$/, '')
  for (const text of [bare, bare.replace(/^(?:(?:functions?|tools?|default_api|api|multi_tool_use)[.:/])+/i, '')]) {
    const found = tools.filter((tool) => squashed(tool) === squashed(text))
    if (found.length === 1) return found[0] ?? name
    if (findOpcode(text)) return text
  }
  return name
}

/** Reads a `next_node`. Returns undefined when it is not a usable name. */
export function readNodeName(given: string, tools: readonly string[]): NodeName | undefined {
  if (isOpcode(given)) return { node: given, kind: given, exact: true }
  const name = resolveToolName(given, tools)
  const resolved = name !== given && { resolved: true as const }
  const node = name.length > maxNameLength * 2 ? '' : name.trim()
  if (node.length > maxNameLength || !usable.test(node)) return undefined
  const found = tools.includes(node) ? undefined : findOpcode(node)
  if (!found) return { node, kind: 'tool', exact: node === name, ...resolved }
  return { node: found.node, kind: found.node, exact: false, ...(found.mode ? { mode: found.mode } : {}) }
}

/** True for the canonical opcodes. */
export function isOpcode(name: string): name is Opcode {
  return name === 'plan' || name === 'task' || name === 'final_response'
}

/** True for an opcode or an alias in the exact form of the table. */
export function isAlias(name: string): boolean {
  return opcodes.has(name)
}
