import type { Client } from '@modelcontextprotocol/client'
import type { CallGate } from '../call-gate.ts'

/** Whose tools they are. */
export interface ToolSource {
  server: string
  client: Client
  gate: CallGate
  allow: readonly string[] | undefined
  timeoutMs: number
}
