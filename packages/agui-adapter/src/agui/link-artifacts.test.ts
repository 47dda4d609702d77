import type { PlannerEvent } from '@pf/core'
import { expect, it } from 'vitest'
import { createChatMapper } from '../plain/plain-mappers.ts'
import { createAguiMapper } from './create-agui-mapper.ts'

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
  for (const told of [log.flatMap((event) => feed(event)), log.flatMap((event) => chat(event))]) {
    const text = JSON.stringify(told)
    expect(text.match(/"artifact_id":"a1"/g)?.length).toBeGreaterThan(2)
    expect(text.match(/"url":"\/artifacts\/a1"/g)?.length).toBe(text.match(/"artifact_id":"a1"/g)?.length)
  }
})
