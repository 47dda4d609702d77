import { describe, expect, it } from 'vitest'
import { createPolicy } from '../policy/policy.ts'
import { validateComponent } from '../registry.ts'
import { serverOptions } from '../test-support/examples.ts'
import { loadAttacks } from './__fixtures__/attacks-lib.mjs'

const attacks = loadAttacks()

describe('hostile props of the corpus', () => {
  it.each(attacks.filter((attack) => attack.expect === 'rejected').map((attack) => [attack.id, attack] as const))(
    'refuses %s on the server and in the browser',
    (_, attack) => {
      const onServer = validateComponent(attack.component, attack.props, serverOptions())
      const inBrowser = validateComponent(attack.component, attack.props, { policy: createPolicy(), budget: 'uncounted' })
      for (const result of [onServer, inBrowser]) {
        expect(result.ok).toBe(false)
        if (result.ok) continue
        expect(result.issues.length).toBeGreaterThan(0)
        for (const issue of result.issues) expect(issue.expected ?? issue.suggestion).toBeTruthy()
      }
    },
  )

  it.each(attacks.filter((attack) => attack.expect === 'sanitised').map((attack) => [attack.id, attack] as const))(
    'lets %s through to the renderer, which cleans it',
    (_, attack) => {
      const result = validateComponent(attack.component, attack.props, serverOptions())
      expect(result).toMatchObject({ ok: true })
      if (result.ok && attack.component === 'markdown') expect(result.props.allowHtml).toBe(false)
    },
  )

  it.each(attacks.filter((attack) => attack.expect === 'contained').map((attack) => [attack.id, attack] as const))(
    'decides %s without throwing, leaving no trace on prototypes',
    (_, attack) => {
      expect(() => validateComponent(attack.component, attack.props, serverOptions())).not.toThrow()
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )

  it.each(['__proto__', 'constructor', 'echarts ', 'ECHARTS', '', 7, null, undefined, {}, ['metric'], 'toString'])(
    'knows no component %j and names the ones there are',
    (component) => {
      const result = validateComponent(component, {}, serverOptions())
      expect(result).toMatchObject({
        ok: false,
        issues: [{ code: 'unknown_component', pointer: '', expected: 'one of echarts, datagrid, metric, markdown, grid' }],
      })
    },
  )
})
