import { describe, expect, it } from 'vitest'
import { normalizeAction } from '../normalize/normalize-action.ts'
import { getAnswer, getPlanJoin, getPlanSteps, isFinalResponse, isPlan, isTask, isToolCall } from './guards.ts'
import { toLegacyAction } from './legacy-action.ts'
import { opcodeOf } from './opcodes.ts'

const steps = [{ node: 'a', args: { q: 1 } }]
const join = { node: 'b', args: {}, inject: { r: '$all' } }
const actions = {
  tool: { next_node: 'search', args: { q: 1 } },
  plan: { next_node: 'plan', args: { steps, join } },
  task: { next_node: 'task', args: { mode: 'subagent', query: 'q' } },
  answer: { next_node: 'final_response', args: { answer: 'x', confidence: 0.5 } },
}

describe('kinds of actions', () => {
  it('[004-act-04] are distinguished by guards', () => {
    const kinds = Object.values(actions).map((action) => [isToolCall(action), isPlan(action), isTask(action), isFinalResponse(action)])
    expect(kinds).toEqual([
      [true, false, false, false],
      [false, true, false, false],
      [false, false, true, false],
      [false, false, false, true],
    ])
  })

  it('[004-act-02] plan, task and final_response are special, every other name is a tool, also one that looks like them', () => {
    const isSpecial = (next_node: string) => !isToolCall({ next_node, args: {} })
    for (const name of ['plan', 'task', 'final_response']) expect([name, isSpecial(name)]).toEqual([name, true])
    for (const name of ['Plan', 'plans', 'parallel', 'task.subagent', 'final', 'constructor', '__proto__', 'null'])
      expect([name, isSpecial(name)]).toEqual([name, false])
  })

  it('[004-act-05] give their answer, steps and join', () => {
    expect([getAnswer(actions.answer), getAnswer(actions.tool)]).toEqual(['x', undefined])
    expect([getPlanSteps(actions.plan), getPlanSteps(actions.task)]).toEqual([steps, undefined])
    expect([getPlanJoin(actions.plan), getPlanJoin(actions.answer)]).toEqual([join, undefined])
    expect(getPlanJoin({ next_node: 'plan', args: { steps } })).toBeUndefined()
  })

  it('opcodeOf recognizes the names that no tool may have', () => {
    for (const name of ['plan', 'Parallel', 'task', 'task.subagent', 'TASK.TOOL', 'final_response', 'Final Answer']) expect(opcodeOf(name)).toBeDefined()
    for (const name of ['planner', 'tasks', 'final', 'search', 'x'.repeat(10_000)]) expect(opcodeOf(name)).toBeUndefined()
  })
})

describe('toLegacyAction', () => {
  it('[004-norm-09] turns every kind into the five-field form, which reads back the same', () => {
    for (const action of [actions.tool, actions.plan, actions.answer]) {
      const legacy = toLegacyAction(action, 'why')
      expect(Object.keys(legacy)).toEqual(['thought', 'next_node', 'args', 'plan', 'join'])
      expect(normalizeAction(legacy, { format: 'legacy' })).toMatchObject({ action, reasoning: 'why' })
    }
    expect(toLegacyAction(actions.task)).toEqual({ thought: '', ...actions.task, plan: null, join: null })
  })
})
