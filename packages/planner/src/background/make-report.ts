import type { AgentInput, ChatMessage, OwnedTaskGroup, Scope } from '@pf/core'
import type { EventDraft } from '../log/open-items.ts'
import { startRun } from '../requests/start-run.ts'
import type { ReportOrigin } from '../state/background.ts'
import { statusOf } from '../steps/retain-turn.ts'
import { dueTexts, reportRunId, taskDepth } from '../tasks/task-texts.ts'
import type { Engine } from '../threads/engine.ts'
import { loadThreadStatus } from '../threads/thread-status.ts'
import { traceOf } from './do-task.ts'

/** Maximum number of messages of the conversation that an answer to a result reads. */
const historyMessages = 20

/**
 * Reports the due results of a group to its conversation. Each report is a run whose first commit records the report. Does nothing while
 * another run is active or waiting on the thread; the report stays due. Nested tasks are reported without a model, because nobody reads
 * their conversation.
 */
export async function makeReport(engine: Engine, { owner, group }: OwnedTaskGroup): Promise<void> {
  const { agent } = engine
  const scope: Scope = { owner }
  const { thread_id, group_id } = group
  for (const { task_id, text } of dueTexts(group)) {
    if ((await loadThreadStatus(agent, scope, thread_id)).kind !== 'free') return waitForThread(engine, scope, group_id)
    const mode = agent.tasks?.onResult === 'answer' && !thread_id.startsWith('task:') ? 'answer' : 'notify'
    const background: ReportOrigin = { kind: 'report', text, mode, depth: Math.max(...group.tasks.map(taskDepth)) }
    const run_id = reportRunId(group, task_id)
    const messages = mode === 'answer' ? await messagesOf(engine, scope, { thread_id, text }) : []
    const input: AgentInput = { thread_id, run_id, parent_run_id: group.run_id, messages, client_tools: [], context: [], client: {} }
    const report = { group_id, change: { kind: 'report', run_id, ...(task_id === undefined ? {} : { task_id }) } } as const
    const started = await startRun(engine, {
      input,
      scope,
      origin: { background, tasks: [report], events: eventsOf(group, task_id), ...traceOf(reportedTask(group, task_id)) },
    })
    if (started.status === 'busy') return waitForThread(engine, scope, group_id)
    if (started.status === 'started') await engine.runs.get(scope, run_id)?.done
  }
}

/** Postpones the report, because another run is active or waiting on the thread. */
async function waitForThread({ agent }: Engine, scope: Scope, group_id: string): Promise<void> {
  await agent.ports.tasks?.change(scope, group_id, { kind: 'defer', ms: agent.tasks?.pollMs ?? 0 })
}

/** Returns the reported task. The report of a group belongs to the trace of its first task. */
const reportedTask = ({ tasks }: OwnedTaskGroup['group'], reported: string | undefined) =>
  tasks.find(({ task_id }) => reported === undefined || task_id === reported)

function eventsOf(group: OwnedTaskGroup['group'], reported: string | undefined): EventDraft[] {
  const tasks = reported === undefined ? group.tasks : group.tasks.filter(({ task_id }) => task_id === reported)
  const results = tasks.map((task): EventDraft => ({ type: 'task_result', task_id: task.task_id, status: statusOf([task]), summary: task.name }))
  if (group.alone || reported !== undefined) return results
  return [...results, { type: 'task_group_result', group_id: group.group_id, status: statusOf(tasks), summary: group.name }]
}

const request = 'These background tasks of this conversation have ended. Report their results to the user.'

/** Returns the stored conversation, followed by the result as data. If the agent recalls earlier turns itself, only the result is returned. */
async function messagesOf({ agent }: Engine, scope: Scope, { thread_id, text }: { thread_id: string; text: string }): Promise<ChatMessage[]> {
  const entries = agent.memory === 'none' ? await agent.ports.threads.read(scope, thread_id, historyMessages) : []
  const said = entries.flatMap(({ id, role, text: content }): ChatMessage[] => (role === 'tool' || content === '' ? [] : [{ id, role, content }]))
  return [...said, { id: 'background-result', role: 'user', content: JSON.stringify({ background_results: text, request }) }]
}
