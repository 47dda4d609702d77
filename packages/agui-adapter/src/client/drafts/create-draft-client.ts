import { type DraftClient, type DraftConfirmation, type DraftRecord, type DraftStarted, PfError } from '@pf/core'
import { createSend, postJson } from '../options.ts'
import { readResult } from '../read-result.ts'
import type { DraftClientOptions } from './draft-client-options.ts'
import { followDraft } from './follow-draft.ts'

const started = { draft_id: 'string', run_id: 'string', stream_url: 'string' } as const
const record = { draft_id: 'string', state: 'string', version: 'number' } as const

/** The client of pf's draft routes. Streams are plain EventSource: they reconnect after the last id by themselves and end with 204. */
export function createDraftClient(options: DraftClientOptions = {}): DraftClient {
  const send = createSend(options)
  const draftPath = (draft_id: string, rest = '') => `/drafts/${encodeURIComponent(draft_id)}${rest}`
  return {
    create: (input) => readResult<DraftStarted>(send('/drafts', postJson(input)), started),
    get: (draft_id) => unless(readResult<DraftRecord>(send(draftPath(draft_id)), record), 'not_found', () => undefined),
    change: (draft_id, text) => readResult<DraftStarted>(send(draftPath(draft_id, '/changes'), postJson({ text })), started),
    confirm: async (draft_id, version) => {
      const asked = readResult<DraftRecord>(send(draftPath(draft_id, '/confirm'), postJson({ version })), record).then(
        (draft): DraftConfirmation => ({ status: 'confirmed', draft }),
      )
      return asked.catch(refusedConfirmation)
    },
    follow: (stream_url, sink) => followDraft(stream_url, { ...options, ...sink }),
    cancel: async (run_id) =>
      (await unless(readResult(send('/agui/cancel', postJson({ run_id })), { run_id: 'string' }), 'not_found', () => undefined)) !== undefined,
  }
}

function refusedConfirmation(error: unknown): DraftConfirmation {
  if (!PfError.isInstance(error)) throw error
  const { version } = error.fields
  if (error.code === 'not_found') return { status: 'unknown' }
  if (error.code === 'busy') return { status: 'busy' }
  if (error.code !== 'conflict') throw error
  return typeof version === 'number' ? { status: 'stale', version } : { status: 'empty' }
}

const unless = <T, Other>(asked: Promise<T>, code: PfError['code'], other: () => Other): Promise<T | Other> =>
  asked.catch((error: unknown) => {
    if (PfError.isInstance(error) && error.code === code) return other()
    throw error
  })
