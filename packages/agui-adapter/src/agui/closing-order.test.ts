import { describe, expect, it } from 'vitest'
import { type AguiEvent, createAguiMapper } from '../index.ts'
import { args, type Bare, call, callEnd, finish, logOf, start, text, thought } from '../test-support/log.ts'

const stepStart = (step: number, branch?: number): Bare => ({ type: 'step_start', step, ...(branch === undefined ? {} : { branch, node: 'search' }) })

/** A run in which everything is open: nested steps, a call whose arguments are streamed, a running call, text and reasoning. */
const open: Bare[] = [
  start(),
  stepStart(1),
  stepStart(1, 0),
  call('c1'),
  args('c1', '{"q":'),
  call('c2'),
  args('c2', '{}'),
  callEnd('c2'),
  text('So far'),
  thought('Hm'),
]

/** Returns the events that a mapper emits for the rest of a log: for each event its type and the id of what it closes. */
function closedBy(ending: (mapper: ReturnType<typeof createAguiMapper>) => AguiEvent[]): string[] {
  const mapper = createAguiMapper()
  for (const event of logOf(open)) mapper.feed(event)
  return ending(mapper).map((event) => {
    const id = 'toolCallId' in event ? event.toolCallId : 'stepName' in event ? event.stepName : undefined
    return id === undefined ? event.type : `${event.type} ${id}`
  })
}

const finished = (last: Bare) =>
  closedBy((mapper) =>
    logOf([...open, last])
      .slice(-1)
      .flatMap((event) => mapper.feed(event)),
  )

const callsThenSteps = ['TOOL_CALL_END c1', 'TOOL_CALL_RESULT c1', 'TOOL_CALL_RESULT c2', 'STEP_FINISHED step 1 search #0', 'STEP_FINISHED step 1', 'RUN_ERROR']

describe('what a log leaves open', () => {
  it.each([
    ['an error', finish('error', '', { code: 'internal', message: 'x', trace_id: 't' })],
    ['a cancel', finish('cancelled')],
  ])('is closed after %s: messages, then calls with their results, then steps from the inside out, then the run', (_, last) => {
    const events = finished(last)
    const messages = events.filter((event) => /^(TEXT|REASONING)/.test(event))
    expect(events.slice(messages.length)).toEqual(callsThenSteps)
    expect(events.slice(0, messages.length)).toEqual(messages)
    expect(messages).toContain('TEXT_MESSAGE_END')
    expect(messages).toContain('REASONING_END')
  })

  it('is closed in the same order where the log breaks off', () => {
    const events = closedBy((mapper) => mapper.end())
    expect(events.filter((event) => !/^(TEXT|REASONING)/.test(event))).toEqual(callsThenSteps)
  })

  it('keeps calls without a result after a pause, and closes the steps behind their ends', () => {
    const events = finished(finish('paused')).filter((event) => /^(TOOL|STEP)/.test(event))
    expect(events).toEqual(['TOOL_CALL_END c1', 'STEP_FINISHED step 1 search #0', 'STEP_FINISHED step 1'])
  })
})
