import { readFileSync } from 'node:fs'
import type { JsonSchema, JsonValue } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from './collect/collector.ts'
import { compileMarks } from './marking/compile-marks.ts'
import { buildFinalPayload } from './payload/build-final-payload.ts'
import { redact } from './redact/redact.ts'
import { readToolResponse } from './response/read-tool-response.ts'
import { collectSources } from './sources/collect-sources.ts'
import { mergeSources } from './sources/merge-sources.ts'

type Case = Record<string, unknown> & { id: string; kind: string; why: string; schema: JsonSchema }

function read<Line>(name: string): Line[] {
  const text = readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

/** `{"$placeholder": kind}` stands for any placeholder that holds nothing of the data. */
function expectRedacted(actual: unknown, expected: unknown, data: unknown) {
  if (typeof expected === 'object' && expected !== null && '$placeholder' in expected) {
    expect(actual).toMatch(/^<artifact:(dict|list|str|bytes|number|bool)( size=\d+(B|KB|MB| items)| keys=\d+)?>$/)
    expect(actual).not.toContain(typeof data === 'string' ? data : JSON.stringify(data))
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(actual as object)).toEqual(Object.keys(expected))
    for (const [key, value] of Object.entries(expected)) expectRedacted((actual as Record<string, unknown>)[key], value, (data as Record<string, unknown>)[key])
  } else expect(actual).toEqual(expected)
}

const checks: Record<string, (test: Case) => Promise<void> | void> = {
  redact: ({ schema, observation, expected }) => expectRedacted(redact(observation, compileMarks(schema)), expected, observation),
  collect: async ({ schema, calls, expected_artifacts }) => {
    const collector = createArtifactCollector({ run_id: 'run' })
    const marks = compileMarks(schema)
    for (const call of calls as { tool: string; observation: unknown }[]) await collector.collect(call.tool, call.observation, marks)
    const wanted = Object.entries(expected_artifacts as Record<string, JsonValue[]>).flatMap(([tool, values]) =>
      values.map((value, index) => [index === 0 ? tool : `${tool}#${index + 1}`, value]),
    )
    expect(collector.getAll()).toEqual(Object.fromEntries(wanted))
  },
  sources: ({ schema, observations, expected }) => {
    const marks = compileMarks(schema)
    expect(mergeSources(...(observations as unknown[]).map((observation) => collectSources(observation, marks)))).toEqual(expected)
  },
  final_payload: ({ args, expected_sources }) => {
    expect(buildFinalPayload({ reason: 'answer', args: args as Record<string, unknown>, sources: [] }).sources).toEqual(expected_sources)
  },
}

describe('written cases', () => {
  for (const test of read<Case>('artifacts.jsonl')) it(`${test.id}: ${test.why}`, () => checks[test.kind]?.(test))

  for (const { id, why, input, expect: expected } of read<{ id: string; why: string; input: unknown; expect: object }>('tool-response.jsonl')) {
    it(`${id}: ${why}`, () => expect(readToolResponse(input)).toMatchObject(expected))
  }
})
