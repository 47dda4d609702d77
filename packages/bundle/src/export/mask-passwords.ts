import type { AnswerEnvelope, JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { secretFieldsOf } from '@pf/registry'
import type { BundledRun, RecordedRequest } from '../format/bundle.ts'

/** Runs without what users typed into password fields, and the removed texts, which may occur elsewhere, such as in arguments of tools. */
export interface MaskedRuns {
  runs: BundledRun[]
  passwords: string[]
}

/** Replaces the values of password fields in recorded answers. */
export function maskPasswords(runs: readonly BundledRun[]): MaskedRuns {
  const passwords: string[] = []
  const questions = new Map(
    runs.flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'pause' ? event.interactions.map((asked) => [asked.tool_call_id, asked] as const) : [])),
    ),
  )
  const mask = (tool_call_id: string | undefined, envelope: AnswerEnvelope): AnswerEnvelope => {
    const asked = tool_call_id === undefined ? undefined : questions.get(tool_call_id)
    if (!asked || !('result' in envelope) || !isRecord(envelope.result)) return envelope
    const result: JsonObject = { ...envelope.result }
    for (const field of secretFieldsOf(asked.component, asked.props)) {
      const value = result[field]
      if (typeof value !== 'string' || value === '') continue
      passwords.push(value)
      result[field] = '[redacted]'
    }
    return { result }
  }
  const maskRequest = (request: RecordedRequest): RecordedRequest => {
    if (request.type === 'answer') return { ...request, envelope: mask(request.tool_call_id, request.envelope) }
    const answers = request.input.answers?.map(({ ref, envelope }) => ({ ref, envelope: mask('tool_call_id' in ref ? ref.tool_call_id : undefined, envelope) }))
    return answers ? { ...request, input: { ...request.input, answers } } : request
  }
  return { runs: runs.map((run) => ({ ...run, requests: run.requests.map(maskRequest) })), passwords }
}
