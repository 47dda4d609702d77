import { PfError } from '@pf/core'
import { defaultLimits } from './limits.ts'
import type { PfHandlerOptions } from './pf-handler-options.ts'

/** A longer wait than this is none: timers fire at once. */
const maxMs = 2 ** 31 - 1
const timers = new Set(['orphanMs', 'leaveMs'])

/** Throws PfError `invalid_config` whose message and `fields.faults` list everything that is wrong with the options, in words that say what to change. */
export function checkOptions(options: PfHandlerOptions): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const faults = [
    ...(typeof options.agent?.start === 'function' ? [] : ['agent must be an AgentPort, such as createAgent() gives']),
    ...(typeof options.authenticate === 'function' ? [] : ['authenticate must be a function that gives the owner of a request']),
    ...given.flatMap(([name, value]) => checks.get(name)?.(value) ?? []),
  ]
  if (faults.length > 0) throw new PfError('invalid_config', `The handlers cannot be created: ${faults.join('; ')}.`, { fields: { faults } })
}

const aFunction = (name: string) => (value: unknown) => (typeof value === 'function' ? [] : [`${name} must be a function`])

const aPort = (name: string) => (value: unknown) => (typeof value === 'object' && value !== null ? [] : [`${name} must be left out or a port`])
const aTime = (name: string, from: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= maxMs ? [] : [`${name} must be a whole number of milliseconds from ${from} to ${maxMs}`]

const checks = new Map<string, (value: unknown) => string[]>([
  ...['artifacts', 'pending', 'drafts', 'tasks'].map((name) => [name, aPort(name)] as const),
  ...['onError', 'onWarning'].map((name) => [name, aFunction(name)] as const),
  ['onDisconnect', (value) => (value === 'cancel' || value === 'continue' ? [] : ["onDisconnect must be 'cancel' or 'continue'"])],
  ['pingMs', aTime('pingMs', 1)],
  ['retryMs', aTime('retryMs', 0)],
  ['limits', limitFaults],
])

function limitFaults(limits: unknown): string[] {
  if (typeof limits !== 'object' || limits === null) return ['limits must be an object']
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!Object.hasOwn(defaultLimits, name)) return [`limits has no ${name}`]
    if (value === undefined) return []
    if (timers.has(name)) return aTime(`limits.${name}`, 0)(value)
    return typeof value === 'number' && value >= 0 ? [] : [`limits.${name} must be a number from 0`]
  })
}
