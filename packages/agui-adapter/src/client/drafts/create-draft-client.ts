import { type DraftClient, type DraftConfirmation, type DraftRecord, type DraftStarted, PfError } from '@pf/core'
import { readJson } from '../failure.ts'
import { createSend, postJson } from '../options.ts'
import type { DraftClientOptions } from './draft-client-options.ts'
import { followDraft } from './follow-draft.ts'

/** The client of pf's draft routes. Streams are plain EventSource: they reconnect after the last id by themselves and end with 204. */
export function createDraftClient(options: DraftClientOptions = {}): DraftClient {
  const send = createSend(options)
  const draftPath = (draft_id: string, rest = '') => `/drafts/${encodeURIComponent(draft_id)}${rest}`
  return {
    create: async (input) => (await readJson(send('/drafts', postJson(input)))) as DraftStarted,
    get: async (draft_id) => (await unless(readJson(send(draftPath(draft_id))), 'not_found', () => undefined)) as DraftRecord | undefined,
    change: async (draft_id, text) => (await readJson(send(draftPath(draft_id, '/changes'), postJson({ text })))) as DraftStarted,
    confirm: async (draft_id, version) => {
      const asked = readJson(send(draftPath(draft_id, '/confirm'), postJson({ version }))).then(
        (draft): DraftConfirmation => ({ status: 'confirmed', draft: draft as DraftRecord }),
      )
      return asked.catch(refusedConfirmation)
    },
    follow: (stream_url, sink) => followDraft(stream_url, { ...options, ...sink }),
    cancel: async (run_id) => (await unless(readJson(send('/agui/cancel', postJson({ run_id }))), 'not_found', () => undefined)) !== undefined,
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
