import type { PlannerEvent } from '@pf/core'
import type { PlainEvent } from './plain-event.ts'

const blocks = { artifact: 'artifact_delta', user: 'user_delta' } as const

/** Maps the log of one generation of a draft: artifact_delta, user_delta and exactly one done (spec 002, §1). Pure. */
export function createDraftMapper(): (event: PlannerEvent) => PlainEvent[] {
  let done = false
  return (event) => {
    if (done) return []
    if (event.type === 'draft_delta') return [{ event: blocks[event.block], data: { text: event.text, attempt: event.attempt } }]
    if (event.type !== 'draft_done' && event.type !== 'finish') return []
    done = true
    return [{ event: 'done', data: event.type === 'draft_done' ? outcomeOf(event) : failureOf(event) }]
  }
}

function outcomeOf({ draft_id, version, ok, parse_ok, error }: PlannerEvent<'draft_done'>) {
  return { ok, parse_ok, draft_id, ...(version === undefined ? {} : { version }), ...(error === undefined ? {} : { error }) }
}

const failureOf = ({ reason, error }: PlannerEvent<'finish'>) => ({ ok: false, parse_ok: false, error: error?.code ?? reason })
