import type { JsonObject } from '@pf/core'
import { describe, expect, it } from 'vitest'
import type { AnswerRules } from '../contracts/answer-rules.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import { defaultLimits } from '../policy/limits.ts'
import { createPolicy } from '../policy/policy.ts'
import { maskResult, resultSchemaOf, secretFieldsOf, validateResult } from '../registry.ts'
import { maskResultWith, resultSchemaWith, secretFieldsWith, validateKitResult, validateResultWith } from './validate-result.ts'

const password = { fields: [{ name: 'p', label: 'P', type: 'password' }] }
const answerTo = (component: unknown, props: unknown) => ({
  result: validateResult(component, props, { p: 'x' }),
  schema: resultSchemaOf(component, props),
  secrets: secretFieldsOf(component, props),
  masked: maskResult(component, props, { p: 'x' }),
})

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])

describe('an answer', () => {
  it('has a schema, secrets and a mask where the component that was shown can be answered', () => {
    expect(answerTo('form', password)).toMatchObject({ result: { ok: true }, schema: { type: 'object' }, secrets: ['p'], masked: { p: '<secret>' } })
  })

  const throwing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no keys')
      },
    },
  )
  it.each([
    ['props that do not fit the schema', { fields: 'none' }, 'schema_invalid'],
    ['props that are too deep', { ...password, submitLabel: deep(defaultLimits.depth + 1) }, 'schema_invalid'],
    ['props that throw', throwing, 'schema_invalid'],
    ['no props', undefined, 'schema_invalid'],
  ])('to %s is refused, and nothing of it is shown', (_, props, code) => {
    expect(answerTo('form', props)).toEqual({
      result: { ok: false, issues: [{ code, pointer: '', expected: expect.stringContaining('props that can be answered') }] },
      schema: false,
      secrets: [],
      masked: '<secret>',
    })
  })

  it.each([
    ['nothing', 'unknown_component'],
    [5, 'unknown_component'],
    ['metric', 'component_not_allowed'],
  ])('to the component %s, which asks nothing, is refused', (component, code) => {
    expect(answerTo(component, { value: 1, label: 'x' })).toMatchObject({ result: { ok: false, issues: [{ code }] }, schema: false, secrets: [] })
  })

  it('that cannot be read is refused', () => {
    expect(validateResult('form', password, throwing)).toMatchObject({ ok: false, issues: [{ code: expect.any(String) }] })
  })

  it('to a component that the policy has switched off since is refused', () => {
    const policy = createPolicy({ denylist: ['form'] })
    expect(validateResult('form', password, { p: 'x' }, { policy })).toMatchObject({ ok: false, issues: [{ code: 'component_not_allowed', received: 'form' }] })
  })

  it('keeps to the bounds of the policy, and no value of it is repeated', () => {
    const policy = createPolicy({ limits: { payloadBytes: 10 } })
    const refused = validateResult('form', password, { p: 'secret secret' }, { policy })
    expect(refused).toMatchObject({ ok: false, issues: [{ code: 'payload_too_large' }] })
    expect(JSON.stringify(validateResult('form', password, { p: Number.POSITIVE_INFINITY }))).not.toContain('Infinity')
  })
})

describe('rules of a host that fail', () => {
  const failing = () => {
    throw new Error('The rules failed.')
  }
  const kit = (answer: Partial<AnswerRules>): ComponentKit => ({
    name: 'own',
    interactive: true,
    shape: [{}],
    full: Object.assign(() => true, { errors: null }),
    relaxed: Object.assign(() => true, { errors: null }),
    answer: { check: (_: JsonObject, given: unknown) => ({ ok: true, result: given as JsonObject }), schema: () => ({ type: 'object' }), ...answer },
  })
  const kitsOf = (answer: Partial<AnswerRules>) => new Map([['own', kit(answer)]])
  const shown = { component: 'own', props: {} }

  it('refuse the answer', () => {
    for (const rules of [{ check: failing }, { audit: failing }, { audit: () => [{ code: 'x', pointer: '' }] }]) {
      const refused = validateResultWith(kitsOf(rules), shown, { a: 1 }, {})
      expect(refused).toMatchObject({ ok: false, issues: [{ code: expect.any(String) }] })
    }
  })

  it('give no schema, and show nothing of the answer', () => {
    expect(resultSchemaWith(kitsOf({ schema: failing }), shown)).toBe(false)
    expect(maskResultWith(kitsOf({ mask: failing }), shown, { a: 1 })).toBe('<secret>')
  })

  it('are not asked about props that exceed the bounds', () => {
    const tooDeep = { component: 'own', props: { a: deep(defaultLimits.depth) } }
    expect(validateResultWith(kitsOf({}), tooDeep, { a: 1 }, {})).toMatchObject({ ok: false, issues: [{ code: 'schema_invalid' }] })
    expect(validateResultWith(kitsOf({}), { component: 'own', props: { a: deep(defaultLimits.depth - 1) } }, { a: 1 }, {})).toMatchObject({ ok: true })
  })

  it('may be without secrets and masks', () => {
    expect(secretFieldsWith(kitsOf({}), shown)).toEqual([])
    expect(maskResultWith(kitsOf({}), shown, { a: 1 })).toEqual({ a: 1 })
    expect(validateKitResult(kit({}), {}, { a: 1 })).toEqual({ ok: true, result: { a: 1 } })
  })
})
