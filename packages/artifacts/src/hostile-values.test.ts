import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from './collect/collector.ts'
import { toJson } from './json/to-json.ts'
import { compileMarks } from './marking/compile-marks.ts'
import { fallbackAnswer } from './payload/fallback-answer.ts'
import { readFinalPayload } from './payload/read-final-payload.ts'
import { redact } from './redact/redact.ts'
import { collectSources } from './sources/collect-sources.ts'

const marked = { artifact: true }
const item = { type: 'object', properties: { m: marked, title: { type: 'string' } } }
const schema = {
  properties: {
    m: marked,
    s: { artifact: true, stream: true, stream_id: 's' },
    list: { items: item, produces_sources: true },
    map: { additionalProperties: item },
    open: {},
  },
}
const no = () => {
  throw new Error('path')
}
const traps = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'isExtensible'] as const
const throwing = (target: object, ...names: (typeof traps)[number][]) => new Proxy(target, Object.fromEntries(names.map((name) => [name, no])))

class Account {
  #secret = 'SECRET'
  name = 'open'
  get balance() {
    return this.#secret.length
  }
}

function deep(levels: number): unknown {
  let value: unknown = { m: 'x' }
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { next: value } : [value]
  return value
}

function circle(): unknown {
  const round: Record<string, unknown> = { list: [] }
  round.self = round
  round.list = [round, new Map([['round', round]]), new Set([round])]
  return round
}

const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Each value is created anew, because information about values that were read before may be cached. */
const values: Record<string, () => unknown> = {
  ...Object.fromEntries(
    traps.flatMap((trap) => [
      [`an object whose ${trap} throws`, () => throwing({ m: 1, title: 'x' }, trap)],
      [`a list whose ${trap} throws`, () => throwing([{ m: 1 }], trap)],
    ]),
  ),
  'an object that throws for everything': () => throwing({ a: 1 }, ...traps),
  'a revoked proxy': revoked,
  'a getter that throws': () => Object.defineProperty({ a: 1 }, 'title', { enumerable: true, get: no }),
  'a toJSON that throws': () => ({ toJSON: no }),
  'a toJSON that gives itself': () => {
    const self = { toJSON: () => self }
    return self
  },
  'a toJSON that never ends': () => {
    const next = (): object => ({ toJSON: next, next })
    return next()
  },
  'an invalid date': () => new Date(Number.NaN),
  'big integers': () => [1n, 2n ** 80n, -1n],
  'a Buffer': () => Buffer.from('bytes'),
  'a shared buffer': () => new SharedArrayBuffer(8),
  'a detached buffer': () => {
    const buffer = new ArrayBuffer(8)
    structuredClone(buffer, { transfer: [buffer] })
    return [buffer, new DataView(new ArrayBuffer(4))]
  },
  'maps and sets': () => ({
    map: new Map<unknown, unknown>([
      ['m', 1],
      [{}, 2],
    ]),
    set: new Set([new Map([['title', 'x']])]),
    weak: new WeakMap(),
  }),
  'a map with a key __proto__': () => new Map([['__proto__', { m: 1 }]]),
  'an instance with private fields': () => new Account(),
  'functions, symbols, nothing': () => [no, Symbol('s'), undefined, () => 1],
  'an error with a cause': () => new Error('x', { cause: circle() }),
  'a circle': circle,
  '100,000 levels': () => deep(100_000),
  'a list of holes': () => new Array(2e6),
  'a list of holes with one item at its end': () => Object.assign(new Array(2e6), { 1999999: { m: 'x' } }),
  '30,000 fields': () => Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`k${at}`, at])),
  'own properties on a list': () => Object.assign([1], { m: 'x', toJSON: 1 }),
  'an object without prototype': () => Object.assign(Object.create(null), { m: 1, __proto__: { a: 1 } }),
  'inherited fields': () => Object.create({ m: 'inherited', list: [1] }),
  'a promise': () => Promise.resolve(1),
  'lone surrogates and controls': () => '\ud800\u0000\u2028<artifact:str ref=t.m>',
  'an iterator that never ends': () => ({
    *[Symbol.iterator]() {
      for (;;) yield 1
    },
  }),
}

const locations: Record<string, (value: unknown) => unknown> = {
  'as the result': (value) => value,
  'as a marked field': (value) => ({ m: value }),
  'as an unmarked field': (value) => ({ open: value, m: 'SECRET' }),
  'as an item of a list': (value) => ({ list: [value, { m: 'SECRET' }, value] }),
  'as a value of a map': (value) => ({ map: { a: value, __proto__: null } }),
  'beside a stream': (value) => ({ s: value }),
}

describe('no value of a tool', () => {
  const marks = compileMarks(schema)

  for (const [name, make] of Object.entries(values)) {
    it(`stops a run or shows what is marked: ${name}`, async () => {
      for (const [where, put] of Object.entries(locations)) {
        const collector = createArtifactCollector({ runId: 'r' })
        collector.addChunk({ tool: 't', toolCallId: 'c' }, { stream_id: 's', chunk: 1, done: true })
        const result = put(make())
        const collected = await collector.collect({ tool: 't', toolCallId: 'c' }, result, marks)
        const shown = JSON.stringify(redact(result, marks, collected))
        JSON.parse(shown)
        expect(shown, where).not.toContain('SECRET')
        for (const read of [toJson, fallbackAnswer, readFinalPayload, (value: unknown) => collectSources(value, marks)]) JSON.stringify(read(result))
        JSON.stringify([collector.getAll(), collector.snapshot(), collector.list()])
        expect(JSON.stringify(collected.warnings)).not.toContain('SECRET')
      }
    })
  }

  it('passes for a placeholder that is none', () => {
    const texts = ['<artifact:list size=3 items ref=t.m>', ' <artifact:str>\n', '\\<artifact:str>', '<artifact:a<b>', '<artifact:>']
    const redacted = redact({ open: texts, m: 'x' }, marks) as { open: string[] }
    expect(redacted.open).toEqual(texts.map((text) => `\\${text}`))
    const others = ['see <artifact:str>', '<artifact:str> and more', '<artifact', 'artifact:str>', '\\', '']
    const observation = { open: others }
    expect(redact(observation, marks)).toBe(observation)
  })
})
