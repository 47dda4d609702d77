import { payloadKey } from '../describe/ref.ts'
import type { KeptCall } from './kept-artifact.ts'

/** A warning as data; never holds artifact content. */
export interface CollectWarning {
  code: string
  text: string
}

/** All artifacts of a run and what they come to. */
export interface RunArtifacts {
  readonly calls: KeptCall[]
  /** Bytes of all artifacts, and of those that stand in the payload themselves. */
  readonly used: { total: number; inline: number }
}

/** The key that a tool's next call with artifacts gets; never one that another tool has taken. */
export function nextCall(run: RunArtifacts, tool: string): { tool: string; call: number; key: string } {
  let call = 1 + run.calls.filter((known) => known.tool === tool).length
  let key = payloadKey({ tool, call })
  const isTaken = (known: KeptCall) => known.key === key || (known.tool === tool && known.call === call)
  while (run.calls.some(isTaken)) key = payloadKey({ tool, call: ++call })
  return { tool, call, key }
}
