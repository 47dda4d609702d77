import { describe, expect, it } from 'vitest'
import { form } from '../kits/components/form.ts'
import { metric } from '../kits/components/metric.ts'
import { createPolicy, type PolicyOptions } from '../policy/policy.ts'
import { validateComponent } from '../registry.ts'
import { check } from './check.ts'

describe('a component whose code is not loaded', () => {
  const policy = createPolicy()
  const first = (component: string, via: 'render' | 'interactive' = 'render', kits = [metric]) => {
    const result = check(new Map(kits.map((kit) => [kit.name, kit])), { component, props: { value: 1, label: 'x' } }, { policy, via })
    return result.ok ? undefined : result.issues[0]
  }

  it('is distinguished from one that does not exist', () => {
    expect(first('markdown')).toMatchObject({ code: 'unknown_component', expected: 'a component whose code is loaded', received: 'string "markdown"' })
    expect(first('nothing')).toMatchObject({ code: 'unknown_component', expected: expect.stringMatching(/^one of /) })
    expect(first('metric')).toBeUndefined()
  })

  it('is interactive or not as the registry says', () => {
    expect(first('form')).toMatchObject({ code: 'interactive_not_allowed' })
    expect(first('form', 'interactive')).toMatchObject({ code: 'unknown_component' })
    expect(first('markdown', 'interactive')).toMatchObject({ code: 'component_not_allowed', expected: 'an interactive component' })
    expect(first('form', 'render', [form as typeof metric])).toMatchObject({ code: 'interactive_not_allowed' })
  })
})

describe('props that a front end received', () => {
  const codesOf = (props: unknown, limits: PolicyOptions['limits'], component = 'json') => {
    const result = validateComponent(component, props, { policy: createPolicy({ limits: { ...limits } }), budget: 'uncounted' })
    return result.ok ? [] : result.issues.map(({ code }) => code)
  }
  const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

  it('have the limits of what a model writes and of what references bring, together', () => {
    expect(codesOf({ data: nested(9) }, { depth: 10 })).toEqual([])
    expect(codesOf({ data: nested(10) }, { depth: 10 })).toEqual(['too_deep'])
    const nodes = { nodes: 10, inlinedNodes: 20 }
    expect(codesOf({ data: new Array(28).fill(1) }, nodes)).toEqual([])
    expect(codesOf({ data: new Array(29).fill(1) }, nodes)).toEqual(['too_many_nodes'])
    const bytes = { payloadBytes: 10, inlinedBytes: 20 }
    expect(codesOf({ data: 'x'.repeat(26) }, bytes)).toEqual([])
    expect(codesOf({ data: 'x'.repeat(27) }, bytes)).toEqual(['payload_too_large'])
  })
})
