import { type JsonObject, toolCallId } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { announceCall } from '../log/call-events.ts'
import { prepareQuestion } from '../questions/prepare-question.ts'
import { questionOpen, waitingCall } from '../questions/question-outcome.ts'
import type { Run } from '../run/run.ts'
import type { Resolution, Waiting } from '../state/waiting.ts'
import { localTime } from '../tasks/schedule.ts'
import { errorOutcome, pausedOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import type { TaskRequest } from './read-task.ts'

/** The decision of the user about a task. */
export type TaskAnswer = 'background' | 'wait' | 'no'

const detailChars = 2_000

/** Creates the question from the checked arguments, without text written by the model about them. */
function questionOf({ name, work, retain_turn, schedule }: TaskRequest, timeZone: string): JsonObject {
  const what = work.mode === 'subagent' ? work.query : `${work.tool} ${JSON.stringify(work.tool_args)}`
  const background = {
    value: 'background',
    label: 'Start in the background',
    description: 'You can continue the conversation. The result is added when it is available.',
  }
  const wait = { value: 'wait', label: 'Start and wait for the result', description: 'The answer follows when the task has ended.' }
  const no = { value: 'no', label: 'Do not start it' }
  if (schedule) {
    const start = { value: 'background', label: 'Schedule it', description: 'Each result is added to the conversation when it is available.' }
    const times = schedule.kind === 'cron' ? `${schedule.cron} (cron), first at ` : ''
    const when = `${times}${localTime(schedule.at, schedule.kind === 'cron' ? schedule.time_zone : timeZone)}`
    const description = `${when}\n${what}`.slice(0, detailChars).toWellFormed()
    return { title: schedule.kind === 'cron' ? `Start “${name}” repeatedly?` : `Start “${name}” later?`, description, options: [start, no] }
  }
  const options = retain_turn ? [wait, background, no] : [background, wait, no]
  return { title: `Start “${name}” in the background?`, description: what.slice(0, detailChars).toWellFormed(), options }
}

/** Pauses the run until the user has decided about a task. */
export async function askAboutTask(run: Run, task: TaskRequest, { action, tool_call_id }: Pick<Waiting, 'action' | 'tool_call_id'>): Promise<ToolOutcome> {
  const { step } = run.state
  run.state.attempt += 1
  const question_id = toolCallId(run.runId, step, { attempt: run.state.attempt })
  const wanted = { component: 'select_option', props: questionOf(task, run.agent.tasks?.timeZone ?? 'UTC'), writtenBytes: 0, toolCallId: question_id }
  const prepared = await prepareQuestion({ run }, wanted)
  if (!prepared.ok) return errorOutcome('task_unavailable', 'The user must agree to a background task and could not be asked. Do the work in this run.')
  const call = waitingCall('task', { args: action.args, toolCallId: tool_call_id })
  if (!run.segment.pause.take({ by: 'task', call, asked: prepared.asked, questions: [], since: run.agent.now() })) return questionOpen()
  announceCall(run, { step, tool_call_id: question_id, name: 'ui_select_option', interactive: true }, prepared.asked.props)
  return pausedOutcome
}

/** Returns the decision of the user. Without an answer, the task is not started. */
export async function readTaskAnswer(run: Run, { asked }: Waiting, status: Resolution['status']): Promise<TaskAnswer> {
  const record = status === 'answered' && asked ? await run.agent.ports.pending.get(run.scope, asked.id) : undefined
  const selected: unknown = isRecord(record?.value) && Array.isArray(record.value.selected) ? record.value.selected[0] : undefined
  return selected === 'background' || selected === 'wait' ? selected : 'no'
}
