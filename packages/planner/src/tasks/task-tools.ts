import {
  type JsonObject,
  type JsonSchema,
  PfError,
  type Scope,
  type TaskChange,
  type TaskGroup,
  type TaskStore,
  type ToolContext,
  type ToolDefinition,
} from '@pf/core'
import type { TaskSettings } from '../options/task-options.ts'
import { approvalProps } from './group-approval.ts'
import { shownGroup, shownTask } from './task-texts.ts'

/** Names of the tools with which a model manages background tasks. */
export const taskToolNames: readonly string[] = ['tasks.list', 'tasks.get', 'tasks.cancel', 'tasks.seal', 'tasks.approve', 'tasks.reject']

const id = (description: string): JsonSchema => ({ type: 'string', minLength: 1, maxLength: 200, description })
const inputOf = (properties: Record<string, JsonSchema>): JsonSchema =>
  ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false }) as JsonSchema
const either = inputOf({ id: id('task_id or group_id') })
const onlyGroup = inputOf({ group_id: id('A group of this conversation') })

/**
 * Creates the tools with which a model manages the background tasks of its conversation. Approval belongs to the user: `tasks.approve` asks
 * a question that is created from the stored results. Without rich output there is no such question, and results can only be approved in
 * the user interface.
 */
export function createTaskTools(tasks: TaskStore, { settings, canAsk }: { settings: TaskSettings; canAsk: boolean }): ToolDefinition[] {
  const find = async (given: string, { owner, threadId }: ToolContext): Promise<TaskGroup> => {
    const scope = { owner }
    const group = (await tasks.get(scope, given)) ?? (await tasks.find(scope, given))
    if (group?.thread_id !== threadId) throw new PfError('not_found', 'This conversation has no such task or group. Call tasks.list for their ids.')
    return group
  }
  const change = async (scope: Scope, group_id: string, wanted: TaskChange, refusal: string): Promise<JsonObject> => {
    const result = await tasks.change(scope, group_id, wanted)
    settings.changed.notify()
    if (result.status === 'applied') return shownGroup(result.group)
    throw new PfError('conflict', refusal)
  }
  const decide = async (group_id: string, context: ToolContext, verdict: 'approve' | 'reject') => {
    const group = await find(group_id, context)
    if (group.approval !== 'pending') throw new PfError('conflict', 'There is nothing to approve here.')
    if (verdict === 'approve' && group.approval_role !== undefined)
      throw new PfError('conflict', `Only people with the role ${group.approval_role} approve these results, in their inbox. Tell the user.`)
    if (verdict === 'approve') await askApproval(group, context)
    return change({ owner: context.owner }, group.group_id, { kind: 'decide', verdict }, 'It was already decided in the meantime.')
  }
  const tool = (name: string, description: string, { input, run, write }: Pick<ToolDefinition, 'input'> & { run: Run; write?: true }): ToolDefinition => ({
    name,
    description,
    input,
    run: run as ToolDefinition['run'],
    tags: ['tasks'],
    sideEffects: write ? 'write' : 'read',
  })
  return [
    tool('tasks.list', 'Lists the background tasks and groups of this conversation.', {
      input: inputOf({}),
      run: async (_args, { owner, threadId }) => ({ groups: (await tasks.list({ owner }, threadId)).slice(-maxListed).map(shownGroup) }),
    }),
    tool('tasks.get', 'Returns status and result of a background task, or of all tasks of a group.', {
      input: either,
      run: async ({ id: given }, context) => {
        const group = await find(String(given), context)
        const task = group.tasks.find(({ task_id }) => task_id === given)
        return task && !group.alone ? shownTask(group, task) : shownGroup(group)
      },
    }),
    tool('tasks.cancel', 'Cancels a background task, or all tasks of a group.', {
      input: either,
      write: true,
      run: async ({ id: given }, context) => {
        const group = await find(String(given), context)
        const isTask = !group.alone && given !== group.group_id
        const wanted = { kind: 'cancel', ...(isTask ? { task_id: String(given) } : {}) } as const
        return change({ owner: context.owner }, group.group_id, wanted, 'It has ended already.')
      },
    }),
    tool('tasks.seal', 'Seals a group: no more tasks join it, and it reports once all have ended.', {
      input: onlyGroup,
      write: true,
      run: async ({ group_id }, context) => {
        const group = await find(String(group_id), context)
        return change({ owner: context.owner }, group.group_id, { kind: 'seal' }, 'The group is sealed already.')
      },
    }),
    ...(canAsk
      ? [
          tool('tasks.approve', 'Asks the user to approve the results of a group, or of a task that was started alone.', {
            input: either,
            write: true,
            run: ({ id: given }, context) => decide(String(given), context, 'approve'),
          }),
        ]
      : []),
    tool('tasks.reject', 'Rejects the results of a group, or of a task that was started alone, when the user does not want them.', {
      input: either,
      write: true,
      run: ({ id: given }, context) => decide(String(given), context, 'reject'),
    }),
  ]
}

const maxListed = 30

type Run = (args: Record<string, unknown>, context: ToolContext) => Promise<JsonObject>

async function askApproval(group: TaskGroup, context: ToolContext): Promise<void> {
  const answer = await context.pause({ component: 'confirm', props: approvalProps(group) })
  if (answer.status !== 'answered' || answer.result.confirmed !== true) throw new PfError('conflict', 'The user did not approve the results.')
}
