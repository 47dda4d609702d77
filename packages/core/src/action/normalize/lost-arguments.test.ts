import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../json/records.ts'
import { codeOf } from '../../test-support/normalized.ts'
import { readOutput } from '../../testing/read-output.ts'
import { normalizeAction } from './normalize-action.ts'

type Data = Record<string, unknown>

const tools = ['search', 'purge', 'ping']
const casings = [(name: string) => name, (name: string) => name.toUpperCase(), (name: string) => name.charAt(0).toUpperCase() + name.slice(1), camel]

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const containerNames = ['args', 'arguments', 'kwargs', 'parameters', 'params', 'input', 'tool_input', 'tool_args', 'action_input', 'function_args']
const nameKeys = ['next_node', 'tool', 'tool_name', 'name', 'action', 'function', 'function_name']
const argument = fc.tuple(fc.constantFrom('q', 'where', 'limit', 'id', 'dry_run', '__proto__', 'constructor'), fc.jsonValue({ maxDepth: 1 }))
/** A part of the arguments, and the location at which the model writes it. */
const part = fc.record({
  place: fc.constantFrom('inside', 'text', 'dotted', 'beside'),
  container: fc.constantFrom(...containerNames),
  casing: fc.constantFrom(...casings),
  members: fc.uniqueArray(argument, { minLength: 1, maxLength: 3, selector: ([name]) => name }),
})
const wrapper = fc.constantFrom('none', 'tool_call', 'function_call', 'action', 'tool_calls', 'outside')
const written = fc.record({ nameKey: fc.constantFrom(...nameKeys), parts: fc.array(part, { maxLength: 3 }), wrapper, empty: fc.boolean() })

type Written = typeof written extends fc.Arbitrary<infer Value> ? Value : never

function objectOf(members: [string, unknown][]): Data {
  const object: Data = Object.create(null) as Data
  for (const [name, value] of members) object[name] = value
  return object
}

function writeParts(target: Data, { parts, empty }: Written): void {
  if (empty) target.args = {}
  for (const { place, container, casing, members } of parts) {
    const name = casing(container)
    if (place === 'inside') target[name] = objectOf(members)
    else if (place === 'text') target[name] = JSON.stringify(objectOf(members))
    else for (const [key, value] of members) target[place === 'dotted' ? `${name}.${key}` : key] = value
  }
}

/** Returns the action as text, with all of the arguments in it. */
function write(given: Written): { text: string; args: [string, unknown][] } {
  const action: Data = Object.create(null) as Data
  action[given.nameKey] = 'purge'
  const outside: Data = Object.create(null) as Data
  if (given.wrapper === 'outside') writeParts(outside, { ...given, parts: given.parts.slice(1) })
  writeParts(action, given.wrapper === 'outside' ? { ...given, parts: given.parts.slice(0, 1) } : given)
  const args = [...Object.entries(action), ...Object.entries(outside)].flatMap(([key, value]): [string, unknown][] => readBack(key, value, given.nameKey))
  return { text: JSON.stringify(wrap(action, outside, given.wrapper)), args }
}

function readBack(key: string, value: unknown, nameKey: string): [string, unknown][] {
  if (key === nameKey) return []
  if (key.includes('.')) return [[key.slice(key.indexOf('.') + 1), value]]
  if (!containerNames.some((name) => casings.some((casing) => casing(name) === key))) return [[key, value]]
  return Object.entries((typeof value === 'string' ? JSON.parse(value) : value) as Data)
}

function wrap(action: Data, outside: Data, wrapper: string): unknown {
  if (wrapper === 'none') return action
  if (wrapper === 'tool_calls') return { tool_calls: [action] }
  return { ...outside, [wrapper === 'outside' ? 'tool_call' : wrapper]: action }
}

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

describe('a tool call whose arguments are not in args (openclaw/openclaw#143729, #96127, #119464)', () => {
  it('is read with all its arguments, wherever they stand, or is asked for again', () => {
    let accepted = 0
    let refused = 0
    fc.assert(
      fc.property(written, (given) => {
        const { text, args } = write(given)
        let read: ReturnType<typeof normalizeAction>
        try {
          read = normalizeAction(text, { tools })
        } catch {
          refused++
          return
        }
        accepted++
        expect(read.action.next_node).toBe('purge')
        const found = [read.action.args, ...(read.beside ?? []).map(({ members }) => members)]
        for (const [name, value] of args)
          expect([text, name, found.some((each) => Object.hasOwn(each, name) && sameJson(each[name], value))]).toEqual([text, name, true])
        const isPlain = args.length === 0 || (isRecord(JSON.parse(text).args) && sameJson(JSON.parse(text).args, read.action.args))
        if (!isPlain) expect(read.repairs.length).toBeGreaterThan(0)
        const streamed = readOutput([...text], { tools })
        expect(streamed.node).toBe('purge')
        if (!streamed.end.reset) expect(JSON.parse(streamed.args)).toEqual(read.action.args)
      }),
      { numRuns: 5_000 },
    )
    expect(accepted).toBeGreaterThan(1_500)
    expect(refused).toBeGreaterThan(100)
  })

  it.each([
    ['{"next_node":"search","q":"x"}', 'args_beside'],
    ['{"next_node":"search","args":{},"q":"x"}', 'args_beside'],
    ['{"next_node":"search","args.q":"x"}', 'args_beside'],
    ['{"next_node":"search","args":{},"arguments":{"q":"x"}}', 'alias_shape'],
    ['{"next_node":"search","arguments":{"q":"x"},"args":{"q":"x"}}', undefined],
    ['{"next_node":"search","Args":{"q":"x"}}', 'alias_shape'],
    ['{"next_node":"search","kwargs":{"q":"x"}}', 'alias_shape'],
    ['{"next_node":"search","toolInput":{"q":"x"}}', 'alias_shape'],
    ['{"tool":"search","q":"x"}', 'args_beside'],
    ['{"tool_call":{"name":"search"},"q":"x"}', 'args_beside'],
    ['{"next_node":"search","thought":"t","plan":null,"join":null,"q":"x"}', 'args_beside'],
  ])('reads %s', (text, kind) => {
    const { action, repairs } = normalizeAction(text, { tools })
    expect(action).toEqual({ next_node: 'search', args: { q: 'x' } })
    expect(repairs.map((repair) => repair.kind)).toEqual(kind === undefined ? [] : expect.arrayContaining([kind]))
  })

  it.each([
    '{"next_node":"purge","args":{"where":"id = 5"},"arguments":{"where":"id = 6"}}',
    '{"next_node":"purge","args":{"where":"id = 5"},"kwargs":{"limit":1}}',
    '{"next_node":"purge","args":{"where":"id = 5"},"args.where":"id = 6"}',
    '{"next_node":"purge","where":"a","args.where":"b"}',
    '{"tool_calls":[{"name":"purge"}],"arguments":{"where":"id = 5"}}',
    '{"next_node":"plan","args":{"steps":[{"node":"purge","args":{"a":1},"kwargs":{"b":1}}]}}',
  ])('asks again for %s', (text) => expect(codeOf(text, { tools })).toBe('ambiguous_args'))

  it('does not take what an envelope of a provider holds for arguments', () => {
    for (const text of [
      '{"type":"tool_use","id":"toolu_1","name":"ping","input":{}}',
      '{"role":"assistant","content":null,"function_call":{"name":"ping","arguments":""}}',
      '{"id":"call_1","type":"function","function":{"name":"ping","arguments":"{}"}}',
      '{"thought":"t","next_node":"ping","args":null,"plan":null,"join":null}',
    ])
      expect(normalizeAction(text, { tools }).action).toEqual({ next_node: 'ping', args: {} })
  })

  it('passes on what stands beside complete arguments, which only the schema of the tool can tell apart', () => {
    expect(normalizeAction('{"next_node":"search","args":{"q":"x"},"limit":5}', { tools })).toMatchObject({
      action: { args: { q: 'x' } },
      beside: [{ members: { limit: 5 } }],
    })
    const plan = '{"next_node":"plan","args":{"steps":[{"node":"ping"},{"node":"search","args":{"q":"x"},"limit":5}]}}'
    expect(normalizeAction(plan, { tools }).beside).toEqual([{ step: 1, members: { limit: 5 } }])
  })

  it('reads steps and joins of a plan, and tasks, in the same way', () => {
    const plan =
      '{"next_node":"plan","args":{"steps":[{"node":"purge","where":"a"},{"tool":"search","kwargs":{"q":"x"}}],"join":{"node":"ping","Args":{"n":1}}}}'
    expect(normalizeAction(plan, { tools }).action.args).toEqual({
      steps: [
        { node: 'purge', args: { where: 'a' } },
        { node: 'search', args: { q: 'x' } },
      ],
      join: { node: 'ping', args: { n: 1 } },
    })
    expect(normalizeAction('{"next_node":"task","query":"write it"}').action.args).toEqual({ query: 'write it', mode: 'subagent' })
  })

  it('finds the arguments of a job under every name for them', () => {
    const where = { where: 'id = 5' }
    for (const args of [
      { tool: 'purge', tool_args: where },
      { tool: 'purge', args: where },
      { tool: 'purge', arguments: where },
      { tool: 'purge', tool_args: {}, input: where },
      { tool: 'purge', toolArgs: '{"where":"id = 5"}' },
      { tool: 'purge', 'tool_args.where': 'id = 5' },
    ])
      expect(normalizeAction({ next_node: 'task', args: { name: 'n', ...args } }).action.args).toEqual({
        name: 'n',
        mode: 'job',
        tool: 'purge',
        tool_args: where,
      })
    expect(codeOf({ next_node: 'task', args: { tool: 'purge', tool_args: where, args: { where: 'id = 6' } } })).toBe('ambiguous_args')
    expect(codeOf({ next_node: 'task', args: { tool: 'purge', tool_args: 5 } })).toBe('no_action')
  })

  it('does not run a call that was cut inside something that may be an argument', () => {
    for (const text of [
      '{"next_node":"purge","args":{"table":"t"},"where":"id',
      '{"next_node":"purge","where":{"id":5}',
      '{"tool_call":{"name":"purge","where":{"id":5}',
    ])
      expect([text, codeOf(text, { tools })]).toEqual([text, 'incomplete'])
  })
})

describe('the names of tools as models write them (craft-ai-agents/craft-agents-oss#449, prefect-archive/ControlFlow#107, vllm-project/vllm#32633)', () => {
  const known = { tools: ['get_weather', 'Search', 'search', 'final.notes'] }
  it.each([
    'functions.get_weather',
    'default_api.get_weather',
    'Get_Weather',
    'getWeather',
    'get-weather',
    'get_weather<|channel|>commentary',
    'functions.get_weather:0',
    'tools/GetWeather',
  ])('resolves %s where only one tool can be meant', (name) => {
    expect(normalizeAction({ next_node: name, args: { city: 'Oslo' } }, known)).toMatchObject({
      action: { next_node: 'get_weather', args: { city: 'Oslo' } },
      repairs: [{ kind: 'tool_name' }],
    })
    expect(readOutput([...JSON.stringify({ next_node: name, args: { city: 'Oslo' } })], known)).toMatchObject({ node: 'get_weather', args: '{"city":"Oslo"}' })
  })

  it('leaves names that are exact, that fit two tools, or that fit none', () => {
    for (const name of ['Search', 'search', 'SEARCH', 'functions.SEARCH', 'weather', 'plans', 'other.get_weather'])
      expect(normalizeAction({ next_node: name, args: {} }, known).action.next_node).toBe(name)
  })

  it('reads multi_tool_use.parallel as a plan', () => {
    const uses = [{ recipient_name: 'functions.get_weather', parameters: { city: 'Oslo' } }]
    expect(normalizeAction({ next_node: 'multi_tool_use.parallel', args: { tool_uses: uses } }, known).action).toEqual({
      next_node: 'plan',
      args: { steps: [{ node: 'get_weather', args: { city: 'Oslo' } }] },
    })
  })
})
