import { createHash } from 'node:crypto'
import { PfError } from '@pf/core'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { createComponentSet } from '../component-set.ts'
import { dataPathsOf } from '../lookup/data-paths.ts'
import { describeComponent } from '../lookup/describe-component.ts'
import { searchComponents } from '../lookup/hits-for-words.ts'
import { metaTools } from '../lookup/interactive-tool.ts'
import { catalogView, componentHeight, getComponent, listComponents } from '../lookup/list-components.ts'
import { createPolicy } from '../policy/policy.ts'
import { buildCatalogPrompt } from '../prompt/catalog-prompt.ts'
import { maskResult, resultSchemaOf, secretFieldsOf, validateComponent, validateReferencedData, validateResult, validPrefix } from '../registry.ts'
import { toText } from '../summary/to-text.ts'
import { defaultRegistry } from './default-registry.ts'
import { extendRegistry, type RegistryChanges } from './extend-registry.ts'
import { answerFromValidator, kitFromFunction } from './kit-from-function.ts'
import type { RegistryComponent } from './registry-component.ts'
import { sha256 } from './sha256.ts'
import { withKits } from './with-kits.ts'

const gauge: RegistryComponent = {
  entry: {
    name: 'gauge',
    description: 'A needle on a scale from nought to a hundred.\nFor one share of a whole.',
    need: 'a share of a whole',
    when: 'load, progress',
    category: 'data',
    interactive: false,
    tags: ['needle', 'scale'],
    height: 90,
    propsSchema: { type: 'object', required: ['percent'], additionalProperties: false, properties: { percent: { type: 'number' } } },
    example: { description: 'Half full', props: { percent: 50 } },
  },
  validate: ({ percent }) => (typeof percent === 'number' && percent >= 0 && percent <= 100 ? true : [{ pointer: '/percent', expected: '0 to 100' }]),
  text: { full: (props) => `${props.percent} percent`, short: (props) => `${props.percent} %` },
}

const asking: RegistryComponent = {
  entry: { ...gauge.entry, name: 'rate', need: 'a mark', category: 'interactive', interactive: true, resultSchema: { type: 'object' } },
  validate: () => true,
  answer: {
    check: (_, answer) => (answer === 5 ? { ok: true, result: { stars: 5 } } : { ok: false, issues: [{ code: 'schema_invalid', pointer: '', expected: '5' }] }),
    schema: () => ({ const: 5 }),
  },
}

const extend = (changes: RegistryChanges) => extendRegistry(defaultRegistry(), changes)
const faultsOf = (changes: RegistryChanges) => {
  try {
    extend(changes)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(PfError)
    return (error as PfError & { fields: { faults: string[] } }).fields.faults
  }
}

describe('an extended registry', () => {
  const registry = extend({ components: [gauge, asking], remove: ['latex'], override: { metric: { need: 'one number that matters', when: 'always' } } })
  const policy = createPolicy({ registry })
  const check = (component: string, props: unknown, via?: 'interactive') => {
    const result = validateComponent(component, props, { policy, budget: 'uncounted', ...(via ? { via } : {}) })
    return result.ok ? 'ok' : result.issues.map(({ code, pointer, expected }) => `${code} ${pointer} ${expected}`)
  }

  it('is what every function follows that is given its policy', () => {
    expect(policy.allowlist).toContain('gauge')
    expect(policy.allowlist.indexOf('gauge')).toBeLessThan(policy.allowlist.indexOf('callout'))
    expect(check('gauge', { percent: 50 })).toBe('ok')
    expect(check('gauge', { percent: 150 })).toEqual(['schema_invalid /percent 0 to 100'])
    expect(check('grid', { items: [{ component: 'gauge', props: { percent: 'x' } }] })).toEqual(['schema_invalid /items/0/props/percent 0 to 100'])
    expect(buildCatalogPrompt(policy)).toContain('- a share of a whole: gauge(percent) - load, progress')
    expect(buildCatalogPrompt(policy)).toContain(`registry ${registry.version}, ${registry.digest.slice(0, 12)}`)
    expect(buildCatalogPrompt(policy, { tier: 'full', maxTokens: 100_000 })).toContain('gauge: JSON Schema {')
    expect(describeComponent('gauge', { policy })).toContain('A needle on a scale')
    expect(searchComponents('needle', { policy })[0]).toMatchObject({ name: 'gauge', enabled: true })
    expect(toText('gauge', { percent: 7 }, { policy })).toBe('7 percent')
    expect(toText('grid', { items: [{ component: 'gauge', props: { percent: 7 } }] }, { policy })).toContain('7 percent')
    expect(metaTools(policy).map(({ name }) => name)).toContain('ui_rate')
    expect(metaTools(policy)[0]?.input).toMatchObject({ properties: { component: { enum: expect.arrayContaining(['gauge']) } } })
    expect(catalogView(policy)).toMatchObject({ registry_version: registry.version, digest: registry.digest, counts: { total: 22 } })
    expect(listComponents(policy, { category: 'data' }).map(({ name }) => name)).toContain('gauge')
    expect([getComponent('gauge', policy)?.height, componentHeight('gauge', policy), dataPathsOf('gauge', {}, policy)]).toEqual([90, 90, []])
    expect(validPrefix('gauge', { percent: 7 }, { policy })).toBeUndefined()
    expect(validPrefix('metric', { value: 7 }, { policy, pathState: () => 'complete' })).toMatchObject({ value: 7 })
  })

  it('knows the data of its components: where references may stand, what is behind them, how they look while they arrive', () => {
    const datagrid = defaultRegistry().kits.get('datagrid')
    const entry = getComponent('datagrid')
    if (!datagrid || !entry) throw new Error('datagrid')
    const ledger = createPolicy({ registry: extend({ components: [{ entry: { ...entry, name: 'ledger' }, kit: { ...datagrid, name: 'ledger' } }] }) })
    expect(dataPathsOf('ledger', {}, ledger)).toEqual(['/rows'])
    expect(dataPathsOf('grid', { items: [{ component: 'ledger', props: {} }] }, ledger)).toEqual(['/items/0/props/rows'])
    expect(dataPathsOf('ledger', {})).toEqual([])
    expect(validateReferencedData('ledger', '/rows', [[7]], ledger)).toMatchObject([{ code: 'schema_invalid', pointer: '/rows/0' }])
    expect(() => validateReferencedData('ledger', '/rows', [[7]])).toThrow('ledger has no data prop')
    expect(validPrefix('ledger', { rows: [{ a: 1 }] }, { policy: ledger, pathState: () => 'complete' })).toMatchObject({ rows: [{ a: 1 }], pageSize: 10 })
  })

  it('checks answers to components of its own', () => {
    expect(check('rate', {}, 'interactive')).toBe('ok')
    expect(check('rate', {})).toEqual([expect.stringContaining('interactive_not_allowed')])
    expect(validateResult('rate', {}, 5, { policy })).toEqual({ ok: true, result: { stars: 5 } })
    expect(validateResult('rate', {}, 4, { policy })).toMatchObject({ ok: false })
    expect(validateResult('rate', {}, 5)).toMatchObject({ ok: false, issues: [{ code: 'unknown_component' }] })
    expect([resultSchemaOf('rate', {}, { policy }), secretFieldsOf('rate', {}, { policy }), maskResult('rate', {}, 5, { policy })]).toEqual([
      { const: 5 },
      [],
      5,
    ])
  })

  it('has nothing of what was removed, and the new words of what was overridden', () => {
    expect(check('latex', { expression: 'x' })).toEqual([expect.stringContaining('unknown_component')])
    expect(() => createPolicy({ registry, allowlist: ['latex'] })).toThrow('latex')
    expect(buildCatalogPrompt(policy)).not.toContain('latex')
    expect(buildCatalogPrompt(policy)).toContain('- one number that matters: metric(value, label) - always')
    expect(extend({ remove: ['latex'], components: [{ ...gauge, entry: { ...gauge.entry, name: 'latex' } }] }).flags.has('latex')).toBe(true)
  })

  it('leaves the registry of this package as it was', () => {
    expect(getComponent('gauge')).toBeUndefined()
    expect(createPolicy().allowlist).toContain('latex')
    expect(toText('gauge', { percent: 7 })).toBe('gauge')
    expect(buildCatalogPrompt(createPolicy({ registry: defaultRegistry() }))).toBe(buildCatalogPrompt(createPolicy()))
  })

  it('has a digest and a version of its own, the same for the same content', () => {
    const again = extend({ components: [gauge, asking], remove: ['latex'], override: { metric: { need: 'one number that matters', when: 'always' } } })
    expect([again.digest, again.version]).toEqual([registry.digest, registry.version])
    expect(registry.version).toBe(`${defaultRegistry().version}+${registry.digest.slice(0, 8)}`)
    expect(extend({ components: [gauge] }).digest).not.toBe(registry.digest)
    expect(extend({ version: '7.0.0' }).version).toBe('7.0.0')
  })

  it('can be extended again', () => {
    const twice = extendRegistry(extend({ components: [gauge] }), { components: [asking] })
    expect([twice.flags.has('gauge'), twice.flags.has('rate')]).toEqual([true, true])
  })
})

describe('[003-be-04] extendRegistry refuses', () => {
  const named = (name: string, more: Partial<RegistryComponent> = {}) => ({ components: [{ ...gauge, entry: { ...gauge.entry, name }, ...more }] })

  it.each<[string, RegistryChanges, string]>([
    ['a name that is taken', named('metric'), 'metric occurs twice'],
    ['a name twice', { components: [gauge, gauge] }, 'gauge occurs twice'],
    ['a name that is none', named('Gauge Two'), 'Gauge Two: a name must consist of lower-case letters, digits and _'],
    ['a name of prototypes', named('__proto__'), '__proto__: a name must consist of lower-case letters, digits and _'],
    ['removing what is not there', { remove: ['metrics'] }, 'there is no metrics (did you mean metric?)'],
    ['overriding what is not there', { override: { constructor: {} } }, 'there is no constructor'],
    ['an unknown category', { components: [{ ...gauge, entry: { ...gauge.entry, category: 'fun' } }] }, 'gauge: unknown category fun'],
    ['no check', { components: [{ entry: gauge.entry }] }, 'gauge: it has neither kit nor validate'],
    ['an example that does not fit', { components: [{ ...gauge, validate: () => false }] }, 'gauge: its example does not pass its own validation'],
    ['a check that throws', { components: [{ ...gauge, validate: () => JSON.parse('{') }] }, 'gauge: its example does not pass its own validation'],
    [
      'a check that only promises',
      { components: [{ ...gauge, validate: (() => Promise.resolve(true)) as never }] },
      'gauge: its example does not pass its own validation',
    ],
    [
      'words that are none',
      { components: [{ ...gauge, entry: { ...gauge.entry, tags: null as never, need: 5 as never, propsSchema: undefined as never } }] },
      'gauge: need, tags, propsSchema missing or of the wrong type',
    ],
    [
      'an overridden example that does not fit',
      { override: { metric: { example: { description: 'x', props: {} } } } },
      'metric: its example does not pass its own validation',
    ],
    [
      'a kit of another component',
      { components: [{ entry: gauge.entry, kit: kitFromFunction({ name: 'other', interactive: false }, () => true) }] },
      'gauge: its kit is for another component',
    ],
    [
      'questions whose answers nobody checks',
      { components: [{ entry: asking.entry, validate: () => true }] },
      'rate: it is interactive but has no rules for its answers',
    ],
  ])('%s', (_, changes, fault) => {
    expect(faultsOf(changes)).toContain(fault)
  })

  it.each([
    [undefined, 'the changes must be {components?, remove?, override?, version?}'],
    [{ components: [gauge, {}] }, 'components[1] must be {entry, kit} or {entry, validate}'],
    [{ components: [null] }, 'components[0] must be {entry, kit} or {entry, validate}'],
    [{ components: {} }, 'components must be a list'],
    [{ remove: 5 }, 'remove must be a list of names'],
    [{ remove: [{}] }, 'remove must be a list of names'],
    [{ override: null }, 'override must be an object whose members are names of components'],
    [{ override: { metric: 'A figure' } }, 'override.metric must be an object such as {description}'],
  ])('what is no change: %j', (changes, fault) => {
    expect(faultsOf(changes as never)).toEqual([fault])
  })
})

describe('words that were not counted when the registry was generated', () => {
  const said = (words: string) => ({ description: `${words}, ${words}`, need: words, when: words, example: { description: words, props: { percent: 1 } } })

  it.each(['每个总计都在这里显示并且还有更多', '龘靐齉爩鱻麤', '🧑‍🚀🏳️‍🌈👩‍👩‍👧‍👦', 'ĦĔŁŁŐ ŵőŗĺđ', 'ሀሁሂሃሄህሆ', '!@#$%^&*(){}[]<>?~`|;:', 'zqxjkvbwpf qzjxkwv'])(
    'never cost more than they were thought to: %s',
    (words) => {
      const registry = extendRegistry(defaultRegistry(), {
        components: [{ ...gauge, entry: { ...gauge.entry, ...said(words) } }],
        override: { json: { description: words, need: `${words}.`, when: words } },
      })
      const policy = createPolicy({ registry, allowlist: ['gauge', 'json'] })
      for (const tier of ['names', 'required', 'full'] as const)
        for (const examples of [true, false])
          for (let maxTokens = 90; maxTokens < 1200; maxTokens += 13)
            expect(encode(buildCatalogPrompt(policy, { tier, examples, maxTokens })).length).toBeLessThanOrEqual(maxTokens)
    },
  )

  it('are described within 400 tokens: where the schema is longer, by the names of the props', () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`prop_${index}`, { type: 'string', description: 'one of many' }]))
    const propsSchema = { type: 'object', required: ['prop_0'], properties }
    const registry = extendRegistry(defaultRegistry(), {
      components: [{ ...gauge, entry: { ...gauge.entry, propsSchema, example: { description: 'x', props: {} } }, validate: () => true }],
    })
    const text = describeComponent('gauge', { policy: createPolicy({ registry }) })
    expect(text).toContain('gauge: {prop_0, prop_1?, ')
    expect(encode(text).length).toBeLessThanOrEqual(400)
  })
})

describe('in a browser', () => {
  const kit = kitFromFunction({ name: 'gauge', interactive: false }, ({ percent }) => typeof percent === 'number')

  it('kits of further components are known beside those of this package', () => {
    const policy = createPolicy({ registry: withKits([kit]), renderers: ['gauge', 'metric'] })
    expect(policy.allowlist).toEqual(['gauge', 'metric'])
    const set = createComponentSet([kit])
    expect(set.validateComponent('gauge', { percent: 1 }, { policy })).toMatchObject({ ok: true })
    expect(set.validateComponent('gauge', { percent: 'x' }, { policy })).toMatchObject({ ok: false })
    expect(componentHeight('gauge', policy)).toBe(160)
    expect(validateComponent('metric', { value: 1, label: 'x' }, { policy, budget: 'uncounted' })).toMatchObject({ ok: true })
  })
})

describe('its parts', () => {
  it('answerFromValidator reports faults as issues', () => {
    const validate = Object.assign((answer: unknown) => answer === 1, {
      errors: [{ instancePath: '/a', schemaPath: '', keyword: 'type', params: { type: 'number' } }],
    })
    const rules = answerFromValidator(validate, { type: 'number' })
    expect(rules.check({}, 1)).toEqual({ ok: true, result: 1 })
    expect(rules.check({}, { a: 'x' })).toEqual({ ok: false, issues: [{ code: 'schema_invalid', pointer: '/a', expected: 'number', received: 'string "x"' }] })
    expect(rules.schema({})).toEqual({ type: 'number' })
  })

  it.each(['', 'abc', 'ä😀', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'x'.repeat(100_000)])('sha256 agrees with the implementation of Node', (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  })
})
