import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { compileMarks } from '../marking/compile-marks.ts'
import { redact } from '../redact/redact.ts'
import { executionMetadata, extractSkillId, isToolResponse, readToolResponse, respondWith, toolResponse, toolResponseSchema } from './tool-response.ts'

const context = { threadId: 'th', requestId: 'rq', traceId: 'tr', owner: { id: 'ann' }, toolName: 'research' }
const metadata = executionMetadata(context, 0)

describe('toolResponse', () => {
  it('[001-resp2-01] [001-resp2-03] has the artifact, its id and where it comes from', () => {
    expect(toolResponse({ artifact_id: 'id', artifact: { title: 'T' }, _metadata: metadata })).toEqual({
      artifact_id: 'id',
      artifact: { title: 'T' },
      _metadata: { context_id: 'th', request_id: 'rq', trace_id: 'tr', user_id: 'ann', tool_name: 'research', executed_at: '1970-01-01T00:00:00.000Z' },
    })
  })

  it('[001-resp2-06] may carry the id of an MCP execution and a skill', () => {
    const response = toolResponse({ artifact_id: 'id', artifact: 1, _metadata: executionMetadata(context, 0, 'blog'), mcp_execution_id: 'm' })
    expect(readToolResponse(response)).toEqual({ wrapped: true, data: 1, artifact_id: 'id', mcp_execution_id: 'm', skill_id: 'blog' })
  })

  it('is built whole from the context that a tool runs in', () => {
    expect(respondWith(context, { artifact_id: 'id', artifact: [1], now: 0, skill_id: 'blog', mcp_execution_id: 'm' })).toEqual({
      artifact_id: 'id',
      artifact: [1],
      _metadata: { ...metadata, skill_id: 'blog' },
      mcp_execution_id: 'm',
    })
    expect(respondWith(context, { artifact_id: 'id', artifact: 1, now: 0 })).toEqual({ artifact_id: 'id', artifact: 1, _metadata: metadata })
    expect(() => respondWith({ ...context, traceId: '' }, { artifact_id: 'id', artifact: 1, now: 0 })).toThrow(/trace_id/)
  })

  it('[001-resp2-02] refuses to be built without its parts, naming all of them', () => {
    const build = (change: object) => () => toolResponse({ artifact_id: 'id', artifact: 1, _metadata: metadata, ...change })
    expect(build({ artifact_id: '', _metadata: { ...metadata, user_id: '', executed_at: 'yesterday' } })).toThrow(
      /artifact_id, _metadata.user_id, _metadata.executed_at as ISO 8601/,
    )
    expect(build({ _metadata: undefined })).toThrow(PfError)
    expect(build({})).not.toThrow()
  })

  it('[001-skill-03] is recognised by its three own keys', () => {
    expect(isToolResponse({ artifact_id: 'i', artifact: null, _metadata: {} })).toBe(true)
    for (const other of [
      null,
      [],
      'x',
      {},
      { artifact_id: 'i', artifact: 1 },
      { artifact_id: 1, artifact: 1, _metadata: {} },
      { artifact_id: 'i', artifact: 1, _metadata: [] },
      Object.create({ artifact_id: 'i', artifact: 1, _metadata: {} }),
    ]) {
      expect(isToolResponse(other)).toBe(false)
      expect(readToolResponse(other)).toEqual({ wrapped: false, data: other })
    }
  })

  it('[001-skill-01] [001-skill-02] finds the skill at the top level of the artifact, then of the wrapper, then in its metadata', () => {
    const wrapper = { artifact_id: 'i', artifact: { skill_id: 'inner' }, skill_id: 'outer', _metadata: { skill_id: 'meta' } }
    expect(extractSkillId(wrapper)).toBe('inner')
    expect(extractSkillId({ ...wrapper, artifact: {} })).toBe('outer')
    expect(extractSkillId({ artifact_id: 'i', artifact: 'text', _metadata: { skill_id: 'meta' } })).toBe('meta')
    expect(extractSkillId({ skill_id: 'top', _metadata: { skill_id: 'meta' } })).toBe('top')
    expect(extractSkillId({ skill_id: '', _metadata: { skill_id: 'meta' } })).toBe('meta')
    expect(extractSkillId({ artifact: { skill_id: 'not a wrapper' } })).toBeUndefined()
    expect(extractSkillId(Object.create({ skill_id: 'inherited' }))).toBeUndefined()
  })

  it('[001-resp2-04] [001-resp2-05] has an output schema with the three keys required, in which marks work', () => {
    const schema = toolResponseSchema({ type: 'object', properties: { rows: { artifact: true } } })
    expect(schema).toMatchObject({
      required: ['artifact_id', 'artifact', '_metadata'],
      properties: { _metadata: { properties: { executed_at: { format: 'date-time' } } } },
    })
    expect(redact({ artifact_id: 'i', artifact: { rows: [1] }, _metadata: {} }, compileMarks(schema))).toEqual({
      artifact_id: 'i',
      artifact: { rows: '<artifact:list size=1 items>' },
      _metadata: {},
    })
  })
})
