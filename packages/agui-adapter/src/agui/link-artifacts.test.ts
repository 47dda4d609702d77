import type { JsonValue, PlannerEvent } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createChatMapper } from '../plain/plain-mappers.ts'
import { createAguiMapper } from './create-agui-mapper.ts'
import { linkArtifacts } from './link-artifacts.ts'

const reference = { artifact_id: 'a1', media_type: 'application/json', bytes: 9, sha256: 'x' }
const envelope = { run_id: 'r', thread_id: 't', ts: 0 }
const question = { id: 'q', tool_call_id: 'tc:1', component: 'select_option', props: { options: reference }, message_id: 't:r', result_schema: {} }
const log: PlannerEvent[] = [
  { type: 'run_start', ...envelope, seq: 1, registry_version: '1', registry_digest: 'd', message_id: 't:r', client: { client_tools: [], answered: [] } },
  {
    type: 'artifact_chunk',
    ...envelope,
    seq: 2,
    stream_id: 'c',
    chunk: { id: 'c', component: 'datagrid', props: { rows: reference } },
    done: true,
    artifact_type: 'ui_component',
    meta: { message_id: 't:r', registry_version: '1', source_tool: 'x' },
  },
  { type: 'artifact_update', ...envelope, seq: 3, id: 'c', message_id: 't:r', patch: [{ op: 'replace', path: '/props/rows', value: reference }], version: 1 },
  { type: 'pause', ...envelope, seq: 4, interactions: [question] },
] as never

it('every reference that goes out has its address: in chunks, updates, mirrors and questions', () => {
  const artifactUrl = (id: string) => `/artifacts/${id}`
  const { feed } = createAguiMapper({ artifactUrl })
  const chat = createChatMapper(artifactUrl)
  for (const events of [log.flatMap((event) => feed(event)), log.flatMap((event) => chat(event))]) {
    const text = JSON.stringify(events)
    expect(text.match(/"artifact_id":"a1"/g)?.length).toBeGreaterThan(2)
    expect(text.match(/"url":"\/artifacts\/a1"/g)?.length).toBe(text.match(/"artifact_id":"a1"/g)?.length)
  }
})

describe('linkArtifacts', () => {
  const artifactUrl = (id: string) => `/artifacts/${id}`
  const linked = { ...reference, url: '/artifacts/a1' }

  it('finds references in objects and lists, and shares what has none', () => {
    const value = { plain: { a: [1, null, 'x'] }, list: [reference, { rows: reference }], kept: [{ b: 1 }] }
    const result = linkArtifacts(value, artifactUrl) as typeof value
    expect(result).toEqual({ ...value, list: [linked, { rows: linked }] })
    expect(linkArtifacts(['x', reference], artifactUrl)).toEqual(['x', linked])
    expect(result.plain).toBe(value.plain)
    expect(result.kept).toBe(value.kept)
    expect(linkArtifacts(value.plain, artifactUrl)).toBe(value.plain)
  })

  it('replaces an address that the reference already had', () => {
    expect(linkArtifacts({ ...reference, url: 'https://example.com' }, artifactUrl)).toEqual(linked)
  })

  it.each(['artifact_id', 'media_type', 'bytes', 'sha256'] as const)('takes an object without %s for no reference', (field) => {
    const { [field]: _, ...rest } = reference
    for (const value of [rest, { ...rest, [field]: true }, Object.assign(Object.create({ [field]: reference[field] }), rest)])
      expect(linkArtifacts(value, artifactUrl)).toBe(value)
  })

  it('changes nothing without a function for addresses', () => {
    expect(linkArtifacts(reference, undefined)).toBe(reference)
  })

  it('looks 32 levels deep', () => {
    const nested = (levels: number): JsonValue => (levels === 0 ? reference : { inner: nested(levels - 1) })
    const isLinked = (levels: number) => JSON.stringify(linkArtifacts(nested(levels), artifactUrl)).includes('url')
    expect([isLinked(32), isLinked(33)]).toEqual([true, false])
  })
})
