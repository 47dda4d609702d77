import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import type { ToolContext } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { answerElicitation, toFormProps } from '../elicitation/answer-elicitation.ts'
import { callMcpTool } from './call-mcp-tool.ts'
import { createCallQueue } from './call-queue.ts'

type CallOptions = { onprogress(update: { progress: number; total?: number; message?: string }): void }

const tool: Tool = { name: 'report', inputSchema: { type: 'object' } }
const structuredTool: Tool = { ...tool, outputSchema: { type: 'object' } }

function contextOf(signal = new AbortController().signal) {
  const emitted: unknown[] = []
  const progress: unknown[] = []
  const context = { signal, progress: (update: unknown) => progress.push(update), emitArtifact: (emission: unknown) => emitted.push(emission) }
  return { context: context as unknown as ToolContext, emitted, progress }
}

/** Calls a tool of a server that returns this result after these progress notifications. */
async function call(called: Tool, result: CallToolResult, updates: Parameters<CallOptions['onprogress']>[0][] = []) {
  const { context, progress } = contextOf()
  const callTool = async (_request: unknown, options: CallOptions) => {
    for (const update of updates) options.onprogress(update)
    return result
  }
  const client = { callTool, getNegotiatedProtocolVersion: () => undefined } as unknown as Client
  const value = await callMcpTool(called, {}, { client, queue: createCallQueue({ sequential: false }), timeoutMs: 1_000, context })
  return { value, progress }
}

describe('callMcpTool', () => {
  it('keeps the files beside structured content', async () => {
    const image = { type: 'image' as const, mimeType: 'image/png', data: 'iVBORw0KGgo=' }
    const { value } = await call(structuredTool, { content: [image], structuredContent: { sum: 1 } })
    expect(value).toEqual({ sum: 1, content: { files: [{ name: 'image-1', media_type: 'image/png', data: 'iVBORw0KGgo=' }] } })
  })

  it('limits the error text of a tool to 4,000 characters', async () => {
    const failed = call(tool, { isError: true, content: [{ type: 'text', text: 'x'.repeat(5_000) }] })
    await expect(failed).rejects.toMatchObject({ code: 'tool_reported', message: 'x'.repeat(4_000) })
  })

  it('reports progress as a fraction of at most 1, and without a total as text only', async () => {
    const updates = [
      { progress: 1, total: 2 },
      { progress: 5, total: 2 },
      { progress: 3, total: 0 },
      { progress: 4, message: 'almost' },
    ]
    const { progress } = await call(tool, { content: [] }, updates)
    expect(progress).toEqual([{ fraction: 0.5 }, { fraction: 1 }, {}, { text: 'almost' }])
  })
})

it('restarts the timeout of a call at each progress notification', async () => {
  const received: unknown[] = []
  const callTool = async (_request: unknown, options: unknown) => received.push(options) && { content: [] }
  const client = { callTool, getNegotiatedProtocolVersion: () => undefined } as unknown as Client
  await callMcpTool(tool, {}, { client, queue: createCallQueue({ sequential: false }), timeoutMs: 1_000, context: contextOf().context })
  expect(received).toMatchObject([{ timeout: 1_000, resetTimeoutOnProgress: true }])
})

describe('createCallQueue', () => {
  it('does not start a call that was aborted while it waited, and runs the calls behind it', async () => {
    const queue = createCallQueue({ sequential: true })
    const abort = new AbortController()
    const { promise, resolve } = Promise.withResolvers<string>()
    const started: string[] = []
    const first = queue.run(contextOf().context, () => promise)
    const aborted = queue.run(contextOf(abort.signal).context, async () => started.push('aborted'))
    const last = queue.run(contextOf().context, async () => started.push('last'))
    abort.abort(new Error('stopped'))
    resolve('done')
    await expect(first).resolves.toBe('done')
    await expect(aborted).rejects.toThrow('stopped')
    await last
    expect(started).toEqual(['last'])
  })
})

describe('elicitation', () => {
  const requestedSchema = { type: 'object' as const, properties: { city: { type: 'string' as const } } }

  it('declines requests by URL and requests outside of a call', async () => {
    const { context } = contextOf()
    const byUrl = { mode: 'url', message: 'Sign in', url: 'https://example.com', elicitationId: 'e1', requestedSchema }
    expect(await answerElicitation(byUrl as never, context)).toEqual({ action: 'decline' })
    expect(await answerElicitation({ message: 'Where to?', requestedSchema }, undefined)).toEqual({ action: 'decline' })
  })

  it('limits the description of the form to 5,000 characters', () => {
    expect(String(toFormProps('x'.repeat(6_000), requestedSchema)?.description)).toHaveLength(5_000)
  })
})
