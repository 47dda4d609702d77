import type { AgentInput, MessageFile } from '@pf/core'
import { PfError, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const maxId = 200
const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

/** Validates the input of a transport, so that a fault is reported at the start of a run. Throws PfError `invalid_input` with issues. */
export function checkInput(input: AgentInput): void {
  const issues = [idIssue(input.run_id, '/run_id'), idIssue(input.thread_id, '/thread_id'), ...messageIssues(input.messages), ...contextIssues(input.context)]
  const found = issues.filter((issue) => issue !== undefined)
  if (found.length > 0) throw new PfError('invalid_input', 'The input of the run does not have the documented structure.', { fields: { issues: found } })
}

function idIssue(id: unknown, pointer: string): ValidationIssue | undefined {
  if (typeof id === 'string' && id.length > 0 && id.length <= maxId) return undefined
  return { code: 'invalid_input', pointer, expected: `a string of 1 to ${maxId} characters`, received: typeof id }
}

function messageIssues(messages: unknown): (ValidationIssue | undefined)[] {
  if (!Array.isArray(messages)) return [{ code: 'invalid_input', pointer: '/messages', expected: 'a list', received: typeof messages }]
  return messages.map((message: unknown, index) => {
    const pointer = `/messages/${index}`
    if (!isRecord(message) || !roles.has(String(message.role))) return { code: 'invalid_input', pointer: `${pointer}/role`, expected: [...roles].join(' | ') }
    if (typeof message.content !== 'string')
      return { code: 'invalid_input', pointer: `${pointer}/content`, expected: 'a text', received: typeof message.content }
    return message.files === undefined || areFiles(message.files)
      ? undefined
      : { code: 'invalid_input', pointer: `${pointer}/files`, expected: 'a list of MessageFile', received: typeof message.files }
  })
}

const kinds: readonly unknown[] = ['image', 'audio', 'video', 'document'] satisfies MessageFile['kind'][]
const isText = (value: unknown) => value === undefined || typeof value === 'string'

function areFiles(files: unknown): boolean {
  return Array.isArray(files) && files.every((file: unknown) => isRecord(file) && isFile(file))
}

function isFile({ kind, media_type, name, artifact_id, url, bytes }: Record<string, unknown>): boolean {
  const isSize = bytes === undefined || (Number.isSafeInteger(bytes) && Number(bytes) >= 0)
  return kinds.includes(kind) && typeof media_type === 'string' && [name, artifact_id, url].every(isText) && isSize
}

function contextIssues(context: unknown): (ValidationIssue | undefined)[] {
  return Array.isArray(context) ? [] : [{ code: 'invalid_input', pointer: '/context', expected: 'a list', received: typeof context }]
}
