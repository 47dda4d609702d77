import type { FinishReason, Provenance } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { buildFinalPayload } from './build-final-payload.ts'
import { fallbackAnswer } from './fallback-answer.ts'
import { readLanguage } from './read-fields.ts'
import { readFinalPayload, unstructuredPayload } from './read-final-payload.ts'

const reasons: FinishReason[] = ['answer', 'no_path', 'budget_exhausted', 'deadline', 'cancelled', 'paused', 'error']
const fields = ['raw_answer', 'artifacts', 'confidence', 'sources', 'route', 'suggested_actions', 'requires_followup', 'language', 'extra', 'warnings']
const answered = (args: Record<string, unknown>, more = {}) => buildFinalPayload({ reason: 'answer', args: { answer: 'Yes.', ...args }, ...more })

describe('buildFinalPayload', () => {
  it.each(reasons)('[000-pay-01] [000-pay-02] gives the ten fields and a text for %s', (reason) => {
    const payload = buildFinalPayload({ reason })
    expect(Object.keys(payload).sort()).toEqual([...fields].sort())
    expect(payload.raw_answer.trim()).not.toBe('')
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
  })

  it('[000-pay-03] has a default for everything but the answer', () => {
    expect(answered({})).toEqual({
      raw_answer: 'Yes.',
      artifacts: {},
      confidence: null,
      sources: [],
      route: null,
      suggested_actions: [],
      requires_followup: false,
      language: null,
      extra: {},
      warnings: [],
    })
  })

  it('[000-coll-06] takes what the model said about its answer', () => {
    const args = {
      confidence: 0.92,
      route: ' analytics ',
      requires_followup: true,
      warnings: ['data_stale'],
      language: 'pt-BR',
      extra: { a: [1] },
      suggested_actions: [
        { action_id: 'export', label: 'Export' },
        { action_id: 'x', label: 'X', params: { a: 1 } },
      ],
    }
    expect(answered(args)).toMatchObject({
      confidence: 0.92,
      route: 'analytics',
      requires_followup: true,
      warnings: ['data_stale'],
      language: 'pt',
      extra: { a: [1] },
      suggested_actions: [
        { action_id: 'export', label: 'Export', params: {} },
        { action_id: 'x', label: 'X', params: { a: 1 } },
      ],
    })
  })

  const bad: [string, unknown, unknown][] = [
    ['confidence', 1.7, null],
    ['confidence', -0.1, null],
    ['confidence', '0.9', null],
    ['confidence', true, null],
    ['confidence', Number.NaN, null],
    ['route', 7, 'clarification'],
    ['route', 'x'.repeat(100), 'clarification'],
    ['requires_followup', 'yes', false],
    ['language', 'English', null],
    ['language', 'xx', null],
    ['sources', 'none', []],
    ['suggested_actions', {}, []],
    ['warnings', { a: 1 }, []],
    ['extra', [1], {}],
  ]
  it.each(bad)('[000-pay-05] loses only %s when it is %j', (name, value, expected) => {
    const good = {
      confidence: 0.5,
      route: 'r',
      requires_followup: true,
      language: 'de',
      extra: { a: 1 },
      sources: [{ title: 'S' }],
      suggested_actions: [{ action_id: 'a', label: 'A', params: {} }],
    }
    expect(answered({ ...good, [name]: value })).toEqual({ raw_answer: 'Yes.', artifacts: {}, ...good, [name]: expected, warnings: [`${name}_ignored`] })
  })

  it('[000-pay-09] leaves out single bad items with one warning', () => {
    const payload = answered({
      suggested_actions: [{ label: 'no id' }, { action_id: 'a', label: 'A', params: [1] }, null, { action_id: 'b', label: 'B' }],
      sources: [{ title: 'S' }, { url: 'javascript:x' }, 7],
      warnings: ['one', 2, ''],
    })
    expect(payload).toMatchObject({ suggested_actions: [{ action_id: 'b' }], sources: [{ title: 'S' }] })
    expect(payload.warnings).toEqual(['one', 'warnings_ignored', 'sources_ignored', 'suggested_actions_ignored'])
  })

  it("[000-src-04] puts collected sources behind the model's own, each once", () => {
    const collected = [
      { title: 'Own again', url: 'https://a.test' },
      { title: 'Found', url: 'https://b.test' },
    ]
    expect(answered({ sources: [{ title: 'Own', url: 'https://a.test' }] }, { sources: collected }).sources).toEqual([
      { title: 'Own', url: 'https://a.test' },
      { title: 'Found', url: 'https://b.test' },
    ])
    expect(answered({}, { sources: Array.from({ length: 300 }, (_, index) => ({ title: `${index}` })) }).warnings).toEqual(['sources_truncated'])
  })

  it('[000-oq-05] lets the score of a reflection outrank the model, when it is one', () => {
    expect(answered({ confidence: 0.9 }, { reflection: 0.2 }).confidence).toBe(0.2)
    expect(answered({ confidence: 0.9 }, { reflection: 7 }).confidence).toBe(0.9)
    expect(answered({}, { reflection: 0 }).confidence).toBe(0)
  })

  it('[004-act-07] ignores artifacts that the model wrote, with a warning, unless they are references', () => {
    const artifacts = { t: { chart: { a: 1 } } }
    for (const written of [{ t: { chart: { a: 2 } } }, 'text', [1], { t: 5 }]) {
      expect(answered({ artifacts: written }, { artifacts })).toMatchObject({ artifacts, warnings: ['artifacts_ignored'] })
    }
    for (const named of [undefined, null, {}, { t: { $artifact: 't.chart' } }, { t: { chart: '<artifact:dict size=1KB ref=t.chart>' } }]) {
      expect(answered({ artifacts: named }, { artifacts })).toMatchObject({ artifacts, warnings: [] })
    }
  })

  it('[000-pay-08] categorises every kind of finish', () => {
    const route = (input: Omit<Parameters<typeof buildFinalPayload>[0], 'reason'>, reason: FinishReason) => buildFinalPayload({ reason, ...input }).route
    expect(route({ args: { answer: 'Which?', requires_followup: true } }, 'answer')).toBe('clarification')
    expect(route({ args: { answer: 'Which?', requires_followup: true, route: 'own' } }, 'answer')).toBe('own')
    expect(route({}, 'no_path')).toBe('clarification')
    expect(route({ error: { code: 'repair_exhausted', message: '' } }, 'no_path')).toBe('error')
    expect(route({ answer: 'So far' }, 'deadline')).toBe('partial')
    expect(route({ fallback: { summary: 'up' } }, 'budget_exhausted')).toBe('partial')
    expect(route({}, 'deadline')).toBe('error')
    expect(route({ answer: 'I must not.', error: { code: 'model_refused', message: '' } }, 'error')).toBe('refusal')
    expect(route({ args: { route: 'own' }, error: { code: 'internal', message: '' } }, 'error')).toBe('error')
    expect(route({ answer: 'So far' }, 'cancelled')).toBe('cancelled')
    expect(route({}, 'paused')).toBe('paused')
  })

  it('[000-pay-10] asks for a follow-up where the user has to do something', () => {
    expect(reasons.filter((reason) => buildFinalPayload({ reason }).requires_followup)).toEqual(['no_path', 'paused'])
  })

  it('[000-coll-05] reads the last observation only where the model gave no answer', () => {
    const fallback = { summary: 'Sales rose.', chart: '<artifact:dict size=42KB>' }
    expect(buildFinalPayload({ reason: 'deadline', fallback }).raw_answer).toBe('Sales rose.')
    expect(buildFinalPayload({ reason: 'deadline', fallback, answer: 'Mine' }).raw_answer).toBe('Mine')
    expect(buildFinalPayload({ reason: 'answer', fallback, args: { raw_answer: 'Old name' } }).raw_answer).toBe('Old name')
    expect(buildFinalPayload({ reason: 'cancelled', fallback }).raw_answer).not.toContain('Sales')
  })

  it("[000-pay-11] carries warnings as a list of short texts, each once: the model's, the run's, and what was lost", () => {
    const warnings = ['data_stale', 'data_stale', 'x'.repeat(301), 7, { code: 'x' }, ' rate_limited ']
    const payload = buildFinalPayload({ reason: 'answer', answer: 'a', args: { warnings, confidence: 2 }, warnings: ['stream_unfinished', 'data_stale'] })
    expect(payload.warnings).toEqual(['data_stale', 'rate_limited', 'stream_unfinished', 'confidence_ignored', 'warnings_ignored'])
    expect(answered({}).warnings).toEqual([])
  })

  it('[000-pay-13] carries fields of the domain in extra, as JSON, whatever they are called', () => {
    const extra = JSON.parse('{"department":"sales","__proto__":{"a":1},"raw_answer":"not this","list":[1,null,{"b":true}]}')
    expect(JSON.stringify(answered({ extra }).extra)).toBe(JSON.stringify(extra))
    expect(answered({ extra }).raw_answer).toBe('Yes.')
    expect(answered({ extra: { at: new Date(0), size: 5n } }).extra).toEqual({ at: '1970-01-01T00:00:00.000Z', size: 5 })
  })

  it('takes arguments that cannot be read for arguments that were not usable', () => {
    const no = () => {
      throw new Error('no')
    }
    const args = Object.defineProperty({ answer: 'x', route: 'kb' }, 'confidence', { enumerable: true, get: no })
    const sources = new Proxy([{ title: 'T' }], { get: no })
    expect(buildFinalPayload({ reason: 'answer', args: { answer: 'x', sources } })).toMatchObject({
      raw_answer: 'x',
      sources: [],
      warnings: ['sources_ignored'],
    })
    expect(buildFinalPayload({ reason: 'answer', args })).toMatchObject({ raw_answer: 'x', route: 'kb', confidence: null, warnings: ['confidence_ignored'] })
  })

  it('lists at most 50 warnings and says how many more there were', () => {
    const run = Array.from({ length: 20_000 }, (_, index) => `stream ${index}`)
    const plain = buildFinalPayload({ reason: 'answer', answer: 'a', warnings: run })
    expect([plain.warnings.length, plain.warnings.at(-1)]).toEqual([50, '… 19951 more'])
    const own = Array.from({ length: 60 }, (_, index) => `model ${index}`)
    const mixed = buildFinalPayload({ reason: 'answer', answer: 'a', warnings: run, args: { confidence: 'high', warnings: own } }).warnings
    expect([mixed.length, mixed.includes('stream 0'), mixed.includes('model 0'), mixed.at(-1)]).toEqual([50, true, true, 'warnings_ignored'])
    expect(mixed).toContain('confidence_ignored')
    expect(readFinalPayload({ text: 'a', warnings: own }).warnings).toHaveLength(50)
  })

  it('reads a fallback of any length', () => {
    const lying: unknown[] = []
    lying.length = 4_000_000_000
    expect(buildFinalPayload({ reason: 'answer', fallback: { rows: lying } }).raw_answer).toBe('{"rows":"[too large]"}')
  })

  it('never throws and never gives a broken payload, whatever the model wrote', () => {
    const args = fc.dictionary(fc.oneof(fc.constantFrom(...fields, 'answer', '__proto__'), fc.string()), fc.anything())
    fc.assert(
      fc.property(fc.constantFrom(...reasons), args, fc.anything(), (reason, given, fallback) => {
        const payload = buildFinalPayload({ reason, args: given, fallback })
        expect(Object.keys(payload).sort()).toEqual([...fields].sort())
        expect(JSON.parse(JSON.stringify(payload))).toEqual(payload)
        expect(payload.raw_answer.trim()).not.toBe('')
        expect(payload.confidence === null || (payload.confidence >= 0 && payload.confidence <= 1)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('fallbackAnswer', () => {
  it('reads a text, a field that says it, or short data without placeholders', () => {
    expect(fallbackAnswer('  text ')).toBe('text')
    expect(fallbackAnswer({ result: 'r', summary: '<artifact:str size=1B>' })).toBe('r')
    expect(fallbackAnswer({ total: 5, chart: '<artifact:dict keys=1>' })).toBe('{"total":5}')
    expect(fallbackAnswer([1, 2])).toBe('[1,2]')
    expect(fallbackAnswer(7)).toBe('7')
    for (const nothing of [undefined, null, '', ' ', {}, [], { chart: '<artifact:dict keys=1>' }]) expect(fallbackAnswer(nothing)).toBeUndefined()
    expect(fallbackAnswer('x'.repeat(5_000))).toHaveLength(1_000)
  })
})

describe('readLanguage', () => {
  it('[000-pay-12] makes ISO 639-1 of tags and of three-letter codes', () => {
    const tags = {
      en: 'en',
      'pt-BR': 'pt',
      zh_Hant_TW: 'zh',
      DE: 'de',
      'sr-Latn': 'sr',
      deu: 'de',
      eng: 'en',
      fil: 'tl',
      iw: 'he',
      ger: 'de',
      hbs: 'sr',
      'fre-FR': 'fr',
      cmn: 'zh',
      ' es ': 'es',
      'en-US-x-private': 'en',
    }
    expect(Object.fromEntries(Object.keys(tags).map((tag) => [tag, readLanguage(tag)]))).toEqual(tags)
  })

  it.each(['', 'e', 'english', 'xx', 'zz-ZZ', 'en;q=1', 'constructor', '../en', 7, null, 'en'.repeat(50)])('refuses %j', (value) => {
    expect(readLanguage(value)).toBeUndefined()
  })
})

describe('readFinalPayload', () => {
  it('reads what buildFinalPayload wrote, unchanged', () => {
    const payload = answered({ confidence: 0.5, sources: [{ title: 'S' }], language: 'de', warnings: ['w'] }, { artifacts: { t: { a: 1 } } })
    const onDeprecated = vi.fn()
    expect(readFinalPayload(JSON.parse(JSON.stringify(payload)), { onDeprecated })).toEqual(payload)
    expect(onDeprecated).not.toHaveBeenCalled()
  })

  it('keeps the origin of figures as far as it has the structure, and nothing else', () => {
    const counts = { result: 1, computed: 1, stated: 1, unproven: 1, references: 0 }
    const provenance: Provenance = {
      counts,
      figures: [
        { text: '17.7', start: 62, end: 66, source: { kind: 'stated', by: 'model', near: { ref: 'q', path: '/0' } } },
        { text: '5', component: 'g', pointer: '/rows/0/n', source: { kind: 'result', ref: 'q.rows', path: '/1/n', row: 1 } },
        { text: '2', source: { kind: 'computed', operation: 'ratio', operands: [{ ref: 'q.rows', path: '/1/n', row: 1 }], declared: true } },
      ],
      results: [{ ref: 'q.rows', tool: 'q', tool_call_id: '' }],
      incomplete: false,
    }
    const read = (given: unknown) => readFinalPayload({ raw_answer: 'a', provenance: given }).provenance
    expect(read(JSON.parse(JSON.stringify(provenance)))).toEqual(provenance)
    const extra = {
      ...provenance,
      html: '<b>',
      figures: [...provenance.figures.map((figure) => ({ ...figure, on: 'click' })), { text: 'x' }, { text: '1', source: { kind: 'proven' } }, 7],
    }
    expect(read(extra)).toEqual(provenance)
    expect(read({ ...provenance, figures: Array.from({ length: 500 }, () => provenance.figures[0]) })?.figures).toHaveLength(200)
    expect(read({ counts })).toEqual({ counts, figures: [], results: [], incomplete: false })
    for (const wrong of [undefined, null, 'all', [], {}, { counts: { ...counts, stated: -1 } }, { counts: { ...counts, result: '1' } }]) {
      expect(readFinalPayload({ raw_answer: 'a', provenance: wrong })).not.toHaveProperty('provenance')
    }
  })

  it('lets what its host throws through, once', () => {
    const onDeprecated = vi.fn(() => {
      throw new Error('from the host')
    })
    expect(() => readFinalPayload('old', { onDeprecated })).toThrow('from the host')
    expect(onDeprecated).toHaveBeenCalledOnce()
  })

  it.each([
    ['text', 'text'],
    [{ answer: 'A' }, 'A'],
    [{ text: 'T', extra: 1 }, 'T'],
    [{ result: 'R' }, 'R'],
    [{ raw_answer: 5, message: 'M' }, 'M'],
    [{ count: 3 }, '{"count":3}'],
    [null, ''],
  ])('[000-mig-01] reads the older %j and says that it is deprecated', (old, text) => {
    const onDeprecated = vi.fn()
    expect(readFinalPayload(old, { onDeprecated })).toMatchObject({ raw_answer: text, warnings: [unstructuredPayload] })
    expect(onDeprecated).toHaveBeenCalledOnce()
  })

  it('gives a whole payload for anything', () => {
    fc.assert(fc.property(fc.anything(), (value) => void expect(Object.keys(readFinalPayload(value)).sort()).toEqual([...fields].sort())))
  })
})
