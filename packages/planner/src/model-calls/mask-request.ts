import type { Masker } from '../guardrails/masker.ts'
import { createRestorer } from '../guardrails/placeholders.ts'
import type { ModelChunk, ModelMessage } from '../model/model.ts'
import type { Run } from '../run/run.ts'

/** The messages of a model call without personal data, and the way back for its output. */
export interface MaskedRequest {
  messages: readonly ModelMessage[]
  /** Returns the chunks of the output with the data in place of placeholders. */
  restore(chunk: ModelChunk): readonly ModelChunk[]
}

const note =
  'Texts such as [EMAIL-0123456789abcdef] or [NAME-0123456789abcdef] stand for personal data that you do not see. Write them exactly as they are wherever you mean the data; the user and tools get the data in their place.'

/** A call of an agent that masks nothing. */
export const unmasked = (messages: readonly ModelMessage[]): MaskedRequest => ({ messages, restore: (chunk) => [chunk] })

/**
 * Masks the messages of a call in the last moment before it is sent. The data are found again in each request, so no map is stored, and only
 * data of this very request can be put into its output.
 */
export async function maskRequest(run: Run, messages: readonly ModelMessage[], { inJson }: { inJson: boolean }): Promise<MaskedRequest> {
  const masker = await maskerOf(run)
  const values = new Map<string, string>()
  const kinds = new Map<string, string>()
  const masked: ModelMessage[] = []
  for (const message of messages) {
    if (message.role === 'system' && message.content === run.systemPrompt) {
      masked.push(message)
      continue
    }
    const { text, values: found } = await masker.maskContent(message.content)
    for (const { placeholder, kind, value } of found) {
      values.set(placeholder, value)
      kinds.set(placeholder, kind)
    }
    masked.push({ ...message, content: text })
  }
  await recordCounts(run, kinds)
  return { messages: withNote(masked), restore: restorerOf(values, inJson) }
}

function withNote(messages: readonly ModelMessage[]): ModelMessage[] {
  const [first, ...rest] = messages
  return first?.role === 'system' ? [{ ...first, content: `${first.content}\n\n${note}` }, ...rest] : [{ role: 'system', content: note }, ...messages]
}

function restorerOf(values: ReadonlyMap<string, string>, inJson: boolean): MaskedRequest['restore'] {
  const text = createRestorer(values, { inJson })
  const reasoning = createRestorer(values, { inJson: false })
  let isCall = false
  const chunkOf = (restored: string): ModelChunk[] => (restored === '' ? [] : [{ type: 'text', text: restored, ...(isCall ? { call: true } : {}) }])
  return (chunk) => {
    if (chunk.type === 'text') {
      const rest = (chunk.call === true) === isCall ? [] : chunkOf(text.finish())
      isCall = chunk.call === true
      return [...rest, ...chunkOf(text.feed(chunk.text))]
    }
    if (chunk.type === 'reasoning') {
      const restored = reasoning.feed(chunk.text)
      return restored === '' ? [] : [{ ...chunk, text: restored }]
    }
    if (chunk.type !== 'finish') return [chunk]
    const refusal = createRestorer(values, { inJson: false })
    return [...chunkOf(text.finish()), chunk.refusal === undefined ? chunk : { ...chunk, refusal: refusal.feed(chunk.refusal) + refusal.finish() }]
  }
}

interface RunMasking {
  masker: Promise<Masker>
  /** The numbers of different values that are in the audit log. */
  recorded: Record<string, number>
}

const ofSegments = new WeakMap<object, RunMasking>()

function maskingOf({ agent, scope, threadId, segment }: Run): RunMasking | undefined {
  const known = ofSegments.get(segment)
  if (known || !agent.masking) return known
  const made = { masker: agent.masking.maskerOf({ owner: scope.owner, threadId }), recorded: {} }
  ofSegments.set(segment, made)
  return made
}

/** Returns the masker of the run's segment. */
export async function maskerOf(run: Run): Promise<Masker> {
  const masking = maskingOf(run)
  if (!masking) throw new TypeError('The agent masks nothing.')
  return masking.masker
}

/** Appends the number of different values of each kind to the audit log if one of the numbers has grown. */
async function recordCounts(run: Run, kinds: ReadonlyMap<string, string>): Promise<void> {
  const recorded: Record<string, number> = maskingOf(run)?.recorded ?? {}
  const counts: Record<string, number> = {}
  for (const kind of kinds.values()) counts[kind] = (counts[kind] ?? 0) + 1
  if (Object.entries(counts).every(([kind, count]) => count <= (recorded[kind] ?? 0))) return
  for (const [kind, count] of Object.entries(counts)) recorded[kind] = Math.max(count, recorded[kind] ?? 0)
  await run.agent.ports.audit?.append(run.scope, { type: 'data_masked', run_id: run.runId, thread_id: run.threadId, step: run.state.step, counts })
}
