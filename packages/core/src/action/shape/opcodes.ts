import type { Opcode } from '../../contracts/action.ts'

/** The meaning of a `next_node`. `exact` is false if the model wrote the name differently. */
export interface NodeName {
  node: string
  kind: Opcode | 'tool'
  exact: boolean
  /** Set if the tool was recognized although its name was written differently. */
  resolved?: true
  /** The mode of a task, if the name contains it. */
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

/**
 * Returns the opcode for a name, or undefined for a tool. Accepts aliases, any letter case, and blanks or hyphens in place of `_`. Tools
 * cannot have such a name.
 */
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

/** Reduces a name to its letters and digits, in lower case. */
const squashed = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns the only tool that a name can refer to. Models write names with different case, with a namespace from their training
 * (`functions.x`), or with an additional mark or number at the end. Returns any other name unchanged.
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

/** Reads a `next_node`. Returns undefined if it is not a usable name. */
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

/** True for an opcode or an alias, written exactly as in the table. */
export function isAlias(name: string): boolean {
  return opcodes.has(name)
}
