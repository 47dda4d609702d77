import { type EventPosition, errorCodes, type PlannerEvent } from '@pf/core'
import { logStart } from '@pf/core/internal'
import type { IsLast } from '../agui/wire-batches.ts'
import { chatError, createChatMapper } from '../plain/create-chat-mapper.ts'
import { createDraftMapper } from '../plain/create-draft-mapper.ts'
import { plainBatches } from '../plain/plain-batches.ts'
import { plainBlocks } from '../plain/plain-blocks.ts'
import type { NumberedPlainEvent, PlainEvent } from '../plain/plain-event.ts'
import type { PfContext } from './context.ts'
import { isLastIn } from './is-last.ts'
import { openStream, type StreamReading, type StreamSource } from './open-run.ts'

/** A stream of named events, where its reader is, and whether there may be nothing left to say. */
export interface PlainStream extends StreamReading {
  after?: EventPosition
  behind?: number
  inspect?: (first: NumberedPlainEvent[] | undefined) => Response | undefined
}

/** A run as the named events of plain chat; undefined for an unknown or foreign run. */
export function openChat(context: PfContext, stream: PlainStream): Promise<Response | undefined> {
  const broken = chatError({ code: 'internal', message: '', trace_id: '' })
  return open(context, stream, {
    attach: (...args) => context.agent.attach(...args),
    map: createChatMapper(context.artifactUrl),
    isLast: isLastIn(context, stream.scope),
    broken,
  })
}

/** A generation of a draft; undefined for an unknown or foreign run. */
export async function openDraft(context: PfContext, stream: PlainStream): Promise<Response | undefined> {
  const broken = { event: 'done', data: { ok: false, parse_ok: false, error: errorCodes.internal.cause } }
  const { drafts } = context
  return drafts && open(context, stream, { attach: (...args) => drafts.attach(...args), map: createDraftMapper(), isLast: async () => false, broken })
}

interface Mapped {
  attach: StreamSource<NumberedPlainEvent>['attach']
  map: (event: PlannerEvent) => PlainEvent[]
  isLast: IsLast
  broken: PlainEvent
}

function open(context: PfContext, { after = logStart, behind, inspect, ...reading }: PlainStream, { attach, map, isLast, broken }: Mapped) {
  return openStream<NumberedPlainEvent>(context, reading, {
    attach,
    batches: (events, onError) => plainBatches(events, { map, after, broken, onError, isLast, ...(behind === undefined ? {} : { behind }) }),
    blocks: plainBlocks,
    ...(inspect ? { inspect } : {}),
  })
}
