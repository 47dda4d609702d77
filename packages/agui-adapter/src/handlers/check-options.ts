import { PfError } from '@pf/core'
import { defaultLimits } from '../http/http-limits.ts'
import type { PfHandlerOptions } from './pf-handler-options.ts'

/** A timer with a longer delay fires immediately. */
const maxTimerMs = 2 ** 31 - 1
const timerLimits = new Set(['orphanMs', 'leaveMs'])

/** Throws PfError `invalid_config` for invalid options. The message and `fields.faults` list every fault and how to correct it. */
export function checkOptions(options: PfHandlerOptions): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const faults = [
    ...(typeof options.agent?.start === 'function' ? [] : ['agent must be an AgentPort, such as the result of createAgent()']),
    ...(typeof options.authenticate === 'function' ? [] : ['authenticate must be a function that returns the owner of a request']),
    ...given.flatMap(([name, value]) => checks.get(name)?.(value) ?? []),
  ]
  if (faults.length > 0) throw new PfError('invalid_config', `The handlers cannot be created: ${faults.join('; ')}.`, { fields: { faults } })
}

const checkFunction = (name: string) => (value: unknown) => (typeof value === 'function' ? [] : [`${name} must be a function`])

const checkPort = (name: string) => (value: unknown) => (typeof value === 'object' && value !== null ? [] : [`${name} must be a port or be left out`])
const checkMilliseconds = (name: string, from: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= maxTimerMs
    ? []
    : [`${name} must be an integer of milliseconds from ${from} to ${maxTimerMs}`]

const checks = new Map<string, (value: unknown) => string[]>([
  ...['artifacts', 'pending', 'drafts', 'tasks'].map((name) => [name, checkPort(name)] as const),
  ...['onError', 'onWarning'].map((name) => [name, checkFunction(name)] as const),
  ['onDisconnect', (value) => (value === 'cancel' || value === 'continue' ? [] : ["onDisconnect must be 'cancel' or 'continue'"])],
  ['pingMs', checkMilliseconds('pingMs', 1)],
  ['retryMs', checkMilliseconds('retryMs', 0)],
  ['limits', limitFaults],
])

function limitFaults(limits: unknown): string[] {
  if (typeof limits !== 'object' || limits === null) return ['limits must be an object']
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!Object.hasOwn(defaultLimits, name)) return [`limits has no option ${name}`]
    if (value === undefined) return []
    if (timerLimits.has(name)) return checkMilliseconds(`limits.${name}`, 0)(value)
    return typeof value === 'number' && value >= 0 ? [] : [`limits.${name} must be a non-negative number`]
  })
}
