import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import type { KnownComponents } from '../contracts/registry-data.ts'
import { componentFlags } from '../generated/component-flags.ts'
import { catalogNames, defaultNames, optInNames } from '../test-support/names.ts'
import { createPolicy } from './policy.ts'

const faultsOf = (options: Parameters<typeof createPolicy>[0]): unknown => {
  try {
    createPolicy(options)
  } catch (error) {
    if (PfError.isInstance(error)) return error.fields.faults
    throw error
  }
  return undefined
}

describe('createPolicy', () => {
  it('enables everything but opt-in components, in catalogue order', () => {
    expect(createPolicy().allowlist).toEqual(defaultNames)
    expect(createPolicy({ allowlist: ['grid', 'metric', 'grid'] }).allowlist).toEqual(['metric', 'grid'])
  })

  it('[003-reg-09] leaves html, embed and video off until a host names them, also where the host can draw them', () => {
    expect(optInNames.map((name) => createPolicy().allows(name))).toEqual([false, false, false])
    expect(createPolicy({ renderers: catalogNames }).allowlist).toEqual(defaultNames)
    expect(createPolicy({ allowlist: ['html'] }).allowlist).toEqual(['html'])
    expect(createPolicy({ allowlist: ['html'], renderers: ['markdown'] }).allowlist).toEqual([])
  })

  it('takes the denylist away and keeps to what the host can draw', () => {
    expect(createPolicy({ denylist: ['grid'], renderers: ['grid', 'metric'] }).allowlist).toEqual(['metric'])
    expect(createPolicy({ allowlist: [] }).allowlist).toEqual([])
    expect(createPolicy({ renderers: [] }).allowlist).toEqual([])
  })

  it('answers for own names only', () => {
    const policy = createPolicy()
    expect(['grid', '__proto__', 'constructor', 'GRID', ''].map((name) => policy.allows(name))).toEqual([true, false, false, false, false])
  })

  it('lists every unknown name, limit and unsafe value at once', () => {
    expect(
      faultsOf({
        allowlist: ['metrics', 'x'],
        denylist: ['__proto__'],
        renderers: ['grit'],
        limits: { nesting: 0, depth: 1000, bytes: 5, nodes: 1.5 } as never,
        htmlSandbox: 'allow-scripts allow-same-origin allow-top-navigation-by-user-activation',
        urlHosts: ['https://x', 'ok.example', '*', 'a b'],
      }),
    ).toEqual([
      'allowlist names "metrics", which is not a component (did you mean metric?)',
      'allowlist names "x", which is not a component',
      'denylist names "__proto__", which is not a component',
      'renderers names "grit", which is not a component (did you mean grid?)',
      'limits.nesting must be an integer of at least 1',
      'limits.depth must be at most 64',
      'limits.bytes is not a limit',
      'limits.nodes must be an integer of at least 1',
      'htmlSandbox must not contain allow-same-origin, allow-top-navigation-by-user-activation',
      'urlHosts: "https://x" is not a host name',
      'urlHosts: "*" is not a host name',
      'urlHosts: "a b" is not a host name',
    ])
  })

  it('cannot be changed afterwards, neither itself nor through the lists it was made from', () => {
    const allowlist = ['metric']
    const policy = createPolicy({ allowlist })
    allowlist.push('grid')
    expect(policy.allows('grid')).toBe(false)
    expect(() => Object.assign(policy.limits, { nodes: 1e9 })).toThrow(TypeError)
    expect(() => (policy.allowlist as string[]).push('grid')).toThrow(TypeError)
  })

  it('holds raw HTML back and sandboxes frames until the host decides otherwise', () => {
    expect(createPolicy()).toMatchObject({ allowHtml: false, htmlSandbox: 'allow-scripts', urlHosts: [] })
    expect(createPolicy({ allowHtml: true, htmlSandbox: '' })).toMatchObject({ allowHtml: true, htmlSandbox: '' })
  })

  it('compares URL hosts in lower case', () => {
    expect(createPolicy({ urlHosts: ['Media.Example.ORG'] }).urlHosts).toEqual(['media.example.org'])
  })

  it('accepts limits up to the hard limits and refuses the next value', () => {
    expect(createPolicy({ limits: { nesting: 16, depth: 64 } }).limits).toMatchObject({ nesting: 16, depth: 64 })
    expect(faultsOf({ limits: { nesting: 17, depth: 65 } })).toEqual(['limits.nesting must be at most 16', 'limits.depth must be at most 64'])
  })

  it.each(['allow-same-origin', 'ALLOW-SAME-ORIGIN', 'allow-top-navigation', 'allow-popups-to-escape-sandbox'])('refuses the sandbox token %s', (token) => {
    expect(faultsOf({ htmlSandbox: `allow-scripts ${token}` })).toEqual([`htmlSandbox must not contain ${token}`])
  })

  it('reports many faults in a message of at most 1,000 characters', () => {
    const allowlist = Array.from({ length: 100 }, (_, index) => `nothing_${index}`)
    expect(() => createPolicy({ allowlist })).toThrow(/^Component policy: allowlist names "nothing_0".{900,960}$/s)
  })
})

describe('a refused policy', () => {
  it('repeats at most 40 characters of a name', () => {
    const long = 'x'.repeat(50)
    expect(faultsOf({ allowlist: [long], limits: { [long]: 1 } as never, urlHosts: [`${long}!`] })).toEqual([
      `allowlist names "${'x'.repeat(40)}", which is not a component`,
      `limits.${'x'.repeat(40)} is not a limit`,
      `urlHosts: "${'x'.repeat(40)}" is not a host name`,
    ])
  })

  it('is also a PfError when an option is not of its type', () => {
    const refused = () => createPolicy({ allowlist: 5 } as never)
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid_config', cause: expect.any(TypeError) }))
    expect(refused).toThrow(/wrong type/)
  })
})

describe('a policy', () => {
  it('accepts a limit of 1', () => {
    expect(createPolicy({ limits: { nesting: 1, depth: 1 } }).limits).toMatchObject({ nesting: 1, depth: 1 })
  })

  it('accepts hosts with a port', () => {
    expect(createPolicy({ urlHosts: ['localhost:8080', '*.example.org:443'] }).urlHosts).toEqual(['localhost:8080', '*.example.org:443'])
    expect(faultsOf({ urlHosts: ['localhost:123456', 'localhost:'] })).toHaveLength(2)
  })

  it('knows the registry that it was created for', () => {
    const registry = { flags: componentFlags } as KnownComponents
    expect(createPolicy({ registry }).registry).toBe(registry)
    expect(createPolicy()).not.toHaveProperty('registry')
  })
})
