import { readFileSync } from 'node:fs'
import type { JsonSchema, JsonValue, Source } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createArtifactCollector } from './collect/collector.ts'
import { compileMarks } from './marking/compile-marks.ts'
import { buildFinalPayload } from './payload/build-final-payload.ts'
import { redact } from './redact/redact.ts'
import { readToolResponse } from './response/tool-response.ts'
import { collectSources, mergeSources } from './sources/collect-sources.ts'

type Case = Record<string, unknown> & { id: string; kind?: string; why: string; schema: JsonSchema }

function read<Line>(name: string): Line[] {
  const text = readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line, (_, value) => longText(value)) as Line)
}

/** Replaces `"X*60000"` by that character, repeated. */
function longText(value: unknown): unknown {
  const [, character, times] = typeof value === 'string' ? (/^(.)\*(\d+)$/su.exec(value) ?? []) : []
  return character === undefined ? value : character.repeat(Number(times))
}

/** Compares redacted data. `{"$placeholder": kind}` matches any placeholder that contains nothing of the data. */
function expectRedacted(actual: unknown, expected: unknown, data: unknown) {
  if (typeof expected === 'object' && expected !== null && '$placeholder' in expected) {
    expect(actual).toMatch(/^<artifact:(dict|list|str|bytes|number|bool)( size=\d+(B|KB|MB| items)| keys=\d+)?>$/)
    if (data !== '') expect(actual).not.toContain(typeof data === 'string' ? data : JSON.stringify(data))
  } else if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(actual as object)).toEqual(Object.keys(expected))
    for (const [key, value] of Object.entries(expected)) expectRedacted((actual as Record<string, unknown>)[key], value, (data as Record<string, unknown>)[key])
  } else expect(actual).toEqual(expected)
}

const checks: Record<string, (test: Case) => Promise<void> | void> = {
  redact: ({ schema, observation, expected }) => expectRedacted(redact(observation, compileMarks(schema)), expected, observation),
  collect: async ({ schema, calls, expected_artifacts }) => {
    const collector = createArtifactCollector({ runId: 'run' })
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
  final_payload: ({ args, collected, expected_sources, expected }) => {
    const payload = buildFinalPayload({ reason: 'answer', args: args as Record<string, unknown>, sources: collected as Source[] })
    if (expected_sources) expect(payload.sources).toEqual(expected_sources)
    for (const [field, value] of Object.entries(expected ?? {})) expect([field, payload[field as keyof typeof payload]]).toEqual([field, value])
  },
  artifact: ({ input, expect: expected }) => expect(readToolResponse(input)).toMatchObject(expected as object),
}

/** Returns the kind of a case. A case about ToolResponse has an `area` instead. */
const kindOf = ({ kind, area }: Case) => String(kind ?? area)

describe('written cases', () => {
  for (const file of ['artifacts.jsonl', 'tool-response.jsonl', 'more-cases.jsonl']) {
    for (const test of read<Case>(file)) {
      it(`${test.id}: ${test.why}`, () => {
        const check = checks[kindOf(test)]
        if (!check) throw new Error(`no check for ${kindOf(test)}`)
        return check(test)
      })
    }
  }
})
