import { readObject } from '@pf/core/internal'
import { createActionStream } from '../../model-calls/action-stream.ts'
import { callModel } from '../../model-calls/call-model.ts'
import { outOfBudget } from '../../model-calls/out-of-budget.ts'
import type { Run } from '../../run/run.ts'
import { counters } from '../../telemetry/counters.ts'
import { isPfError } from '../../util/thrown-message.ts'

interface Texts {
  artifact: string
  user: string
}

const schema = {
  type: 'object',
  properties: { artifact_text: { type: 'string' }, user_text: { type: 'string' } },
  required: ['artifact_text', 'user_text'],
  additionalProperties: false,
}

/**
 * The optional packaging call: requests the finished texts as structured output, which clients never see. A reply that does not repeat the
 * texts exactly is rejected with a warning; the parsed texts are stored in any case.
 */
export async function packDraft(run: Run, { artifact, user }: Texts): Promise<void> {
  if (!run.agent.packaging || (await outOfBudget(run))) return
  const content = `Return exactly these two texts as JSON with the keys artifact_text and user_text, unchanged to the last character:\n${JSON.stringify({ artifact_text: artifact, user_text: user })}`
  const silent = { ...createActionStream(run), raw: () => undefined, reasoning: () => undefined }
  try {
    const turn = await callModel(run, { messages: [{ role: 'user', content }], stream: silent, responseFormat: { name: 'draft', schema } })
    if (!same(turn.text, { artifact, user })) refuse(run, 'The packaging call changed the texts; the original texts were kept.')
  } catch (error) {
    if (run.segment.signal.aborted || !isPfError(error)) throw error
    refuse(run, 'The packaging call failed; the original texts were kept.')
  }
}

function refuse(run: Run, text: string): void {
  counters.draft('packaging_refused', 'mismatch')
  run.emit({ type: 'warning', step: run.state.step, code: 'packaging_refused', text })
}

function same(text: string, { artifact, user }: Texts): boolean {
  const value = readObject(text)
  return value?.artifact_text === artifact && value.user_text === user
}
