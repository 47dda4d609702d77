import type { Scope, StorePorts } from '@pf/core'
import { openRun, type RunWriter } from '../support/open-run.ts'
import { someLine, someQuestion } from '../support/some-events.ts'

/** One thing of every kind that an owner can have. */
export interface SomeData {
  run: RunWriter
  question_id: string
  draft_id: string
  artifact_id: string
}

/** Stores a finished run with a question, a line of the conversation, a draft and an artifact. */
export async function storeSomething({ storage, drafts, artifacts }: StorePorts, scope: Scope): Promise<SomeData> {
  const run = await openRun(storage, scope)
  const question = someQuestion(run.run)
  await run.write('first', 'second \u0000 \ud800')
  await run.commit({ state: { expect_version: 0, value: { step: 1 } }, pending: [question], thread: [someLine(run.run, 'hello')] })
  await run.finish()
  const draft_id = `draft of ${run.run.run_id}`
  const texts = { artifact_draft_text: 'text', user_text: '', artifact_final_text: null }
  await drafts?.save(scope, { draft_id, state: 'draft', version: 1, ...texts, versions: [], run_id: run.run.run_id }, 0)
  const { artifact_id } = await artifacts.put(scope, new Uint8Array(10), { media_type: 'text/plain', source_tool: 'tool', run_id: run.run.run_id })
  return { run, question_id: question.id, draft_id, artifact_id }
}
