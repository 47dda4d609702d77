import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toJSONSchema, z } from 'zod'
import { buildFinalPayload, collectSources, compileMarks, createArtifactCollector, mergeSources, redact, resolveReferences } from './index.ts'
import { artifact } from './zod.ts'

describe('README', () => {
  it('[prod-04] the package holds collector, redaction and sources', () => {
    for (const part of [createArtifactCollector, redact, collectSources, mergeSources]) expect(part).toBeTypeOf('function')
  })

  it('[000-mig-02] there is a guide for authors of tools, orchestrators and front ends', () => {
    const guide = readFileSync(new URL('../MIGRATION.md', import.meta.url), 'utf8')
    for (const part of ['## If you write tools', '## If you write orchestrators', '## If you write front ends']) expect(guide).toContain(part)
  })

  it('its example does what it says', async () => {
    const output = z.object({ summary: z.string(), rows: artifact(z.array(z.object({ month: z.string(), sales: z.number() }))) })
    const marks = compileMarks(toJSONSchema(output))
    const collector = createArtifactCollector({ runId: 'run-1' })
    const rows = [
      { month: 'Jan', sales: 4 },
      { month: 'Feb', sales: 5 },
    ]
    const result = { summary: 'Sales rose.', rows }
    const collected = await collector.collect('query_sales', result, marks)
    expect(redact(result, marks, collected)).toEqual({ summary: 'Sales rose.', rows: '<artifact:list size=2 items ref=query_sales.rows>' })
    const resolved = resolveReferences({ rows: { $artifact: 'query_sales.rows', limit: 1 } }, collector, { dataPaths: ['/rows'] })
    expect(resolved).toMatchObject({ ok: true, props: { rows: rows.slice(0, 1) } })
    const payload = buildFinalPayload({ reason: 'answer', answer: 'Sales rose.', artifacts: collector.getAll() })
    expect(payload).toMatchObject({ raw_answer: 'Sales rose.', artifacts: { query_sales: { rows } } })
  })
})
