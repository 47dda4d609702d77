import { ok } from 'node:assert/strict'
import type { Model } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type CaseName, isRecording, type ProviderRecordings, type Recording } from '../../recordings/recording.ts'
import { bytesOf, type Replay, type ReplayServer } from '../../replay-server/create-replay-server.ts'
import { within } from '../support/within.ts'
import { collectChunks, type Streamed } from './collect-chunks.ts'

/** Tests a model against a server. */
export type Prove = (context: { server: ReplayServer; model: Model }) => Promise<void>

/** Length of the recordings that are cut after each of their bytes. */
const maxBytes = 3_000

/** Returns the cases in which the connection ends at each event, by reset and by a clean end, or at each byte, by turns. */
export function cutCases(
  { recordings, except = {} }: { recordings: ProviderRecordings; except?: Partial<Record<CaseName, string>> },
  unit: 'events' | 'bytes',
): [string, Prove][] {
  return (Object.entries(recordings.cases) as [CaseName, ProviderRecordings['cases'][CaseName]][]).flatMap(([name, recording]): [string, Prove][] => {
    if (!isRecording(recording) || !recording.events || except[name] !== undefined) return []
    const size = unit === 'events' ? recording.events.length : bytesOf(recording.events).length
    if (unit === 'bytes' && size > maxBytes) return []
    return [[`${name}: a stream that ends at any of its ${unit} never counts as finished`, (context) => cutEverywhere(context, recording, { unit, size })]]
  })
}

async function cutEverywhere(context: Parameters<Prove>[0], recording: Recording, { unit, size }: { unit: 'events' | 'bytes'; size: number }): Promise<void> {
  context.server.play({ recording })
  const whole = await collectChunks(context.model)
  for (let after = 0; after < size; after++)
    for (const how of unit === 'events' ? (['reset', 'end'] as const) : [after % 2 === 0 ? ('reset' as const) : ('end' as const)])
      await cutOnce(context, { recording, cut: { after, unit, how } }, { whole, isLate: isLate(recording, { unit, after }) })
}

/** True if all events but the last two were sent. Those may follow the finish, such as usage and the end marker of the protocol. */
function isLate({ events = [] }: Recording, { unit, after }: { unit: 'events' | 'bytes'; after: number }): boolean {
  // The line breaks that end an event may be missing.
  return unit === 'events' ? after >= events.length - 2 : after >= bytesOf(events.slice(0, -2)).length - 2
}

async function cutOnce(
  { server, model }: Parameters<Prove>[0],
  replay: Replay,
  { whole, isLate: mayFinish }: { whole: Streamed; isLate: boolean },
): Promise<void> {
  const { after, unit, how } = replay.cut ?? {}
  const where = `cut after ${after} ${unit} by ${how}`
  server.play(replay)
  const { text, finish, error } = await within(collectChunks(model), `the end of a stream that was ${where}`)
  if (finish) ok(mayFinish, `A stream that was ${where} counts as finished.`)
  else if (error !== undefined) {
    const codes = ['model_cut', 'model_unavailable', isRecord(whole.error) ? whole.error.code : undefined]
    ok(isRecord(error) && codes.includes(error.code), `A stream that was ${where} failed with ${String(error)}.`)
  }
  ok(finish ?? whole.text.startsWith(text), `A stream that was ${where} has another text.`)
}
