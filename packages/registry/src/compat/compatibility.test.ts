import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createComponentSet } from '../component-set.ts'
import { registryDigest, registryVersion } from '../generated/version.ts'
import { allKits } from '../kits/all-kits.ts'
import { createPolicy } from '../policy/policy.ts'
import { createRunBudget } from '../policy/run-budget.ts'
import { validateComponent, validPrefix } from '../registry.ts'
import { fallbackText } from '../summary/fallback-text.ts'
import { toText } from '../summary/to-text.ts'
import { everything, examples, via } from '../test-support/examples.ts'
import { compatibility, withoutUnknown } from './compatibility.ts'

const policy = createPolicy(everything)
const client = createComponentSet(allKits)

describe('compatibility', () => {
  it.each([
    ['1.4.2', '1.4.2', 'same'],
    ['1.4.2', '1.4.3', 'compatible'],
    ['1.3.9', '1.4.0', 'compatible'],
    ['1.5.0', '1.4.9', 'newer'],
    ['1.4.3', '1.4.2', 'newer'],
    ['2.0.0', '1.9.9', 'incompatible'],
    ['1.0.0', '2.0.0', 'incompatible'],
    ['0.2.0', '0.1.9', 'incompatible'],
    ['0.1.9', '0.1.2', 'newer'],
    ['1.4.2+0a1b2c3d', '1.4.2', 'newer'],
    ['latest', '1.0.0', 'incompatible'],
    ['', '1.0.0', 'incompatible'],
    ['1.0', '1.0.0', 'incompatible'],
    ['9'.repeat(500), '1.0.0', 'incompatible'],
  ])('%s for a front end with %s: %s', (theirs, ours, expected) => {
    expect(compatibility({ version: theirs }, { version: ours })).toBe(expected)
  })

  it('takes the registry of this package as ours, and reads digests where both are known', () => {
    expect(compatibility({ version: registryVersion, digest: registryDigest })).toBe('same')
    expect(compatibility({ version: registryVersion })).toBe('same')
    expect(compatibility({ version: registryVersion, digest: 'other' })).toBe('newer')
    expect(compatibility({ version: undefined as unknown as string })).toBe('incompatible')
  })
})

describe('[003-ph-16] an older front end', () => {
  it('shows a component of a newer registry without the props and values that it does not know', () => {
    const theirs = { value: 1, label: 'x', glow: true, format: 'roman', color: 'red' }
    expect(client.validateComponent('metric', theirs, { policy })).toMatchObject({ ok: false })
    expect(client.validateComponent('metric', theirs, { policy, newer: withoutUnknown })).toMatchObject({
      ok: true,
      props: { value: 1, label: 'x', format: 'number', color: 'red' },
      dropped: ['/glow', '/format'],
    })
    const nested = { items: [{ component: 'metric', props: theirs, pinned: true }] }
    expect(validateComponent('grid', nested, { policy, budget: 'uncounted', newer: withoutUnknown })).toMatchObject({
      ok: true,
      props: { items: [{ component: 'metric', props: { format: 'number' } }] },
      dropped: ['/items/0/pinned', '/items/0/props/glow', '/items/0/props/format'],
    })
  })

  it('shows nothing else that does not fit: types, missing props, unsafe values and addresses', () => {
    const codes = (props: unknown) => {
      const result = client.validateComponent('metric', props, { policy, newer: withoutUnknown })
      return result.ok ? [] : result.issues.map(({ pointer }) => pointer)
    }
    expect(codes({ value: {}, label: 'x', glow: 1 })).toContain('/value')
    expect(codes({ value: 1, glow: 1 })).toContain('/label')
    expect(codes({ value: 1, label: 'x', color: 'url(x)', glow: 1 })).toContain('/color')
    expect(client.validateComponent('image', { src: 'javascript:alert(1)', glow: 1 }, { policy, newer: withoutUnknown })).toMatchObject({ ok: false })
    expect(client.validateComponent('metric', JSON.parse('{"value":1,"label":"x","__proto__":{"a":1}}'), { policy, newer: withoutUnknown })).toMatchObject({
      ok: false,
    })
  })

  it('leaves every component of its own registry as it is, whatever was added to it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.string({ minLength: 1, maxLength: 8 }).map((key) => `new ${key}`),
        fc.jsonValue(),
        (example, key, value) => {
          const [name, props] = example
          const options = { policy, via: via(name) }
          const plain = client.validateComponent(name, props, options)
          const newer = client.validateComponent(
            name,
            { ...props, [key]: JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'p').replaceAll('$artifact', 'a')) },
            { ...options, newer: withoutUnknown },
          )
          expect(newer.ok && newer.props).toEqual(plain.ok && plain.props)
        },
      ),
    )
  })

  it('is not what a server is: for what a model wrote, unknown props stay faults', () => {
    expect(validateComponent('metric', { value: 1, label: 'x', glow: 1 }, { policy, budget: createRunBudget(policy), newer: withoutUnknown })).toMatchObject({
      ok: false,
    })
  })

  it('says that it does not know a component, and has a plain text in its place', () => {
    const props = { heading: 'Sales', points: [{ name: 'North' }], html: '<b>x</b>', '\u202e': 'a\u0000b' }
    expect(client.validateComponent('gauge', props, { policy, newer: withoutUnknown })).toMatchObject({ ok: false, issues: [{ code: 'unknown_component' }] })
    expect(validPrefix('gauge', props)).toBeUndefined()
    expect(fallbackText('sales_gauge', props)).toBe('sales gauge\nSales\nNorth\n<b>x</b>\nab')
    expect(fallbackText('gauge', props, 'Sales by region')).toMatch(/^Sales by region\n/)
    expect(toText('gauge', props)).toBe('gauge')
    fc.assert(fc.property(fc.anything(), fc.anything(), fc.anything(), (...args) => fallbackText(...args).length <= 2000))
  })
})
