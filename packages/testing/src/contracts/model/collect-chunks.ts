import { deepStrictEqual } from 'node:assert/strict'
import { type Model, type ModelChunk, type ModelRequest, normalizeAction, PfError } from '@pf/core'

/** The output of a model and the end of its stream. */
export interface Streamed {
  chunks: ModelChunk[]
  text: string
  reasoning: string
  usage: Extract<ModelChunk, { type: 'usage' }>['usage'] | undefined
  finish: Extract<ModelChunk, { type: 'finish' }> | undefined
  /** The error that the stream threw. */
  error: unknown
}

/** The request of all cases. */
export const someRequest: ModelRequest = {
  messages: [
    { role: 'system', content: 'Answer as JSON.' },
    { role: 'user', content: 'What is the share?' },
  ],
}

/** Reads a stream to its end or to its error. */
export async function collectChunks(model: Model, request: ModelRequest = someRequest, signal = new AbortController().signal): Promise<Streamed> {
  const chunks: ModelChunk[] = []
  let error: unknown
  try {
    for await (const chunk of model.stream(request, { signal })) chunks.push(chunk)
  } catch (thrown) {
    error = thrown
  }
  const textOf = (type: 'text' | 'reasoning') => chunks.map((chunk) => (chunk.type === type ? chunk.text : '')).join('')
  return {
    chunks,
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    usage: chunks.findLast((chunk) => chunk.type === 'usage')?.usage,
    finish: chunks.find((chunk) => chunk.type === 'finish'),
    error,
  }
}

/** Fails unless the text contains these actions, in this order. */
export function expectActions(text: string, expected: readonly { next_node: string; args: object }[]): void {
  const { action, alternates } = normalizeAction(text, { tools: ['search', 'lookup', 'list'] })
  deepStrictEqual(
    [action, ...alternates].map(({ next_node, args }) => ({ next_node, args: { ...args } })),
    expected,
  )
}

/** Returns the PfError that ended the stream. Fails for any other end. */
export function errorOf({ error, finish }: Streamed): PfError {
  deepStrictEqual(finish, undefined, 'A failed call must not finish.')
  if (!PfError.isInstance(error)) throw new Error(`The call should have failed with a PfError; it ended with ${String(error)}.`)
  return error
}
