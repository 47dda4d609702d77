import type { ToolContext, ToolDefinition } from '@pf/core'
import { describe, expect, it } from 'vitest'
import type { McpServer } from '../index.ts'

export const contextOf = (more: Partial<ToolContext> = {}) => {
  const progress: unknown[] = []
  const emitted: unknown[] = []
  const context = {
    signal: new AbortController().signal,
    progress: (update: unknown) => void progress.push(update),
    emitArtifact: (emission: unknown) => void emitted.push(emission),
    ...more,
  } as unknown as ToolContext
  return { context, progress, emitted }
}

const toolOf = (server: McpServer, name: string): ToolDefinition => {
  const tool = server.tools.find((each) => each.name === `sample_${name}`)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool
}
export const call = (server: McpServer, name: string, args: Record<string, unknown>, context = contextOf().context) =>
  Promise.resolve(toolOf(server, name).run(args as never, context))

/** Defines tests that a server over this transport behaves like every other server. */
export function describeTransport(kind: string, connect: () => Promise<McpServer>): void {
  describe(`a server over ${kind}`, () => {
    it('[001-mcp-01] [001-mcp-04] lists its tools with their schemas and returns structured content', async () => {
      const server = await connect()
      expect(server.tools.map(({ name }) => name).sort()).toEqual(['sample_ask', 'sample_fails', 'sample_picture', 'sample_research', 'sample_slow'])
      expect(toolOf(server, 'research')).toMatchObject({
        idempotent: true,
        sideEffects: 'read',
        output: { type: 'object', required: ['artifact_id', 'artifact', '_metadata'] },
      })
      expect(await call(server, 'research', { topic: 'tides' })).toMatchObject({ artifact_id: 'abc-123', artifact: { title: 'tides' } })
    })

    it('returns text for the model and files for the user', async () => {
      const server = await connect()
      expect(await call(server, 'picture', {})).toEqual({
        text: 'Here it is.',
        links: [{ uri: 'https://example.com/more', name: 'More' }],
        files: [
          { name: 'image-2', media_type: 'image/png', data: 'iVBORw0KGgo=' },
          { name: 'report.pdf', media_type: 'application/pdf', data: 'JVBERi0=' },
        ],
      })
    })

    it('reports the whole error text of a failed tool', async () => {
      const server = await connect()
      await expect(call(server, 'fails', {})).rejects.toMatchObject({ code: 'tool_reported', message: 'quota\ntry later' })
    })

    it('forwards progress and stops a cancelled call', async () => {
      const server = await connect()
      const stop = new AbortController()
      const { context, progress } = contextOf({
        signal: stop.signal,
        progress: (update) => {
          progress.push(update)
          if (progress.length === 3) stop.abort(new Error('stopped'))
        },
      })
      await expect(call(server, 'slow', {}, context)).rejects.toThrow()
      expect(progress).toEqual([1, 2, 3].map((part) => ({ fraction: part / 3, text: `part ${part}` })))
    })
  })
}
