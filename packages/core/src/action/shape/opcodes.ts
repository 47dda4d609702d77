import type { Opcode } from '../../contracts/action.ts'

/** The meaning of a `next_node`. `exact` is false when it was not written in the form in which it is passed on. */
export interface NodeName {
  node: string
  kind: Opcode | 'tool'
  exact: boolean
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

/** Reads a `next_node`. Returns undefined when it is not a usable name. */
export function readNodeName(name: string, tools: readonly string[]): NodeName | undefined {
  if (isOpcode(name)) return { node: name, kind: name, exact: true }
  const node = name.length > maxNameLength * 2 ? '' : name.trim()
  if (node.length > maxNameLength || !usable.test(node)) return undefined
  const found = tools.includes(node) ? undefined : findOpcode(node)
  if (!found) return { node, kind: 'tool', exact: node === name }
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
