import { deepStrictEqual, strictEqual } from 'node:assert/strict'
import { spoil } from '../support/hostile.ts'
import { openRun } from '../support/open-run.ts'
import { someQuestion } from '../support/some-events.ts'
import type { CaseTable } from '../support/to-cases.ts'
import { openQuestion } from './answer-cases.ts'

/** Cases of concurrent answers, and of answers concurrent with commits. */
export const raceCases: CaseTable = {
  'of many different answers at once exactly one is accepted, all others learn its hash': async (context) => {
    const { pending } = context.ports
    const { id } = await openQuestion(context)
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, index) => pending.answer(context.scope, id, `hash-${index}`, { result: index })))
    const winner = outcomes.findIndex(({ status }) => status === 'accepted')
    const losers = outcomes.filter((_, index) => index !== winner)
    deepStrictEqual(losers, Array(49).fill({ status: 'conflict', hash: `hash-${winner}` }))
    strictEqual((await pending.get(context.scope, id))?.value, winner)
  },
  'of many equal answers at once one is accepted and the others are repeated': async (context) => {
    const { id } = await openQuestion(context)
    const answers = Array.from({ length: 20 }, () => context.ports.pending.answer(context.scope, id, 'hash', { result: 1 }))
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort()
    deepStrictEqual(statuses, ['accepted', ...Array<string>(19).fill('repeated')])
  },
  'of an answer and a cancel at once one wins, and the record says which': async (context) => {
    const { pending } = context.ports
    const { id } = await openQuestion(context)
    const [answer, cancel] = await Promise.all([
      pending.answer(context.scope, id, 'hash-yes', { result: 'yes' }),
      pending.answer(context.scope, id, 'hash-cancel', { cancelled: true }),
    ])
    const state = (await pending.get(context.scope, id))?.state
    deepStrictEqual([answer.status, cancel.status, state].join(), answer.status === 'accepted' ? 'accepted,conflict,answered' : 'gone,accepted,cancelled')
  },
  'of an answer and a commit that cancels at once one wins, and the record says which': async ({ ports: { storage, pending }, scope }) => {
    const { run, commit } = await openRun(storage, scope)
    const question = someQuestion(run)
    await commit({ pending: [question] })
    const cancel = commit({ pending: [{ ...question, state: 'cancelled' }] })
    const [answer] = await Promise.all([pending.answer(scope, question.id, 'hash', { result: 1 }), cancel])
    const state = (await pending.get(scope, question.id))?.state
    strictEqual(`${answer.status},${state}`, answer.status === 'accepted' ? 'accepted,answered' : 'gone,cancelled')
  },
  'a closed question is never opened or changed by a later commit': async ({ ports: { storage, pending }, scope }) => {
    const { run, commit } = await openRun(storage, scope)
    const question = someQuestion(run)
    await commit({ pending: [question] })
    await pending.answer(scope, question.id, 'hash', { result: 1 })
    await commit({ pending: [question, { ...question, state: 'cancelled' }] })
    const record = await pending.get(scope, question.id)
    deepStrictEqual([record?.state, record?.hash, record?.value], ['answered', 'hash', 1])
  },
  'a commit may change a question that is open': async ({ ports: { storage, pending }, scope }) => {
    const { run, commit } = await openRun(storage, scope)
    const question = someQuestion(run)
    await commit({ pending: [question] })
    await commit({ pending: [{ ...question, state: 'cancelled' }] })
    strictEqual((await pending.get(scope, question.id))?.state, 'cancelled')
    deepStrictEqual(await pending.answer(scope, question.id, 'hash', { result: 1 }), { status: 'gone', state: 'cancelled' })
  },
  'the list holds every question of the thread, closed ones too, in the order they were asked': async ({ ports: { storage, pending }, scope }) => {
    const first = await openRun(storage, scope)
    const second = await openRun(storage, scope, { ...first.run, run_id: `${first.run.run_id}-2` })
    const questions = [someQuestion(first.run, { id: 'z', created: 1 }), someQuestion(first.run, { id: 'a', created: 2 })]
    await first.commit({ pending: questions })
    await second.commit({ pending: [someQuestion(second.run, { id: 'm', created: 3 })] })
    await (await openRun(storage, scope)).commit({ pending: [someQuestion({ run_id: 'other', thread_id: 'other' }, { id: 'other' })] })
    await pending.answer(scope, 'a', 'hash', { result: 1 })
    const list = await pending.list(scope, first.run.thread_id)
    deepStrictEqual(
      list.map(({ id, state }) => [id, state]),
      [
        ['z', 'open'],
        ['a', 'answered'],
        ['m', 'open'],
      ],
    )
  },
  'changing what went in or came out changes nothing that is stored': async (context) => {
    const { pending } = context.ports
    const { id } = await openQuestion(context)
    const result = { list: [1] }
    const outcome = await pending.answer(context.scope, id, 'hash', { result })
    spoil(result)
    spoil(outcome)
    spoil(await pending.get(context.scope, id))
    deepStrictEqual((await pending.get(context.scope, id))?.value, { list: [1] })
  },
}
