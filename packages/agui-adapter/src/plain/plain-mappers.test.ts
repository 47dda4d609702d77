import { errorCodes, type PlannerEvent } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { type Bare, component, finish, logOf, start, text, textDone, thought } from '../test-support/log.ts'
import { createChatMapper } from './plain-mappers.ts'

const sent = (...bare: Bare[]) => {
  const map = createChatMapper((id) => `/files/${id}`)
  return logOf([start(), ...bare]).flatMap(map)
}

describe('createChatMapper', () => {
  it('[003-term-04] announces a stored artifact with its address', () => {
    const stored = { artifact_id: 'a1', media_type: 'image/png', bytes: 3, sha256: 'f'.repeat(64), source_tool: 'draw' }
    expect(sent({ type: 'artifact_stored', ...stored })).toEqual([{ event: 'artifact_stored', data: { ...stored, url: '/files/a1' } }])
  })

  it('passes the events of background work on', () => {
    const question = { id: 'q', tool_call_id: 'c', component: 'confirm', props: { message: 'Continue?' }, message_id: 'm' }
    const events: Bare[] = [
      { type: 'task_group_start', group_id: 'g', name: 'Reports' },
      { type: 'task_start', task_id: 't', name: 'Cars', group_id: 'g' },
      { type: 'task_start', task_id: 'alone', name: 'Alone' },
      { type: 'task_progress', task_id: 't', fraction: 0.5 },
      { type: 'task_progress', task_id: 't', text: 'Half.' },
      { type: 'task_pause', task_id: 't', interactions: [question] } as never,
      { type: 'task_result', task_id: 't', status: 'ok', summary: 'Cars' },
      { type: 'task_group_result', group_id: 'g', status: 'ok', summary: 'Reports' },
    ]
    expect(sent(...events)).toStrictEqual(events.map(({ type, ...data }) => ({ event: type, data })))
  })

  it('counts the chunks of each stream from 0, and keeps thinking to itself', () => {
    const events = sent(text('a', 'm:1'), thought('hm', 'r:1'), text('b', 'm:1'), textDone('m:1'), text('c', 'm:2'), component('x', {}), component('x', {}))
    expect(events.map(({ event, data }) => [event, (data as { stream_id: string }).stream_id, (data as { seq: number }).seq])).toEqual([
      ['chunk', 'm:1', 0],
      ['chunk', 'm:1', 1],
      ['chunk', 'm:1', 2],
      ['chunk', 'm:2', 0],
      ['artifact_chunk', 'x', 0],
      ['artifact_chunk', 'x', 1],
    ])
  })

  it('cuts no pair, however the deltas of a stream cut it, and lets no half out', () => {
    const whole = 'a\u{1f600}b\u{1f601}'
    const texts = (...deltas: string[]) =>
      sent(...deltas.flatMap((delta) => [text(delta, 'm:1'), text('-', 'm:2')]), textDone('m:1')).flatMap(({ data }) => {
        const { stream_id, text: shown } = data as { stream_id: string; text: string }
        return stream_id === 'm:1' ? [shown] : []
      })
    for (let cut = 0; cut <= whole.length; cut++) {
      const seen = texts(whole.slice(0, cut), whole.slice(cut))
      expect([cut, seen.join(''), seen.every((one) => one.isWellFormed())]).toEqual([cut, whole, true])
    }
    expect(texts(...whole.split('')).join('')).toBe(whole)
    expect(texts('a\ud83d').join('')).toBe('a\ufffd')
    expect(texts('\ud83d', 'b').join('')).toBe('\ufffdb')
  })

  it('withdraws an answer by a higher attempt without text', () => {
    const events = sent(text('a', 'm:1'), { type: 'answer_reset', stream_id: 'm:1', attempt: 1, reason: 'x' })
    expect(events.at(-1)).toEqual({ event: 'chunk', data: { stream_id: 'm:1', seq: 1, text: '', done: true, attempt: 2 } })
  })

  it('keeps the message of a known error and hides every other one', () => {
    const error = (code: string) => sent(finish('error', '', { code, message: 'at /srv/app.js', trace_id: 't' })).at(-1)
    expect(error('model_unavailable')).toEqual({ event: 'error', data: { error: 'at /srv/app.js', code: 'model_unavailable', trace_id: 't' } })
    for (const code of ['internal', 'ENOENT', 'toString', '__proto__'])
      expect(error(code)).toEqual({ event: 'error', data: { error: errorCodes.internal.cause, code: 'internal', trace_id: 't' } })
  })

  it('says nothing of what it does not know', () => {
    expect(createChatMapper()({ type: 'toString', run_id: 'r', thread_id: 't', seq: 1, ts: 1 } as unknown as PlannerEvent)).toEqual([])
  })
})
