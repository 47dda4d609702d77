import type { ModelChunk } from '@pf/core'
import type { Model } from '@pf/planner'
import type { ModelExchange, RecordedRequest } from '@pf/planner/recording'

/**
 * A reply with a draft stands between tags with a random marker, which the request names. In a replay it is another marker, so recorded
 * exchanges have this one, and the model of the replay puts the marker of its request in place of it.
 */
const replayMarker = 'marker-of-a-replayed-draft'
/** A tag in the prompt for a draft. The last one in a request belongs to the prompt; earlier ones may be texts of the user. */
const tag = /\[ARTIFACT:([0-9a-z]{24})\]/g

function markerOf(messages: readonly { content: string }[]): string | undefined {
  return messages.flatMap(({ content }) => [...content.matchAll(tag)].map(([, marker]) => marker)).at(-1)
}

/** Returns a request with the marker of replays. */
export function withReplayMarker(request: RecordedRequest): RecordedRequest {
  const marker = markerOf(request.messages)
  if (marker === undefined) return request
  return { ...request, messages: request.messages.map((message) => ({ ...message, content: message.content.replaceAll(marker, replayMarker) })) }
}

/** Returns an exchange with the marker of replays in the request and in the reply, whose adjacent parts are joined, because a part may end in a marker. */
export function exchangeWithReplayMarker(exchange: ModelExchange): ModelExchange {
  // A bundle may have been made without the requests.
  const reply = exchange.chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('')
  const marker = markerOf(exchange.request.messages) ?? markerOf([{ content: reply }])
  if (marker === undefined) return exchange
  const chunks: ModelExchange['chunks'] = []
  for (const chunk of exchange.chunks) {
    const last = chunks.at(-1)
    if (chunk.type === 'text' && last?.type === 'text' && chunk.call === last.call) chunks[chunks.length - 1] = { ...last, text: last.text + chunk.text }
    else chunks.push(chunk)
  }
  return {
    ...exchange,
    request: withReplayMarker(exchange.request),
    chunks: chunks.map((chunk) => (chunk.type === 'text' ? { ...chunk, text: chunk.text.replaceAll(marker, replayMarker) } : chunk)),
  }
}

/** Returns a model whose replies have the markers of their requests in place of the marker of replays. */
export function withRequestedMarkers(model: Model): Model {
  return {
    ...model,
    async *stream(request, options) {
      const marker = markerOf(request.messages)
      for await (const chunk of model.stream(request, options)) yield marker === undefined ? chunk : withMarker(chunk, marker)
    },
  }
}

const withMarker = (chunk: ModelChunk, marker: string): ModelChunk =>
  chunk.type === 'text' ? { ...chunk, text: chunk.text.replaceAll(replayMarker, marker) } : chunk
