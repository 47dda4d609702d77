import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { InteractionRecord } from '@pf/core'
import { hostileJson } from '../support/hostile.ts'
import { openRun, someScope } from '../support/open-run.ts'
import { someQuestion } from '../support/some-events.ts'
import type { CaseContext, CaseTable } from '../support/to-cases.ts'

/** Stores one question and returns it. */
export async function openQuestion({ ports, scope }: CaseContext, more: Partial<InteractionRecord> = {}): Promise<InteractionRecord> {
  const { run, commit } = await openRun(ports.storage, scope)
  const question = someQuestion(run, more)
  await commit({ pending: [question] })
  return question
}

const longAgo = 1
const yes = { result: { confirmed: true } }
const no = { result: { confirmed: false } }

/** Cases of answers: who may answer, and the result of an answer. */
export const answerCases: CaseTable = {
  'the first answer is accepted and stored with its hash': async (context) => {
    const { pending } = context.ports
    const { id, ...question } = await openQuestion(context)
    const outcome = await pending.answer(context.scope, id, 'hash-yes', yes)
    const expected = { ...question, id, state: 'answered', hash: 'hash-yes', value: { confirmed: true } }
    deepStrictEqual({ ...outcome }, { status: 'accepted', record: expected })
    deepStrictEqual(await pending.get(context.scope, id), expected)
  },
  'the same answer again is repeated, another one is a conflict that tells the accepted hash': async (context) => {
    const { pending } = context.ports
    const { id } = await openQuestion(context)
    await pending.answer(context.scope, id, 'hash-yes', yes)
    const again = await pending.answer(context.scope, id, 'hash-yes', yes)
    deepStrictEqual(again, { status: 'repeated', record: await pending.get(context.scope, id) })
    const conflict = { status: 'conflict', hash: 'hash-yes' }
    deepStrictEqual(await pending.answer(context.scope, id, 'hash-no', no), conflict)
    deepStrictEqual(await pending.answer(context.scope, id, 'hash-cancel', { cancelled: true }), conflict)
    deepStrictEqual((await pending.get(context.scope, id))?.value, { confirmed: true })
  },
  'a cancelled question takes the same cancel again, and nothing else': async (context) => {
    const { pending } = context.ports
    const { id } = await openQuestion(context)
    strictEqual((await pending.answer(context.scope, id, 'hash-cancel', { cancelled: true })).status, 'accepted')
    const record = await pending.get(context.scope, id)
    deepStrictEqual([record?.state, record !== undefined && 'value' in record], ['cancelled', false])
    strictEqual((await pending.answer(context.scope, id, 'hash-cancel', { cancelled: true })).status, 'repeated')
    deepStrictEqual(await pending.answer(context.scope, id, 'hash-yes', yes), { status: 'gone', state: 'cancelled' })
  },
  'a result that looks like a cancel is a result': async (context) => {
    const { id } = await openQuestion(context)
    await context.ports.pending.answer(context.scope, id, 'hash', { result: { cancelled: true } })
    const record = await context.ports.pending.get(context.scope, id)
    deepStrictEqual([record?.state, record?.value], ['answered', { cancelled: true }])
  },
  'null is an answer': async (context) => {
    const { id } = await openQuestion(context)
    strictEqual((await context.ports.pending.answer(context.scope, id, 'hash', { result: null })).status, 'accepted')
    const record = await context.ports.pending.get(context.scope, id)
    deepStrictEqual([record?.state, record?.value], ['answered', null])
  },
  'after its deadline a question is expired for everyone, and gone': async (context) => {
    const { pending } = context.ports
    const { id, thread_id } = await openQuestion(context, { deadline: longAgo })
    strictEqual((await pending.get(context.scope, id))?.state, 'expired')
    deepStrictEqual(
      (await pending.list(context.scope, thread_id)).map(({ state }) => state),
      ['expired'],
    )
    deepStrictEqual(await pending.answer(context.scope, id, 'hash-yes', yes), { status: 'gone', state: 'expired' })
    deepStrictEqual(await pending.answer(context.scope, id, 'hash-cancel', { cancelled: true }), { status: 'gone', state: 'expired' })
    strictEqual((await pending.get(context.scope, id))?.state, 'expired')
  },
  'before its deadline a question is open; one that was answered never expires': async (context) => {
    const { pending } = context.ports
    const open = await openQuestion(context, { deadline: 8_000_000_000_000 })
    strictEqual((await pending.answer(context.scope, open.id, 'hash-yes', yes)).status, 'accepted')
    const answered = await openQuestion(context, { deadline: longAgo, state: 'answered', hash: 'hash-yes', value: 1 })
    strictEqual((await pending.get(context.scope, answered.id))?.state, 'answered')
    strictEqual((await pending.answer(context.scope, answered.id, 'hash-yes', yes)).status, 'repeated')
  },
  'unknown and foreign are the same, and a stranger changes nothing': async (context) => {
    const { pending } = context.ports
    const { id, thread_id } = await openQuestion(context)
    const stranger = someScope()
    strictEqual(await pending.get(stranger, id), undefined)
    deepStrictEqual(await pending.list(stranger, thread_id), [])
    deepStrictEqual(await pending.answer(stranger, id, 'hash', yes), { status: 'unknown' })
    deepStrictEqual(await pending.answer(context.scope, `${id}x`, 'hash', yes), { status: 'unknown' })
    strictEqual((await pending.get(context.scope, id))?.state, 'open')
  },
  'the same question id under two owners is two questions': async (context) => {
    const { pending } = context.ports
    const theirs = { ports: context.ports, scope: someScope() }
    const { id } = await openQuestion(context)
    await openQuestion(theirs, { id, component: 'theirs' })
    await pending.answer(context.scope, id, 'hash-yes', yes)
    const record = await pending.get(theirs.scope, id)
    deepStrictEqual([record?.state, record?.component], ['open', 'theirs'])
  },
  'an answer comes back as the same JSON text': async (context) => {
    const { id } = await openQuestion(context)
    await context.ports.pending.answer(context.scope, id, 'hash', { result: hostileJson() })
    const value = (await context.ports.pending.get(context.scope, id))?.value
    ok(value !== undefined)
    strictEqual(JSON.stringify(value), JSON.stringify(hostileJson()))
  },
}
