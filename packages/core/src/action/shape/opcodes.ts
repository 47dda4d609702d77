import type { Opcode } from '../../contracts/action.ts'

/** What a `next_node` stands for. `exact` is false when it was not written the way it is passed on. */
export interface NodeName {
  node: string
  kind: Opcode | 'tool'
  exact: boolean
  /** Of a task whose kind stands in its name. */
  mode?: 'subagent' | 'job'
}

const maxNameLength = 256
const maxAliasLength = 32
const firstLetters = 'ptf'
const mayBeAlias = /^[ptf]/i
/** Letters, digits and what stands between them in names; no quotes, braces or line ends. */
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

/** The opcode a name is read as: also aliases, in any case, with blanks or hyphens for `_`. No tool may have such a name. */
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

/** Reads a `next_node`; undefined when it is no usable name. */
export function readNodeName(name: string, tools: readonly string[]): NodeName | undefined {
  if (isOpcode(name)) return { node: name, kind: name, exact: true }
  const node = name.length > maxNameLength * 2 ? '' : name.trim()
  if (node.length > maxNameLength || !usable.test(node)) return undefined
  const found = mayBeAlias.test(node) && !tools.includes(node) ? findOpcode(node) : undefined
  if (!found) return { node, kind: 'tool', exact: node === name }
  return { node: found.node, kind: found.node, exact: false, ...(found.mode ? { mode: found.mode } : {}) }
}

/** True for the canonical opcodes. */
export function isOpcode(name: string): name is Opcode {
  return name === 'plan' || name === 'task' || name === 'final_response'
}

/** True for an opcode or one of its aliases, written as the table has it. */
export function isAlias(name: string): boolean {
  return firstLetters.includes(name.charAt(0)) && opcodes.has(name)
}
