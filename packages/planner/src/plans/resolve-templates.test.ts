import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveTemplates } from './resolve-templates.ts'

const done = (output: unknown) => ({ success: true, output: output as never })
const resolvedOf = (args: Record<string, unknown>, ...outputs: unknown[]) => {
  const resolved = resolveTemplates(args as never, outputs.map(done))
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.errors))
  return resolved.value
}

describe('resolveTemplates', () => {
  it('[001-tmpl-03] keeps the type of what is referred to', () => {
    const output = { n: 0, b: false, z: null, s: '', a: [1, { k: 'v' }], o: { k: [] } }
    for (const [key, value] of Object.entries(output)) expect(resolvedOf({ x: `$0.output.${key}` }, output)).toEqual({ x: value })
  })

  it('[001-tmpl-02] [001-tmpl-09] reads nested fields, also of artifact and _metadata', () => {
    const output = { artifact_id: 'i1', artifact: { title: 'Tides', rows: [{ id: 7 }] }, _metadata: { context_id: 'c1' } }
    expect(resolvedOf({ a: '$0.output.artifact.title', b: ['$0.output.artifact.rows[0].id'], c: { d: '$0.output._metadata.context_id' } }, output)).toEqual({
      a: 'Tides',
      b: [7],
      c: { d: 'c1' },
    })
  })

  it('never looks through what it has put in', () => {
    expect(resolvedOf({ x: '$0.output.a' }, { a: '$0.output.b', b: 'secret' })).toEqual({ x: '$0.output.b' })
    expect(resolvedOf({ x: '$0.output.a' }, { a: { k: '$$0.output.b' } })).toEqual({ x: { k: '$$0.output.b' } })
  })

  it('gives each place a copy of its own, and leaves arguments and results alone', () => {
    const output = { list: [1] }
    const args = { a: '$0.output.list', b: '$0.output.list' }
    const value = resolvedOf(args, output)
    ;(value.a as number[]).push(2)
    expect(value.b).toEqual([1])
    expect(output).toEqual({ list: [1] })
    expect(args.a).toBe('$0.output.list')
  })

  it('reads own fields only, and keeps a key named __proto__ a key', () => {
    for (const name of ['constructor', 'toString', '__proto__', '__proto__.x'])
      expect(resolveTemplates({ x: `$0.output.${name}` }, [done({ a: 1 })]).ok).toBe(false)
    const value = resolvedOf(JSON.parse('{"__proto__": {"x": "$0.output.a"}}'), { a: 1 })
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('lists all references without anything to read, or gives null there when that is wanted', () => {
    const args = { a: '$0.output.no', b: '$1.output.x', c: '$0.output.', d: 'ok' }
    const results = [done({}), { success: false, output: { x: 1 } }]
    expect(resolveTemplates(args, results)).toEqual({
      ok: false,
      errors: [
        { argument: 'a', template: '$0.output.no', kind: 'template_unresolved' },
        { argument: 'b', template: '$1.output.x', kind: 'template_unresolved' },
        { argument: 'c', template: '$0.output.', kind: 'invalid_template_syntax' },
      ],
    })
    expect(resolveTemplates({ a: '$0.output.no', b: '$7.output' }, results, { onMissing: 'null' })).toEqual({ ok: true, value: { a: null, b: null } })
  })

  it('copies arguments without a reference as they are', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (args) => {
        const plain = JSON.parse(JSON.stringify(args).replaceAll('$', 'S')) as Record<string, never>
        expect(resolveTemplates(plain, [])).toEqual({ ok: true, value: plain })
      }),
    )
  })

  it('bounds what the references of a call add up to, before anything is copied', () => {
    const output = { big: 'x'.repeat(3_000_000) }
    const args = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, '$0.output.big']))
    const resolved = resolveTemplates(args, [done(output)])
    expect(resolved.ok || resolved.errors.length).toBe(998)
    expect(resolved.ok || resolved.errors[0]).toEqual({ argument: 'k2', template: '$0.output.big', kind: 'too_large' })
    expect(resolveTemplates({ a: '$0.output.big' }, [done(output)], { maxChars: 100 })).toMatchObject({ ok: false, errors: [{ kind: 'too_large' }] })
  })

  it('tells what is no JSON, and never throws', () => {
    const throwing = Object.defineProperty({}, 'x', { enumerable: true, get: () => void JSON.parse('{') })
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const circle: Record<string, unknown> = {}
    circle.left = circle.right = circle
    for (const args of [null, undefined, 5, 'x', [], throwing, proxy, { a: [throwing] }])
      expect(resolveTemplates(args as never, [])).toEqual({ ok: false, errors: [{ argument: '', template: '', kind: 'unreadable' }] })
    for (const output of [throwing, proxy]) expect(resolveTemplates({ a: '$0.output' }, [done(output)])).toMatchObject({ ok: false })
    for (const results of [null, undefined, 5, [null], [5]])
      expect(resolveTemplates({ a: '$0.output' }, results as never)).toMatchObject({ ok: false, errors: [{ kind: 'template_unresolved' }] })
    expect(resolveTemplates({ circle } as never, [])).toMatchObject({ ok: false, errors: [{ kind: 'too_deep' }] })
  })
})
