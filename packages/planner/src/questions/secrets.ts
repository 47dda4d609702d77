import { isRecord } from '@pf/core/internal'
import type { AgentTool } from '../tools/agent-tool.ts'

const reference = /^<secret:([^>]{1,64})>$/

/** Returns the names of a tool's arguments that accept a secret: strings whose schema contains `format: "password"` or `writeOnly: true`. */
export function secretArgs({ input, work }: Pick<AgentTool, 'input' | 'work'>): string[] {
  if (work.kind !== 'host' || !isRecord(input) || !isRecord(input.properties)) return []
  return Object.entries(input.properties).flatMap(([name, schema]) =>
    isRecord(schema) && (schema.format === 'password' || schema.writeOnly === true) ? [name] : [],
  )
}

/**
 * Returns the arguments for the tool. If its schema requests a secret and the model wrote `<secret:FIELD>`, the reference is replaced by
 * the value that the user entered in that field. The model, the log and all other arguments keep the reference.
 */
export function withSecrets(
  { secretFields }: { readonly secretFields: ReadonlyMap<string, string> },
  tool: AgentTool,
  args: Record<string, unknown>,
): Record<string, unknown> {
  const filled = secretArgs(tool).flatMap((name): [string, string][] => {
    const given = Object.hasOwn(args, name) ? args[name] : undefined
    const field = typeof given === 'string' ? reference.exec(given)?.[1] : undefined
    const secret = field === undefined ? undefined : secretFields.get(field)
    return secret === undefined ? [] : [[name, secret]]
  })
  return filled.length === 0 ? args : { ...args, ...Object.fromEntries(filled) }
}
