import { isRecord } from '@pf/core/internal'
import type { Signal } from '../util/signal.ts'
import type { AgentLimits } from './limits.ts'

/** Background tasks of an agent. They need `ports.tasks`, the strategy `react`, and, unless `confirm` is false, rich output with `select_option`. */
export interface TaskOptions {
  /** Whether the user is asked before each task, and whether the turn waits for it. Default true. With false the model decides. */
  confirm?: boolean
  /** What happens with a finished task: its result becomes a message of the conversation (`notify`, default), or the agent answers it. */
  onResult?: 'notify' | 'answer'
  /** How many of the last messages of the conversation a subagent reads as context. Default 0: it knows its query only. */
  contextMessages?: number
  /** Names of the tools that subagents and jobs may use. Default: all tools of the agent. */
  tools?: readonly string[]
  /** Limits of a subagent's run, where they differ from those of the agent. */
  limits?: Partial<AgentLimits>
  /** Tasks that this process works on at once, without those that wait for an answer or for tasks of their own. 0: it works on none. Default 4. */
  maxConcurrent?: number
  /** Tasks of one conversation that have not ended. Default 20. */
  maxPerThread?: number
  /** Tasks of one group. Default 20. */
  maxPerGroup?: number
  /** How many tasks may stand above one another. With 1, the default, a subagent starts no tasks. */
  maxDepth?: number
  /** How often a task is tried that fails because of an error, such as a model that cannot be reached. Tools that must not run twice are tried once. Default 3. */
  maxAttempts?: number
  /** Milliseconds before the second attempt; doubled for each further one. Default 1,000. */
  retryMs?: number
  /** Milliseconds after which a task fails. Default 3,600,000 (one hour). */
  deadlineMs?: number
  /** Milliseconds for which a turn waits for its tasks. Default 120,000; the time limit of the run also counts. */
  retainMs?: number
  /** How often this process looks for tasks that other processes have started or left, in milliseconds. Default 1,000. */
  pollMs?: number
}

/** The options with their defaults, and what the runs and the worker of one process tell each other. */
export interface TaskSettings extends Required<Omit<TaskOptions, 'tools' | 'limits'>> {
  /** Notified after every change of a task by this process. */
  readonly changed: Signal
  /** Ids of the runs that wait for tasks of their own. */
  readonly retaining: Set<string>
}

/** The documented defaults. */
export const defaultTaskOptions = Object.freeze({
  confirm: true,
  onResult: 'notify',
  contextMessages: 0,
  maxConcurrent: 4,
  maxPerThread: 20,
  maxPerGroup: 20,
  maxDepth: 1,
  maxAttempts: 3,
  retryMs: 1_000,
  deadlineMs: 3_600_000,
  retainMs: 120_000,
  pollMs: 1_000,
} as const)

const lowest: Readonly<Partial<Record<keyof TaskOptions, number>>> = { contextMessages: 0, maxConcurrent: 0, retryMs: 0, pollMs: 10 }
const maxNumber = 2 ** 31 - 1

/** Faults of the options, in words that say what to change. */
export function taskFaults(given: unknown): string[] {
  if (given === undefined) return []
  if (!isRecord(given)) return ['tasks must be an object of options']
  const { confirm, onResult, tools, limits, ...numbers } = given
  return [
    ...(confirm === undefined || typeof confirm === 'boolean' ? [] : ['tasks.confirm must be true or false']),
    ...(onResult === undefined || onResult === 'notify' || onResult === 'answer' ? [] : ["tasks.onResult must be 'notify' or 'answer'"]),
    ...(tools === undefined || (Array.isArray(tools) && tools.every((name) => typeof name === 'string')) ? [] : ['tasks.tools must be names of tools']),
    ...(limits === undefined || isRecord(limits) ? [] : ['tasks.limits must be an object of limits']),
    ...Object.entries(numbers).flatMap(([name, value]) => numberFault(name, value)),
  ]
}

function numberFault(name: string, value: unknown): string[] {
  if (!Object.hasOwn(defaultTaskOptions, name))
    return [`tasks.${name} is unknown; known are ${[...Object.keys(defaultTaskOptions), 'tools', 'limits'].join(', ')}`]
  const min = lowest[name as keyof TaskOptions] ?? 1
  if (value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= maxNumber)) return []
  return [`tasks.${name} must be a whole number from ${min}`]
}
