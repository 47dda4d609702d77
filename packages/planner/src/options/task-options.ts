import { isRecord, maxTimerMs } from '@pf/core/internal'
import type { Signal } from '../util/signal.ts'
import { isTimeZone } from '../util/time-zone.ts'
import type { AgentLimits } from './limits.ts'

/** Background tasks of an agent. They need `ports.tasks`, the strategy `react`, and, unless `confirm` is false, rich output with `select_option`. */
export interface TaskOptions {
  /** True if the user is asked before each task, including if the turn should wait for it. Default true. With false, the model decides. */
  confirm?: boolean
  /** The handling of a finished task: its result becomes a message of the conversation (`notify`, default), or the agent answers it. */
  onResult?: 'notify' | 'answer'
  /** Number of recent messages of the conversation that a subagent reads as context. Default 0, which passes only its query. */
  contextMessages?: number
  /**
   * Role of the users in the owner's tenant who approve HUMAN_GATED results, in their inbox, in place of the owner, who can only reject them.
   * Default: the owner approves.
   */
  approvedBy?: string
  /** Names of the tools that subagents and jobs may use. Default: all tools of the agent. */
  tools?: readonly string[]
  /** Limits of a subagent's run that differ from those of the agent. */
  limits?: Partial<AgentLimits>
  /**
   * Maximum number of tasks that this process works on concurrently, not counting those that wait for an answer or for their own tasks.
   * With 0 it works on none. Default 4.
   */
  maxConcurrent?: number
  /** Maximum number of unfinished tasks of one conversation. Default 20. */
  maxPerThread?: number
  /** Maximum number of tasks of one group. Default 20. */
  maxPerGroup?: number
  /** Maximum nesting depth of tasks. With 1, the default, a subagent starts no tasks. */
  maxDepth?: number
  /** Number of attempts for a task that fails because of an error, such as an unreachable model. Tools that must not run twice are tried once. Default 3. */
  maxAttempts?: number
  /** Milliseconds before the second attempt. They double with each further attempt. Default 1,000. */
  retryMs?: number
  /** Milliseconds after which a task fails. Default 3,600,000 (one hour). */
  deadlineMs?: number
  /** Milliseconds for which a turn waits for its tasks. Default 120,000. The time limit of the run applies as well. */
  retainMs?: number
  /** Interval in milliseconds at which this process searches for tasks that other processes have started or left. Default 1,000. */
  pollMs?: number
  /** IANA time zone of schedules that name none. Default `UTC`. */
  timeZone?: string
}

/** The options with their defaults, and the state that the runs and the worker of one process share. */
export interface TaskSettings extends Required<Omit<TaskOptions, 'tools' | 'limits' | 'approvedBy'>> {
  readonly approvedBy?: string

  /** Notified after every change of a task by this process. */
  readonly changed: Signal
  /** Ids of the runs that wait for tasks of their own. */
  readonly retaining: Set<string>
}

/** The default values. */
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
  timeZone: 'UTC',
} as const)

const lowest: Readonly<Partial<Record<keyof TaskOptions, number>>> = { contextMessages: 0, maxConcurrent: 0, retryMs: 0, pollMs: 10 }
/** Maximum of a number in the options. The times among them must fit a timer. */
export const maxOptionNumber = maxTimerMs

/** Returns the faults of the options, described so that the host can correct them. */
export function taskFaults(given: unknown): string[] {
  if (given === undefined) return []
  if (!isRecord(given)) return ['tasks must be an object of options']
  const { confirm, onResult, tools, limits, timeZone, approvedBy, ...numbers } = given
  return [
    ...(confirm === undefined || typeof confirm === 'boolean' ? [] : ['tasks.confirm must be true or false']),
    ...(onResult === undefined || onResult === 'notify' || onResult === 'answer' ? [] : ["tasks.onResult must be 'notify' or 'answer'"]),
    ...(tools === undefined || (Array.isArray(tools) && tools.every((name) => typeof name === 'string'))
      ? []
      : ['tasks.tools must be a list of names of tools']),
    ...(approvedBy === undefined || (typeof approvedBy === 'string' && approvedBy !== '') ? [] : ['tasks.approvedBy must be the name of a role']),
    ...(timeZone === undefined || (typeof timeZone === 'string' && isTimeZone(timeZone))
      ? []
      : ['tasks.timeZone must be an IANA time zone such as Europe/Berlin']),
    ...(limits === undefined || isRecord(limits) ? [] : ['tasks.limits must be an object of limits']),
    ...Object.entries(numbers).flatMap(([name, value]) => numberFault(name, value)),
  ]
}

function numberFault(name: string, value: unknown): string[] {
  if (!Object.hasOwn(defaultTaskOptions, name))
    return [`tasks.${name} is not an option; the options are ${[...Object.keys(defaultTaskOptions), 'tools', 'limits', 'approvedBy'].join(', ')}`]
  const min = lowest[name as keyof TaskOptions] ?? 1
  if (value === undefined || (Number.isInteger(value) && Number(value) >= min && Number(value) <= maxOptionNumber)) return []
  return [`tasks.${name} must be an integer of at least ${min}`]
}
