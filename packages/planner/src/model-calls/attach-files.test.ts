import type { AgentInput, MessageFile, ToolContext } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import type { Agent, AgentOptions } from '../index.ts'
import type { Model } from '../model/model.ts'
import { answer, call, finishOf, inputOf, ofType, scope } from '../test-support/harness.ts'
import { logUntilFinish, scriptedAgent, scriptedModel } from '../test-support/scripted-agent.ts'
import { fileLimits } from './attach-files.ts'

const closing: Agent[] = []
afterEach(async () => {
  for (const agent of closing.splice(0)) await agent.close()
})

const taking = (model: ReturnType<typeof scriptedModel>, ...accepts: string[]) => ({ ...model, accepts })

function open(model: Model, { ports = createMemoryStore(), ...options }: Partial<AgentOptions> = {}) {
  const agent = scriptedAgent(model, ports, options)
  closing.push(agent)
  const put = async (content: string | Uint8Array, media_type: string, name: string, kind: MessageFile['kind'] = 'document'): Promise<MessageFile> => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    const meta = await ports.artifacts.put(scope, bytes, { media_type, name, source_tool: 'upload', run_id: 'run-1' })
    return { kind, media_type, name, artifact_id: meta.artifact_id, bytes: meta.bytes }
  }
  const ask = async (files: MessageFile[], more: Partial<AgentInput> = {}) => {
    const input = inputOf('Go.', { messages: [{ id: 'u1', role: 'user', content: 'What is this?', files }], ...more })
    await agent.start(input, scope)
    return logUntilFinish(ports, input.run_id)
  }
  return { agent, ports, put, ask }
}

const picture = new Uint8Array([1, 2, 3])

describe('the files of a message', () => {
  it('[003-in-06] reach a model that takes their type as bytes, beside the text and a description', async () => {
    const model = scriptedModel(answer('A chart.'))
    const { put, ask } = open(taking(model, 'image/png'))
    const file = await put(picture, 'image/png', 'chart.png', 'image')
    const events = await ask([file])
    expect(model.requests[0]?.at(-1)).toEqual({
      role: 'user',
      content: `What is this?\n[image chart.png, image/png, 3 bytes, file ${file.artifact_id}]`,
      media: [{ media_type: 'image/png', data: 'AQID', name: 'chart.png' }],
    })
    expect(finishOf(events).payload.warnings).toEqual([])
  })

  it('[003-in-06] of another type are described, and the payload says once what the model did not receive', async () => {
    const model = scriptedModel(call('look'), answer('Unknown.'))
    const tool = { name: 'look', description: 'Looks.', input: { type: 'object' }, run: () => ({}) }
    const { put, ask } = open(taking(model, 'image/jpeg'), { tools: [tool] })
    const file = await put(picture, 'image/png', 'chart.png', 'image')
    const events = await ask([file, { kind: 'audio', media_type: 'audio/mpeg', name: 'a]\nb.mp3', url: 'https://example.com/a' }])
    const description = `[image chart.png, image/png, 3 bytes, file ${file.artifact_id}: this model cannot read images]`
    const other = '[audio a__b.mp3, audio/mpeg, address https://example.com/a: its content was not loaded]'
    const asked = model.requests.map((messages) => messages.find(({ role }) => role === 'user'))
    expect(asked).toEqual([1, 2].map(() => ({ role: 'user', content: `What is this?\n${description}\n${other}` })))
    expect(finishOf(events).payload.warnings).toEqual([
      'The model did not receive the content of “chart.png”: this model cannot read images.',
      'The model did not receive the content of “a] b.mp3”: its content was not loaded.',
    ])
    expect(ofType(events, 'warning').map(({ code }) => code)).toEqual(['file_not_read', 'file_not_read'])
  })

  it('[003-in-03] of text are shown by their beginning, and a tool reads all of them', async () => {
    const model = scriptedModel(call('count'), answer('Many.'))
    const results: unknown[] = []
    const run = async (_: unknown, { files }: ToolContext) => {
      const [file] = files.list()
      const bytes = await files.read(file?.artifact_id ?? '')
      results.push(file, bytes?.length, await files.read('upload-of-another-thread'))
      return { rows: new TextDecoder().decode(bytes).split('\n').length }
    }
    const { put, ask, ports } = open(model, { tools: [{ name: 'count', description: 'Counts.', input: { type: 'object' }, run }] })
    await ports.artifacts.put(scope, picture, { artifact_id: 'upload-of-another-thread', media_type: 'text/csv', source_tool: 'upload', run_id: 'r' })
    const csv = 'month,sales\n'.repeat(5_000)
    const file = await put(csv, 'text/csv', 's.csv')
    await ask([file])
    expect(results).toEqual([file, csv.length, undefined])
    expect(model.requests[0]?.at(-1)?.content).toContain(JSON.stringify(csv.slice(0, fileLimits.textBytes)))
    expect(model.requests[1]?.at(-1)?.content).toContain('{"rows":5001}')
  })

  it('are limited in one request: the newest are sent', async () => {
    const model = scriptedModel(answer('Many.'))
    const { put, ask } = open(taking(model, 'image/png'))
    const files = await Promise.all(Array.from({ length: fileLimits.files }, (_, index) => put(picture, 'image/png', `${index}.png`, 'image')))
    const old = await put(picture, 'image/png', 'old.png', 'image')
    const events = await ask([], {
      messages: [
        { id: 'u0', role: 'user', content: 'Before', files: [old] },
        { id: 'a0', role: 'assistant', content: 'Yes.' },
        { id: 'u1', role: 'user', content: 'Now', files },
      ],
    })
    expect(model.requests[0]?.map(({ media }) => media?.length)).toEqual([undefined, undefined, undefined, fileLimits.files])
    expect(model.requests[0]?.[1]?.content).toContain('not sent, because the request has too many files')
    expect(finishOf(events).payload.warnings).toEqual([])
  })

  it('of another owner are never read', async () => {
    const model = scriptedModel(answer('Nothing.'))
    const { ask, ports } = open(taking(model, 'image/png'))
    const { artifact_id } = await ports.artifacts.put({ owner: { id: 'bob' } }, picture, { media_type: 'image/png', source_tool: 'upload', run_id: 'r' })
    await ask([{ kind: 'image', media_type: 'image/png', artifact_id, bytes: 3 }])
    expect(model.requests[0]?.at(-1)).toEqual({ role: 'user', content: expect.stringContaining('the stored file is no longer there') })
  })

  it('end the run with an error when the store fails', async () => {
    const ports = createMemoryStore()
    const failing = { ...ports, artifacts: { ...ports.artifacts, get: () => Promise.reject(new Error('disk')) } }
    const { put, ask } = open(scriptedModel(answer('Nothing.')), { ports: failing })
    expect(finishOf(await ask([await put('a', 'text/csv', 'a.csv')])).error).toMatchObject({ code: 'store_failed' })
  })

  it('[003-in-07] survive a reload, and a question that another process continues', async () => {
    const ports = createMemoryStore()
    const first = open(taking(scriptedModel(call('ui_confirm', { message: 'Sure?' })), 'image/png'), { ports, richOutput: { enabled: true } })
    const file = await first.put(picture, 'image/png', 'chart.png', 'image')
    await first.ask([file], { client: {} })
    const [question] = await ports.pending.list(scope, 'thread-1')
    const model = scriptedModel(answer('Done.'))
    const second = open(taking(model, 'image/png'), { ports, richOutput: { enabled: true } })
    const later = await second.put(picture, 'image/png', 'later.png', 'image')
    await second.ask([], {
      run_id: 'run-2',
      client: {},
      messages: [{ id: 'u2', role: 'user', content: '', files: [later] }],
      answers: [{ ref: { interaction_id: question?.id ?? '' }, envelope: { result: { confirmed: true } } }],
    })
    expect(model.requests[0]?.flatMap(({ media }) => media ?? []).map(({ name }) => name)).toEqual(['chart.png', 'later.png'])
    const view = await second.agent.thread('thread-1', scope)
    expect(view?.messages.filter(({ role }) => role === 'user')).toMatchObject([
      { id: 'u1', content: 'What is this?', files: [file] },
      { id: 'u2', content: '', files: [later] },
    ])
    expect(JSON.stringify(await ports.storage.load(scope, 'run-2'))).not.toContain('AQID')
  })

  it.each([[[{ kind: 'picture', media_type: 'image/png' }]], ['chart.png'], [[{ kind: 'image' }]]])('in another form are refused: %j', async (files) => {
    const { ask } = open(scriptedModel(answer('Nothing.')))
    await expect(ask(files as MessageFile[])).rejects.toMatchObject({ code: 'invalid_input', fields: { issues: [{ pointer: '/messages/0/files' }] } })
  })
})
