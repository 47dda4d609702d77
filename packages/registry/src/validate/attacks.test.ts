import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createPolicy } from '../policy/policy.ts'
import { validateComponent } from '../registry.ts'
import { everything, serverOptions, via } from '../test-support/examples.ts'
import { catalogNames, defaultNames } from '../test-support/names.ts'
import { loadAttacks } from './__fixtures__/attacks-lib.mjs'

const attacks = loadAttacks()

/** A host that has enabled everything and allows the hosts that the attacks imitate. */
const generous = { ...everything, allowHtml: true, urlHosts: ['www.youtube.com', 'youtube.com', 'cdn.example.org'] }

/** Exceeds the limit for props written by a model, but not the limit for data from references. A front end cannot distinguish them. */
const overLimit = new Set(['any-not-json'])

/** Refused by the validation instead of cleaned by the renderer, because media are loaded without user interaction. */
const refusedToo = new Set(['video-leak'])

describe('hostile props of the corpus', () => {
  it.each(attacks.filter((attack) => attack.expect === 'rejected').map((attack) => [attack.id, attack] as const))(
    'refuses %s on the server and in the browser',
    (_, attack) => {
      const onServer = validateComponent(attack.component, attack.props, { ...serverOptions(), via: via(attack.component) })
      const inBrowser = validateComponent(attack.component, attack.props, { policy: createPolicy(), budget: 'uncounted', via: via(attack.component) })
      const whereAllIsOn = validateComponent(attack.component, attack.props, { ...serverOptions(generous), via: via(attack.component) })
      for (const result of overLimit.has(attack.id) ? [onServer, whereAllIsOn] : [onServer, inBrowser, whereAllIsOn]) {
        expect(result.ok).toBe(false)
        if (result.ok) continue
        expect(result.issues.length).toBeGreaterThan(0)
        for (const issue of result.issues) expect(issue.expected ?? issue.suggestion).toBeTruthy()
      }
    },
  )

  it.each(attacks.filter((attack) => attack.expect === 'sanitised' && !refusedToo.has(attack.id)).map((attack) => [attack.id, attack] as const))(
    'lets %s through to the renderer, which cleans it',
    (_, attack) => {
      const result = validateComponent(attack.component, attack.props, { ...serverOptions(), via: via(attack.component) })
      expect(result).toMatchObject({ ok: true })
      if (result.ok && attack.component === 'markdown') expect(result.props.allowHtml).toBe(false)
    },
  )

  it.each(attacks.filter((attack) => refusedToo.has(attack.id)).map((attack) => [attack.id, attack] as const))(
    'refuses %s wherever it is enabled',
    (_, attack) => {
      for (const options of [serverOptions(), serverOptions(everything), serverOptions(generous)])
        expect(validateComponent(attack.component, attack.props, options)).toMatchObject({ ok: false })
    },
  )

  it('holds a case for every component', () => {
    const text = readFileSync(new URL('./__fixtures__/attacks.jsonl', import.meta.url), 'utf8')
    expect(catalogNames.filter((name) => !text.includes(`"component": "${name}"`))).toEqual([])
  })

  it.each(attacks.filter((attack) => attack.expect === 'contained').map((attack) => [attack.id, attack] as const))(
    'decides %s without throwing, leaving no trace on prototypes',
    (_, attack) => {
      expect(() => validateComponent(attack.component, attack.props, { ...serverOptions(), via: via(attack.component) })).not.toThrow()
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )

  it.each(['__proto__', 'constructor', 'echarts ', 'ECHARTS', '', 7, null, undefined, {}, ['metric'], 'toString'])(
    'knows no component %j and names the ones there are',
    (component) => {
      const result = validateComponent(component, {}, serverOptions())
      expect(result).toMatchObject({
        ok: false,
        issues: [{ code: 'unknown_component', pointer: '', expected: `one of ${defaultNames.join(', ')}` }],
      })
    },
  )
})
