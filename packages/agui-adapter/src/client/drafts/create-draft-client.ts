import { type DraftClient, type DraftConfirmation, type DraftRecord, type DraftStarted, PfError } from '@pf/core'
import { createSend, postJson } from '../options.ts'
import { repeatWhenLimited } from '../repeat-when-limited.ts'
import { readResult, undefinedIfNotFound } from '../response.ts'
import { type DraftClientOptions, followDraft } from './follow-draft.ts'

const startedFields = { draft_id: 'string', run_id: 'string', stream_url: 'string' } as const
const recordFields = { draft_id: 'string', state: 'string', version: 'number' } as const

/** Creates a client of pf's draft routes. Its streams are read by EventSource, which reconnects after the last id and stops at status 204. */
export function createDraftClient(options: DraftClientOptions = {}): DraftClient {
  const send = repeatWhenLimited(createSend(options))
  const draftPath = (draft_id: string, rest = '') => `/drafts/${encodeURIComponent(draft_id)}${rest}`
  return {
    create: (input) => readResult<DraftStarted>(send('/drafts', postJson(input)), startedFields),
    get: (draft_id) => undefinedIfNotFound(readResult<DraftRecord>(send(draftPath(draft_id)), recordFields)),
    change: (draft_id, text) => readResult<DraftStarted>(send(draftPath(draft_id, '/changes'), postJson({ text })), startedFields),
    confirm: async (draft_id, version) => {
      const request = readResult<DraftRecord>(send(draftPath(draft_id, '/confirm'), postJson({ version })), recordFields).then(
        (draft): DraftConfirmation => ({ status: 'confirmed', draft }),
      )
      return request.catch(toConfirmation)
    },
    follow: (stream_url, sink) => followDraft(stream_url, { ...options, ...sink }),
    cancel: async (run_id) => (await undefinedIfNotFound(readResult(send('/agui/cancel', postJson({ run_id })), { run_id: 'string' }))) !== undefined,
  }
}

function toConfirmation(error: unknown): DraftConfirmation {
  if (!PfError.isInstance(error)) throw error
  const { version } = error.fields
  if (error.code === 'not_found') return { status: 'unknown' }
  if (error.code === 'busy') return { status: 'busy' }
  if (error.code !== 'conflict') throw error
  return typeof version === 'number' ? { status: 'stale', version } : { status: 'empty' }
}
