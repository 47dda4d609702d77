import { type DraftRecord, type DraftStore, type Lease, PfError } from '@pf/core'
import { RunStopped } from '../../hooks/run-stopped.ts'
import type { Outcome } from '../../run/outcome.ts'
import type { Run } from '../../run/run.ts'
import { isInstanceOf, isPfError } from '../../util/thrown-message.ts'
import { withDraftLock } from './draft-lock.ts'
import { type Generated, generateDraft } from './generate-draft.ts'
import { packDraft } from './pack-draft.ts'

/**
 * Runs the strategy artifact-first. The artifact and then the discussion are shown while they are written. The draft is stored only if the
 * entire reply has the required form, and the final text is never written here. The id of the thread is the id of the draft. `draft_done`
 * is sent exactly once, regardless of how the run ends.
 */
export async function runArtifactFirst(run: Run): Promise<Outcome> {
  const { drafts, storage } = run.agent.ports
  if (!drafts) throw new PfError('invalid_config', 'The strategy artifact-first needs ports.drafts.')
  const lock = { storage, scope: run.scope, draftId: run.threadId }
  const result = await withDraftLock(lock, (lease) => draft(run, drafts, lease))
  if (!result) throw new PfError('busy', 'Another generation of this draft is in progress.')
  return result.value
}

/** Emits `draft_done` for a generation that ended without a draft, unless it was sent before, so that clients stop waiting. */
export function endDraft(run: Run, reason: unknown): void {
  if (!run.segment.draftDoneSent) emitDraftDone(run, { ok: false, parse_ok: false, error: messageOf(reason) })
}

async function draft(run: Run, drafts: DraftStore, lease: () => Lease): Promise<Outcome> {
  Object.assign(run.state, { step: 1 })
  const before = await drafts.load(run.scope, run.threadId)
  // The process ended after the draft was stored and before its last event.
  if (before && before.state === 'draft' && before.run_id === run.runId) return completeDraft(run, before)
  const working: DraftRecord = { ...(before ?? emptyDraft(run.threadId)), state: 'drafting', run_id: run.runId }
  delete working.error
  const keep = async (record: DraftRecord) => {
    if (!(await drafts.save(run.scope, record, working.version, lease())))
      throw new PfError('store_failed', 'The draft was changed by someone else in the meantime.')
  }
  await keep(working)
  const restore = (error: string) => keep({ ...working, state: stateBefore(before), error }).catch(() => undefined)
  try {
    const generated = await generateDraft(run, run.threadId, before)
    if (generated.kind !== 'draft') return await fail(run, generated, restore)
    const done = nextVersion(run, working, generated)
    await packDraft(run, generated)
    await keep(done)
    return completeDraft(run, done)
  } catch (error) {
    const reason: unknown = run.segment.signal.aborted ? run.segment.signal.reason : error
    await restore(messageOf(reason))
    throw reason
  }
}

function messageOf(reason: unknown): string {
  if (isInstanceOf(reason, RunStopped)) return reason.answer
  return isPfError(reason) ? reason.message : 'The draft could not be written.'
}

/** Returns the record of a draft before its first version. */
export const emptyDraft = (draft_id: string): DraftRecord => ({
  draft_id,
  state: 'drafting',
  version: 0,
  artifact_draft_text: '',
  user_text: '',
  artifact_final_text: null,
  versions: [],
  run_id: '',
})

/** Returns the state that a failed generation restores. A generation whose process ended leaves the state `drafting` behind. */
function stateBefore(before: DraftRecord | undefined): DraftRecord['state'] {
  if (!before || before.version === 0) return 'drafting'
  return before.confirmed_version === before.version ? 'confirmed' : 'draft'
}

function nextVersion(run: Run, working: DraftRecord, { artifact, user }: Extract<Generated, { kind: 'draft' }>): DraftRecord {
  const version = working.version + 1
  const request = run.state.history.findLast(({ role }) => role === 'user')?.content ?? ''
  const entry = { version, artifact_text: artifact, user_text: user, request, created: run.agent.now() }
  return { ...working, state: 'draft', version, artifact_draft_text: artifact, user_text: user, versions: [...working.versions, entry] }
}

const apology = 'The model did not return the text in the required format, even after a second request. Nothing was changed. Please try again.'

async function fail(run: Run, generated: Exclude<Generated, { kind: 'draft' }>, restore: (error: string) => Promise<void>): Promise<Outcome> {
  if (generated.kind === 'spent') {
    await restore(generated.outcome.error?.message ?? apology)
    emitDraftDone(run, { ok: false, parse_ok: false, error: generated.outcome.error?.message ?? apology })
    return generated.outcome
  }
  const refused = generated.kind === 'refused'
  const text = refused ? generated.text : apology
  await restore(text)
  emitDraftDone(run, { ok: true, parse_ok: false, error: text })
  if (refused) return { reason: 'answer', args: { answer: text }, route: 'refusal' }
  const error = new PfError('repair_exhausted', `The reply of the model did not have the required format (${generated.reason}).`)
  return { reason: 'no_path', answer: apology, requires_followup: true, error }
}

function completeDraft(run: Run, { draft_id, version, user_text }: DraftRecord): Outcome {
  emitDraftDone(run, { ok: true, parse_ok: true, version })
  return {
    reason: 'answer',
    args: { answer: user_text.trim() === '' ? 'The draft is ready.' : user_text, extra: { draft: { draft_id, version } } },
    admitted: true,
  }
}

interface Done {
  ok: boolean
  parse_ok: boolean
  version?: number
  error?: string
}

function emitDraftDone(run: Run, done: Done): void {
  run.segment.draftDoneSent = true
  run.emit({ type: 'draft_done', step: 1, draft_id: run.threadId, ...done })
}
