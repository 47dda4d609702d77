import { toolCallId } from '@pf/core'
import { args, call, callEnd, component, finish, result, text, textDone, thought, thoughtDone } from './log.ts'
import { aborted, type Script, type ScriptedRun } from './memory-agent.ts'

const message = ({ run_id }: ScriptedRun, attempt = 1) => `m:${run_id}:9:${attempt}`

const streamAnswer = async (run: ScriptedRun, ...parts: string[]) => {
  for (const part of parts) await run.emit(text(part, message(run)))
  await run.emit(textDone(message(run)))
}

const useTool = async (run: ScriptedRun, step: number, branch?: number) => {
  const id = toolCallId(run.run_id, step, branch === undefined ? {} : { branch })
  const at = branch === undefined ? {} : { branch }
  await run.emit({ type: 'step_start', step, node: 'search', ...at }, call(id), args(id, '{"q":"a'), args(id, '\u{1f600}"}'), callEnd(id), result(id))
  await run.emit({ type: 'step_complete', step, node: 'search', status: 'ok', latency_ms: 3, ...at })
}

const think = async (run: ScriptedRun) => {
  const id = `r:${run.run_id}:1:1`
  await run.emit({ type: 'step_start', step: 3 }, thought('Think', id), thought('ing.', id), thoughtDone(id))
  await run.emit({ type: 'step_complete', step: 3, node: 'final_response', status: 'ok', latency_ms: 1 })
}

const plan = async (run: ScriptedRun) => {
  const ids = [0, 1].map((branch) => toolCallId(run.run_id, 4, { branch }))
  await run.emit({ type: 'step_start', step: 4, node: 'plan' })
  for (const [branch] of ids.entries()) await run.emit({ type: 'step_start', step: 4, node: 'search', branch })
  for (const id of ids) await run.emit(call(id), args(id, '{"q":'))
  for (const id of ids) await run.emit(args(id, '1}'), callEnd(id))
  for (const id of ids) await run.emit(result(id))
  for (const [branch] of ids.entries()) await run.emit({ type: 'step_complete', step: 4, node: 'search', status: 'ok', latency_ms: 1, branch })
  await run.emit({ type: 'step_complete', step: 4, node: 'plan', status: 'ok', latency_ms: 2 })
}

const show = async (run: ScriptedRun) => {
  const message_id = `t:${run.run_id}`
  await run.emit(component('c1', { content: 'one' }, message_id))
  await run.emit({ type: 'artifact_update', id: 'c1', message_id, patch: [{ op: 'replace', path: '/props/content', value: 'two' }], version: 1 })
  await run.emit({ type: 'artifact_rejected', tool_call_id: 'x', errors: [] })
}

const remember = (run: ScriptedRun) =>
  run.emit({ type: 'state_snapshot', state: { n: 1 } }, { type: 'state_delta', patch: [{ op: 'replace', path: '/n', value: 2 }] })

const answerWith = async (run: ScriptedRun, ...parts: string[]) => {
  await streamAnswer(run, ...parts)
  await run.emit({ type: 'usage', model: 'x', provider: 'y', input: 10, output: 5 }, finish('answer', parts.join('')))
}

/** Runs of every kind that both clients must accept. */
export const scenarios = {
  answer: (run) => answerWith(run, 'Hel', 'lo.'),
  tools: async (run) => {
    await useTool(run, 1)
    await useTool(run, 2)
    await answerWith(run, 'Two calls.')
  },
  textAroundTools: async (run) => {
    await run.emit(text('Let me look.', `m:${run.run_id}:1:1`))
    await useTool(run, 1)
    await answerWith(run, 'Found.')
  },
  reasoning: async (run) => {
    await think(run)
    await answerWith(run, 'Thought.')
  },
  plan: async (run) => {
    await plan(run)
    await answerWith(run, 'Planned.')
  },
  component: async (run) => {
    await show(run)
    await answerWith(run, 'See above.')
  },
  state: async (run) => {
    await remember(run)
    await answerWith(run, 'Set.')
  },
  fallback: async (run) => {
    await useTool(run, 1)
    await run.emit(finish('no_path', 'I found nothing.'))
  },
  partial: async (run) => {
    await run.emit(text('Half of', message(run)), finish('deadline', 'Half of it.'))
  },
  reset: async (run) => {
    await useTool(run, 1)
    await run.emit(text('Wro', message(run, 1)), text('ng.', message(run, 1)), textDone(message(run, 1)))
    await run.emit({ type: 'answer_reset', stream_id: message(run, 1), attempt: 1, reason: 'not_a_prefix' }, { type: 'repair', kind: 'answer', attempt: 2 })
    await run.emit(text('Right.', message(run, 2)), textDone(message(run, 2)), finish('answer', 'Right.'))
  },
  everything: async (run) => {
    await run.emit(text('Let me look.', `m:${run.run_id}:1:1`))
    for (const part of [() => useTool(run, 1), () => useTool(run, 2), () => think(run), () => plan(run), () => show(run), () => remember(run)]) await part()
    await answerWith(run, 'All ', 'done.')
  },
} satisfies Record<string, Script>

/** Runs that end without an answer. */
export const brokenScenarios = {
  error: async (run) => {
    await run.emit({ type: 'step_start', step: 1, node: 'search' }, text('Half', message(run)), call('tc:x'), args('tc:x', '{"q":'))
    await run.emit(finish('error', '', { code: 'model_unavailable', message: 'The model could not be reached.', trace_id: 't' }))
  },
  cancel: async (run) => {
    await run.emit({ type: 'step_start', step: 1, node: 'search' }, text('Half', message(run)))
    await aborted(run.signal)
    await run.emit(finish('cancelled'))
  },
} satisfies Record<string, Script>
