import type { IncomingMessage } from 'node:http'
import { type OpenAiError, openAiError } from './open-ai-error.ts'

/** Reads and parses a JSON body of at most `limit` bytes. Returns undefined if the client disconnects before its end. */
export async function readBody(request: IncomingMessage, limit: number): Promise<{ value: unknown } | { error: OpenAiError } | undefined> {
  const refused = refuseHeaders(request, limit)
  const bytes = refused ?? (await collect(request, limit))
  if (Buffer.isBuffer(bytes)) return parseBytes(bytes)
  // A client reads the response only after it has sent everything, so the rest of the body is read and discarded.
  request.resume()
  return bytes && { error: bytes }
}

async function collect(request: IncomingMessage, limit: number): Promise<Buffer | OpenAiError | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) return tooLarge(limit)
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

const tooLarge = (limit: number) => openAiError(413, `The request body is larger than ${limit} bytes.`, { code: 'request_too_large' })

function refuseHeaders({ headers }: IncomingMessage, limit: number): OpenAiError | undefined {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return openAiError(415, 'Send the request as application/json.')
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return openAiError(415, 'Send the request body without compression.')
  return Number(headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined
}

function parseBytes(bytes: Buffer): { value: unknown } | { error: OpenAiError } {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { error: openAiError(400, 'We could not parse the JSON body of your request. It must be one JSON object in UTF-8.') }
  }
}
