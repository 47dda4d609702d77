import { type EventPosition, errorCodes, type PlannerEvent } from '@pf/core'
import { logStart } from '@pf/core/internal'
import { chatError, createChatMapper, createDraftMapper, type PlainEvent } from '../plain/plain-mappers.ts'
import { type NumberedPlainEvent, plainBatches, plainBlocks } from '../plain/plain-stream.ts'
import type { IsLogEnd } from '../streams/wire-batches.ts'
import type { PfContext } from './context.ts'
import { createLogEndCheck } from './inspect-log.ts'
import { openStream, type StreamReading, type StreamSource } from './open-run.ts'

/** A stream of named events and the position of its reader. */
export interface PlainReading extends StreamReading {
  after?: EventPosition
  segmentAfter?: number
  inspect?: (first: NumberedPlainEvent[] | undefined) => Response | undefined
}

/** Opens a run as the named events of plain chat. Resolves to undefined for an unknown run or one of another owner. */
export function openChat(context: PfContext, stream: PlainReading): Promise<Response | undefined> {
  const failureEvent = chatError({ code: 'internal', message: '', trace_id: '' })
  return open(context, stream, {
    attach: (...args) => context.agent.attach(...args),
    map: createChatMapper(context.artifactUrl),
    isLogEnd: createLogEndCheck(context, stream.scope),
    failureEvent,
  })
}

/** Opens the stream of a draft generation. Resolves to undefined for an unknown run or one of another owner. */
export async function openDraft(context: PfContext, stream: PlainReading): Promise<Response | undefined> {
  const failureEvent = { event: 'done', data: { ok: false, parse_ok: false, error: errorCodes.internal.cause } }
  const { drafts } = context
  return drafts && open(context, stream, { attach: (...args) => drafts.attach(...args), map: createDraftMapper(), isLogEnd: async () => false, failureEvent })
}

interface PlainSource {
  attach: StreamSource<NumberedPlainEvent>['attach']
  map: (event: PlannerEvent) => PlainEvent[]
  isLogEnd: IsLogEnd
  failureEvent: PlainEvent
}

function open(context: PfContext, { after = logStart, segmentAfter, inspect, ...reading }: PlainReading, { attach, map, isLogEnd, failureEvent }: PlainSource) {
  return openStream<NumberedPlainEvent>(context, reading, {
    attach,
    batches: (events, onError) =>
      plainBatches(events, { map, after, failureEvent, onError, isLogEnd, ...(segmentAfter === undefined ? {} : { segmentAfter }) }),
    blocks: plainBlocks,
    ...(inspect ? { inspect } : {}),
  })
}
