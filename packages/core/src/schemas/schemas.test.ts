import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as schemas from '../schemas.ts'

const parses = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('action schemas', () => {
  it('[004-act-01] an action has exactly next_node, never null, and args, which are empty by default', () => {
    expect(schemas.plannerActionSchema.parse({ next_node: 'search' })).toEqual({ next_node: 'search', args: {} })
    for (const wrong of [
      { next_node: null, args: {} },
      { next_node: '', args: {} },
      { next_node: ' \n', args: {} },
      { args: {} },
      { next_node: 'x', args: null },
      { next_node: 'x', args: [] },
    ])
      expect(parses(schemas.plannerActionSchema, wrong)).toBe(false)
    expect(parses(schemas.plannerActionSchema, { next_node: 'x', args: {}, thought: 'y' })).toBe(false)
  })

  it('[004-act-06] final args hold answer, artifacts, sources, suggested actions, confidence and language', () => {
    const args = { answer: 'a', artifacts: { x: 1 }, sources: [{}], suggested_actions: [{}], confidence: 0.5, language: 'en' }
    expect(schemas.finalResponseArgsSchema.parse(args)).toEqual(args)
    expect(parses(schemas.finalResponseArgsSchema, { ...args, answer: '' })).toBe(false)
    expect(parses(schemas.finalResponseArgsSchema, { ...args, confidence: 1.01 })).toBe(false)
  })

  it('[004-act-08] plan args hold steps of node and args and an optional join whose node may be null', () => {
    const args = { steps: [{ node: 'a', args: {} }], join: { node: null, args: {}, inject: { rows: '$all' } } }
    expect(schemas.planArgsSchema.parse(args)).toEqual(args)
    expect(schemas.planArgsSchema.parse({ steps: [{ node: 'a' }] })).toEqual({ steps: [{ node: 'a', args: {} }] })
    expect(schemas.planArgsSchema.parse({ steps: [{ node: 'a' }], join: null })).toEqual({ steps: [{ node: 'a', args: {} }] })
    for (const wrong of [{ steps: [{ args: {} }] }, { steps: [] }, { steps: [{ node: ' ' }] }, {}, { steps: [{ node: 'a' }], join: 'b' }])
      expect(parses(schemas.planArgsSchema, wrong)).toBe(false)
  })

  it('[004-act-10] task args hold name, mode, query, tool, tool_args, merge_strategy and the group fields', () => {
    const group = { group: 'g', group_id: '1', group_sealed: true, group_report: 'none', group_merge_strategy: 'REPLACE', retain_turn: false }
    const args = { name: 'n', mode: 'job', query: 'q', tool: 't', tool_args: { a: 1 }, merge_strategy: 'APPEND', ...group }
    expect(schemas.taskArgsSchema.parse(args)).toEqual(args)
  })

  it('[004-act-11] enum values are the three strategies, two modes and three reports, in that spelling', () => {
    for (const merge_strategy of ['HUMAN_GATED', 'APPEND', 'REPLACE']) expect(parses(schemas.taskArgsSchema, { merge_strategy })).toBe(true)
    for (const mode of ['subagent', 'job']) expect(parses(schemas.taskArgsSchema, { mode })).toBe(true)
    for (const group_report of ['all', 'any', 'none']) expect(parses(schemas.taskArgsSchema, { group_report })).toBe(true)
    for (const group_merge_strategy of ['HUMAN_GATED', 'APPEND', 'REPLACE']) expect(parses(schemas.taskArgsSchema, { group_merge_strategy })).toBe(true)
    for (const wrong of [{ merge_strategy: 'append' }, { group_merge_strategy: 'MERGE' }, { mode: 'JOB' }, { mode: 'tool' }, { group_report: null }])
      expect(parses(schemas.taskArgsSchema, wrong)).toBe(false)
  })
})

describe('open members', () => {
  const hostile = (): Record<string, unknown> => JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":null}')
  const chunk = (meta: unknown) => ({ stream_id: 's', seq: 0, chunk: 1, done: true, artifact_type: 't', meta })
  const meta = { message_id: 'm', registry_version: '1', source_tool: 't' }
  const places: [string, z.ZodType, (members: unknown) => object][] = [
    ['args', schemas.plannerActionSchema, (args) => ({ next_node: 'a', args })],
    ['args of a step', schemas.planArgsSchema, (args) => ({ steps: [{ node: 'a', args }] })],
    ['args of a join', schemas.planJoinSchema, (args) => ({ args })],
    ['inject', schemas.planJoinSchema, (inject) => ({ inject })],
    ['tool_args', schemas.taskArgsSchema, (tool_args) => ({ tool_args })],
    ['artifacts', schemas.finalResponseArgsSchema, (artifacts) => ({ answer: 'x', artifacts })],
    ['extra', schemas.finalResponseArgsSchema, (extra) => ({ answer: 'x', extra })],
    ['sources', schemas.finalResponseArgsSchema, (source) => ({ answer: 'x', sources: [source] })],
    ['params', schemas.suggestedActionSchema, (params) => ({ action_id: 'a', label: 'l', params })],
    ['meta', schemas.artifactChunkSchema, (more) => chunk(Object.defineProperties({ ...meta }, Object.getOwnPropertyDescriptors(Object(more))))],
  ]

  it.each(places)('%s keep every own key, and hold only what JSON can carry', (_, schema, build) => {
    const value = build(hostile())
    expect(JSON.stringify(schema.parse(value))).toBe(JSON.stringify(value))
    for (const wrong of [Number.NaN, new Date(), () => 1, new Map(), 1n, undefined]) expect(parses(schema, build({ a: wrong }))).toBe(false)
  })

  it('artifacts and extra of a payload keep every own key', () => {
    const payload = schemas.finalPayloadSchema.parse({ raw_answer: 'x', artifacts: hostile(), extra: hostile() })
    expect(JSON.stringify([payload.artifacts, payload.extra])).toBe(JSON.stringify([hostile(), hostile()]))
    expect(parses(schemas.finalPayloadSchema, { raw_answer: 'x', artifacts: [] })).toBe(false)
  })

  it('meta needs its three strings as own members, and says which is missing', () => {
    const missing = schemas.artifactChunkSchema.safeParse(chunk({ ...meta, source_tool: 1 }))
    expect(missing.error?.issues.map(({ path }) => path)).toEqual([['meta', 'source_tool']])
    for (const wrong of [Object.create(meta), null, [], 'x', undefined]) expect(parses(schemas.artifactChunkSchema, chunk(wrong))).toBe(false)
  })

  it('what is left out is an object of its own each time', () => {
    const first = schemas.plannerActionSchema.parse({ next_node: 'a' })
    first.args.x = 1
    expect(schemas.plannerActionSchema.parse({ next_node: 'a' }).args).toEqual({})
  })
})

describe('payload schemas', () => {
  it('[000-pay-03] all fields but raw_answer have defaults', () => {
    const empty = { confidence: null, route: null, language: null, requires_followup: false, warnings: [], sources: [], suggested_actions: [] }
    expect(schemas.finalPayloadSchema.parse({ raw_answer: '' })).toEqual({ raw_answer: '', artifacts: {}, extra: {}, ...empty })
    expect(parses(schemas.finalPayloadSchema, {})).toBe(false)
  })

  it('[000-pay-05] confidence is null or a number from 0 to 1', () => {
    for (const confidence of [null, 0, 0.5, 1]) expect(parses(schemas.finalPayloadSchema, { raw_answer: '', confidence })).toBe(true)
    for (const confidence of [-0.1, 1.1, Number.NaN, '1']) expect(parses(schemas.finalPayloadSchema, { raw_answer: '', confidence })).toBe(false)
  })

  it('[000-pay-12] language is a two-letter code or null', () => {
    for (const language of ['eng', 'EN', 'e', '']) expect(parses(schemas.finalPayloadSchema, { raw_answer: '', language })).toBe(false)
  })

  it('[000-pay-09] a suggested action has action_id, label and params that are empty by default', () => {
    expect(schemas.suggestedActionSchema.parse({ action_id: 'a', label: 'b' })).toEqual({ action_id: 'a', label: 'b', params: {} })
    expect(parses(schemas.suggestedActionSchema, { label: 'b' })).toBe(false)
  })
})

describe('answers', () => {
  it('an envelope is a result or a cancel, never both, and a result that looks like a cancel is a result', () => {
    for (const right of [{ result: null }, { result: { cancelled: true } }, { cancelled: true }])
      expect(schemas.answerEnvelopeSchema.parse(right)).toEqual(right)
    for (const wrong of [{}, { result: 1, cancelled: true }, { cancelled: false }, { cancelled: 'true' }, { result: undefined }, null])
      expect(parses(schemas.answerEnvelopeSchema, wrong)).toBe(false)
  })

  it('a reference names the question or the call, not half of it', () => {
    expect(parses(schemas.interactionRefSchema, { interaction_id: 'i' })).toBe(true)
    expect(parses(schemas.interactionRefSchema, { thread_id: 't', run_id: 'r' })).toBe(false)
  })
})

describe('events', () => {
  const envelope = { run_id: 'r', thread_id: 't', seq: 1, ts: 1 }

  it('an event is read by its type, and what the contract does not name is left out', () => {
    expect(schemas.plannerEventSchema.parse({ type: 'tool_call_end', ...envelope, tool_call_id: 'tc', extra: 1 })).toEqual({
      type: 'tool_call_end',
      ...envelope,
      tool_call_id: 'tc',
    })
    for (const type of ['nothing', '__proto__', 'constructor', undefined]) expect(parses(schemas.plannerEventSchema, { type, ...envelope })).toBe(false)
  })

  it('an event without seq, or with seq 0, is none', () => {
    const { seq, ...uncommitted } = { type: 'tool_call_end', ...envelope, tool_call_id: 'tc' }
    expect([seq, parses(schemas.plannerEventSchema, uncommitted)]).toEqual([1, false])
    expect(parses(schemas.plannerEventSchema, { ...uncommitted, seq: 0 })).toBe(false)
  })

  it('meta of a chunk keeps further members', () => {
    const meta = { message_id: 'm', registry_version: '1', source_tool: 't', more: [1] }
    const chunk = { stream_id: 's', seq: 0, chunk: { id: 'c' }, done: true, artifact_type: 'ui_component', meta }
    expect(schemas.artifactChunkSchema.parse(chunk)).toEqual(chunk)
    expect(parses(schemas.plannerEventSchema, { type: 'artifact_chunk', ...chunk, ...envelope })).toBe(true)
    expect(parses(schemas.plannerEventSchema, { type: 'artifact_chunk', ...chunk, ...envelope, seq: 0 })).toBe(false)
  })
})

describe('JSON', () => {
  it('takes every JSON value as it is, keys like __proto__ included', () => {
    const value: unknown = JSON.parse('{"__proto__":{"x":1},"constructor":[null,true,"\\u0000"],"n":-1e21}')
    expect(schemas.jsonValueSchema.parse(value)).toBe(value)
  })

  it('refuses what JSON cannot carry, circles and more than 1,000 levels, without running long', () => {
    const circle: unknown[] = []
    circle.push(circle, circle)
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    for (const wrong of [undefined, Number.NaN, 1n, () => 1, new Date(), new Map(), circle, deep, [undefined], { a: Symbol('a') }])
      expect(parses(schemas.jsonValueSchema, wrong)).toBe(false)
  })

  it('takes arrays of any width', () => {
    expect(parses(schemas.jsonValueSchema, Array(300_000).fill(0))).toBe(true)
  })

  it('a part that stands in two places is no circle', () => {
    const part = { a: 1 }
    expect(parses(schemas.jsonValueSchema, [part, part])).toBe(true)
  })

  it('an object is no array, a schema is an object or a boolean', () => {
    expect([parses(schemas.jsonObjectSchema, []), parses(schemas.jsonObjectSchema, {})]).toEqual([false, true])
    expect([true, {}, [], 'x', null].map((value) => parses(schemas.jsonSchemaSchema, value))).toEqual([true, true, false, false, false])
  })
})
