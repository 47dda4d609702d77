import type { JsonValue, PlannerEvent } from '@pf/core'
import { isRecord, redactCredentials, setOwn } from '@pf/core/internal'
import type { Bundle } from '../format/bundle.ts'

/** What is removed from a bundle. */
export interface RedactionPolicy {
  /** Texts that are replaced wherever they occur, such as names and addresses. They are found as well where they are escaped in JSON or in a URL. A text of fewer than 4 characters is only replaced where it is a whole value, also in JSON. */
  secrets?: readonly string[]
  /** True (the default) if texts that look like credentials are replaced. */
  credentials?: boolean
  /** True if the messages of model requests are omitted, for example because of a confidential system prompt. A replay then uses the order of the calls. Default false. */
  omitRequests?: boolean
}

/** The text in place of a removed one. */
export const removedText = '[redacted]'

/** Returns a copy of a bundle without what the policy removes. Artifacts that contain such texts are omitted. */
export function redactBundle(bundle: Bundle, { secrets = [], credentials = true, omitRequests = false }: RedactionPolicy = {}): Bundle {
  const counted = { replaced: 0 }
  const scrub = createScrubber(secrets, { credentials, onReplaced: () => (counted.replaced += 1) })
  const { artifacts, redaction, ...rest } = bundle
  const runs = rest.runs.map((run) => ({
    ...run,
    events: joinSecretDeltas(run.events, scrub.changes),
    model_calls: run.model_calls.map((call) => ({
      ...call,
      ...(omitRequests ? { request: { messages: [] } } : {}),
      chunks: joinSecretChunks(call.chunks, scrub.changes),
    })),
  }))
  const clean = scrub.value({ ...rest, ...(omitRequests ? withoutPrompt(rest) : {}), runs } as unknown as JsonValue) as unknown as Omit<
    Bundle,
    'artifacts' | 'redaction'
  >
  return {
    ...clean,
    artifacts: artifacts.map((artifact) => scrubArtifact(artifact, scrub.changes)),
    redaction: { replaced: redaction.replaced + counted.replaced, requests_omitted: redaction.requests_omitted || omitRequests },
  }
}

function withoutPrompt({ agent }: Pick<Bundle, 'agent'>): Pick<Bundle, 'agent'> {
  if (!agent) return {}
  const { system: _, ...options } = agent.options
  return { agent: { ...agent, options } }
}

interface Scrubber {
  /** True if a text would be changed. */
  changes(text: string): boolean
  value(value: JsonValue): JsonValue
}

function createScrubber(secrets: readonly string[], { credentials, onReplaced }: { credentials: boolean; onReplaced: () => void }): Scrubber {
  // Longer texts first, because one secret may contain another.
  const known = [...new Map(secrets.flatMap(writtenForms))].sort(([left], [right]) => right.length - left.length)
  const whole = new Set(secrets)
  const clean = (text: string) => {
    if (text !== '' && whole.has(text)) return removedText
    const without = known.reduce((rest, [secret, by]) => rest.replaceAll(secret, () => by), text)
    return credentials ? redactCredentials(without) : without
  }
  const value = (given: JsonValue): JsonValue => {
    if (typeof given === 'string') {
      const text = clean(given)
      if (text !== given) onReplaced()
      return text
    }
    if (Array.isArray(given)) return given.map(value)
    if (!isRecord(given)) return given
    const result: { [key: string]: JsonValue } = {}
    for (const [key, member] of Object.entries(given)) if (key !== '__proto__') setOwn(result, clean(key), value(member as JsonValue))
    return result
  }
  return { changes: (text) => clean(text) !== text, value }
}

/** JSON inside JSON inside JSON, as in the messages of a model that calls a tool with a text of JSON. */
const maxNesting = 3

/**
 * Returns the forms in which a text can occur, with what replaces them: as it is, as a part of a URL, and as in the strings of JSON, which the
 * messages and the output of models contain. A short text is only replaced where it is a whole value there.
 */
function writtenForms(secret: string): [string, string][] {
  if (secret === '') return []
  const isShort = secret.length < minPart
  const forms: [string, string][] = isShort
    ? []
    : [
        [secret, removedText],
        [encodeURIComponent(secret.toWellFormed()), removedText],
      ]
  for (const first of new Set([JSON.stringify(secret), asciiOnly(JSON.stringify(secret))])) {
    let [form, by] = [first, `"${removedText}"`]
    for (let level = 0; level < maxNesting; level++) {
      forms.push(isShort ? [form, by] : [withoutQuotes(form), removedText])
      ;[form, by] = isShort ? [JSON.stringify(form).slice(1, -1), JSON.stringify(by).slice(1, -1)] : [JSON.stringify(withoutQuotes(form)), by]
    }
  }
  return forms
}

const minPart = 4
const withoutQuotes = (quoted: string): string => quoted.slice(1, -1)
const asciiOnly = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

type Chunks = Bundle['runs'][number]['model_calls'][number]['chunks']

/** A secret may be divided among chunks, so chunks are joined if their whole text contains one. */
function joinSecretChunks(chunks: Chunks, changes: Scrubber['changes']): Chunks {
  const joined = (type: 'text' | 'reasoning') => {
    const texts = chunks.flatMap((chunk) => (chunk.type === type ? [chunk.text] : []))
    return changes(texts.join('')) ? texts.join('') : undefined
  }
  const whole = { text: joined('text'), reasoning: joined('reasoning') }
  const done = new Set<string>()
  return chunks.flatMap((chunk) => {
    if ((chunk.type !== 'text' && chunk.type !== 'reasoning') || whole[chunk.type] === undefined) return [chunk]
    if (done.has(chunk.type)) return []
    done.add(chunk.type)
    return [{ ...chunk, text: whole[chunk.type] ?? '' }]
  })
}

/** The stream of an event that carries a part of a text, and the part. */
function partOf(event: PlannerEvent): { stream: string; text: string } | undefined {
  if (event.type === 'llm_stream_chunk') return { stream: `text ${event.stream_id} ${event.attempt}`, text: event.text }
  if (event.type === 'tool_call_args') return { stream: `args ${event.tool_call_id}`, text: event.delta }
  if (event.type === 'draft_delta') return { stream: `draft ${event.draft_id} ${event.block} ${event.attempt}`, text: event.text }
  return undefined
}

/** Moves the whole text of a stream into its first event if a secret is divided among events. */
function joinSecretDeltas(events: readonly PlannerEvent[], changes: Scrubber['changes']): PlannerEvent[] {
  const texts = new Map<string, string[]>()
  for (const event of events) {
    const part = partOf(event)
    if (part) texts.set(part.stream, [...(texts.get(part.stream) ?? []), part.text])
  }
  const divided = new Map([...texts].flatMap(([stream, parts]) => (changes(parts.join('')) ? [[stream, parts.join('')] as const] : [])))
  return events.map((event) => {
    const part = partOf(event)
    const whole = part && divided.get(part.stream)
    if (!part || whole === undefined) return event
    divided.set(part.stream, '')
    return event.type === 'tool_call_args' ? { ...event, delta: whole } : ({ ...event, text: whole } as PlannerEvent)
  })
}

/** An artifact that contains a secret is omitted, because its hash would no longer fit. */
function scrubArtifact(artifact: Bundle['artifacts'][number], changes: Scrubber['changes']): Bundle['artifacts'][number] {
  if (artifact.data === undefined || !changes(new TextDecoder().decode(Uint8Array.from(atob(artifact.data), (character) => character.charCodeAt(0)))))
    return artifact
  const { data: _, ...rest } = artifact
  return { ...rest, omitted: 'policy' }
}
