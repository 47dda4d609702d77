import { compilePattern } from '@pf/core/internal'
import { describe, expect, it } from 'vitest'
import { withoutUnknown } from './compat/compatibility.ts'
import { allKits } from './kits/all-kits.ts'
import { dataPathsOf } from './lookup/data-paths.ts'
import { describeComponent } from './lookup/describe-component.ts'
import { searchComponents } from './lookup/hits-for-words.ts'
import { componentHeight, getComponent } from './lookup/list-components.ts'
import { createPolicy } from './policy/policy.ts'
import { createRunBudget } from './policy/run-budget.ts'
import { maskResult, resultSchemaOf, secretFieldsOf, validateComponent, validateReferencedData, validateResult, validPrefix } from './registry.ts'
import { fallbackText } from './summary/fallback-text.ts'
import { toText } from './summary/to-text.ts'
import { everything, examples } from './test-support/examples.ts'

const throwing = () => {
  throw new Error('read')
}
const keys = ['columns', 'rows', 'fields', 'options', 'items', 'sections', 'text', 'content', 'title', 'data', 'option', 'artifact_id', 'value']
const getters = Object.defineProperties({}, Object.fromEntries(keys.map((key) => [key, { enumerable: true, get: throwing }])))
const traps = { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing, getOwnPropertyDescriptor: throwing }
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const nested = (levels: number, wrap: (inner: unknown) => unknown) => Array.from({ length: levels }).reduce<unknown>((inner) => wrap(inner), 1)
const cycle: Record<string, unknown> = {}
cycle.self = cycle
const ring: unknown[] = []
ring.push(ring)

/** Values that JSON cannot contain, and JSON that exceeds the limits. */
const values: readonly (readonly [what: string, value: unknown])[] = [
  ['a cycle', cycle],
  ['a list in itself', ring],
  ['getters that throw', getters],
  ['a proxy that throws', new Proxy({}, traps)],
  ['a list behind a proxy that throws', new Proxy([], traps)],
  ['a revoked proxy', revoked()],
  ['an object that is no text', { toString: throwing, [Symbol.toPrimitive]: throwing }],
  ['an object that JSON.stringify trips over', { toJSON: throwing }],
  ['a list that JSON.stringify trips over', Object.assign([1], { toJSON: throwing })],
  ['4,000,000,000 holes', new Array(4_000_000_000)],
  ['a list with a hole', Object.assign(new Array(3), { 0: 1, 2: 3 })],
  ['100,000 levels of objects', nested(100_000, (a) => ({ a }))],
  ['100,000 levels of lists', nested(100_000, (a) => [a])],
  ['5,000 grids in each other', nested(5000, (props) => ({ items: [{ component: 'grid', props }] }))],
  ['3 MB of text', 'x'.repeat(3_000_000)],
  ['a key of 1 MB', { ['k'.repeat(1_000_000)]: 1 }],
  ['half a pair', '\ud800'],
  ['a key that is half a pair', { '\ud800': 1 }],
  ['an own __proto__', JSON.parse('{"__proto__":{"polluted":1}}')],
  ['an object under constructor', { constructor: { prototype: { polluted: 1 } } }],
  ['methods of all objects as props', { toString: 1, valueOf: 2, hasOwnProperty: 3 }],
  ['inherited props', Object.create({ columns: [], rows: [] })],
  ...[1n, Symbol('x'), () => 1, Number.NaN, Number.POSITIVE_INFINITY, undefined, null, -0].map((value) => [String(value), value] as const),
  ...[new Date(), new Map(), new Uint8Array(4), new Error('x'), Object('text')].map((value) => [value.constructor.name, value] as const),
]

const names = [
  ...examples.map(([name]) => name),
  '__proto__',
  'constructor',
  'toString',
  'bar_chart',
  'x'.repeat(100_000),
  7,
  Symbol('x'),
  new Proxy({}, traps),
]
const policy = createPolicy(everything)
const secretForm = { fields: ['pin', 'name'].map((name) => ({ name, type: name === 'pin' ? 'password' : 'text' })) }
const within = (value: unknown) => Object.fromEntries(keys.map((key) => [key, value]))
const text = (name: unknown) => name as string

const checks: Readonly<Record<string, (name: unknown, value: unknown) => { ok: boolean }>> = {
  'validateComponent in a front end': (name, value) => validateComponent(name, value, { policy, budget: 'uncounted' }),
  'validateComponent with a newer server': (name, value) => validateComponent(name, value, { policy, budget: 'uncounted', newer: withoutUnknown }),
  'validateComponent on a server': (name, value) => validateComponent(name, value, { policy, budget: createRunBudget(policy), mode: 'model' }),
  'validateComponent with data of tools': (name, value) =>
    validateComponent(name, within(value), { policy, budget: createRunBudget(policy), referenced: [{ pointer: '/rows', rows: value, reference: value }] }),
  'validateComponent inside a layout': (name, value) =>
    validateComponent('grid', { items: [{ component: name, props: value }] }, { policy, budget: createRunBudget(policy) }),
  'validateResult of a form': (_, value) => validateResult('form', secretForm, value),
  'validateResult of a form that nobody showed': (name, value) => validateResult(name, value, value),
  'validateResult of a choice': (_, value) => validateResult('select_option', { options: [{ value: 'a', label: 'A' }] }, { selected: value }),
  'validateResult of a confirmation': (_, value) => validateResult('confirm', { message: 'x' }, { confirmed: value }),
  compilePattern: (_, value) => (typeof value === 'string' ? { ok: false } : compilePattern(text(value))),
}

const readings: Readonly<Record<string, (name: unknown, value: unknown) => unknown>> = {
  validPrefix: (name, value) => [validPrefix(name, value, { policy }), validPrefix(name, within(value), { policy })],
  validateReferencedData: (_, value) => validateReferencedData('datagrid', '/rows', [[value] as never, value as never]),
  toText: (name, value) => [value, within(value), within([value])].flatMap((props) => [toText(name, props, { policy }), toText(name, props, { short: true })]),
  fallbackText: (name, value) => fallbackText(name, value, value),
  maskResult: (name, value) => [maskResult(name, value, value), maskResult('form', secretForm, value), maskResult('form', secretForm, { pin: value })],
  'resultSchemaOf and secretFieldsOf': (name, value) => [resultSchemaOf(name, value), secretFieldsOf(name, value)],
  searchComponents: (name, value) => [searchComponents(text(name), { policy }), searchComponents(text(value), { policy })],
  'describeComponent, getComponent, componentHeight': (name) => [
    describeComponent(text(name), { policy }),
    getComponent(text(name)),
    componentHeight(text(name)),
  ],
  dataPathsOf: (name, value) => [dataPathsOf(text(name), value), dataPathsOf('grid', { items: [{ component: name, props: value }] }, policy)],
  withoutUnknown: (_, value) => allKits.map(({ full }) => withoutUnknown(value, full)),
}

describe('what is no data', () => {
  it.each(Object.entries(checks))('is refused by %s, with issues and without a throw', (_, check) => {
    for (const name of names)
      for (const [what, value] of values) {
        const result = check(name, value)
        const issues = 'issues' in result && Array.isArray(result.issues) ? result.issues : []
        if (!result.ok && !('reason' in result)) expect([what, issues.length > 0 || typeof value === 'string'], what).toEqual([what, true])
        expect(JSON.stringify(issues).length).toBeLessThan(30_000)
      }
    expect({}).not.toHaveProperty('polluted')
  })

  it.each(Object.entries(readings))('does not make %s throw, nor wait', (_, read) => {
    for (const name of names) for (const [, value] of values) expect(() => read(name, value)).not.toThrow()
    expect({}).not.toHaveProperty('polluted')
  })

  it('is never taken by a check, whatever the component', () => {
    const taken = examples.flatMap(([name]) =>
      values.slice(0, 13).filter(([, value]) => validateComponent(name, value, { policy, budget: 'uncounted', via: 'interactive' }).ok),
    )
    expect(taken).toEqual([])
  })

  it('shows no secret: what cannot be read is masked whole', () => {
    expect(maskResult('form', secretForm, new Proxy({}, traps))).toBe('<secret>')
    expect(maskResult('form', secretForm, getters)).toBe('<secret>')
  })

  it('costs milliseconds', () => {
    const slowest = values.map(([what, value]) => {
      const start = performance.now()
      for (const [name] of examples) validateComponent(name, value, { policy, budget: createRunBudget(policy), via: 'interactive' })
      return [what, (performance.now() - start) / examples.length] as const
    })
    expect(slowest.filter(([, ms]) => ms > 50)).toEqual([])
  })
})

describe('the host', () => {
  it.each<[string, unknown, string]>([
    ['no object', null, 'has the wrong type'],
    ['a name for a list', { allowlist: 'metric' }, 'has the wrong type'],
    ['names that are no text', { denylist: [Symbol('x')] }, 'denylist names "Symbol(x)"'],
    ['a name that says nothing', { renderers: [{ toString: throwing }] }, 'has the wrong type'],
    ['hosts that are no text', { urlHosts: [5] }, 'has the wrong type'],
    ['a sandbox that is no text', { htmlSandbox: 5 }, 'has the wrong type'],
    ['limits that are none', { limits: 'x' }, 'limits.0 is not a limit'],
    ['another limit', JSON.parse('{"limits":{"__proto__":1}}'), 'limits.__proto__ is not a limit'],
    ['a registry of its own making', { registry: { flags: {} } }, 'has the wrong type'],
  ])('[003-be-04] is reported at the start of %s', (_, options, fault) => {
    expect(() => createPolicy(options as never)).toThrow(expect.objectContaining({ code: 'invalid_config', message: expect.stringContaining(fault) }))
  })

  it('allows raw HTML with true only', () => {
    expect(createPolicy({ allowHtml: 'false' as never }).allowHtml).toBe(false)
  })
})
