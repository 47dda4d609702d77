import { getOwn, isRecord } from '@pf/core/internal'
import { isToolResponse } from './tool-response.ts'

/** What a stored or returned artifact is. */
export interface ReadToolResponse {
  wrapped: boolean
  /** The artifact itself, out of its wrapper. */
  data: unknown
  artifact_id?: string
  mcp_execution_id?: string
  skill_id?: string
}

/** Takes a ToolResponse apart; anything else comes back as it is, `wrapped: false`. */
export function readToolResponse(value: unknown): ReadToolResponse {
  const skill_id = extractSkillId(value)
  const skill = skill_id === undefined ? {} : { skill_id }
  if (!isToolResponse(value)) return { wrapped: false, data: value, ...skill }
  const execution = text(value, 'mcp_execution_id')
  return { wrapped: true, data: value.artifact, artifact_id: value.artifact_id, ...(execution === undefined ? {} : { mcp_execution_id: execution }), ...skill }
}

/** Skill id of an artifact: its own top level, then (in a wrapper) the wrapper's, then `_metadata`. */
export function extractSkillId(value: unknown): string | undefined {
  const inner = isToolResponse(value) ? text(value.artifact, 'skill_id') : undefined
  return inner ?? text(value, 'skill_id') ?? text(isRecord(value) ? getOwn(value, '_metadata') : undefined, 'skill_id')
}

function text(value: unknown, key: string): string | undefined {
  const found = isRecord(value) ? getOwn(value, key) : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
