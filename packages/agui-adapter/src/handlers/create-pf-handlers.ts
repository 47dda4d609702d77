import { type ErrorContext, PfError } from '@pf/core'
import { errorFields, isLogger, isRecord, maxTimerMs, requireNode, safeLogger } from '@pf/core/internal'
import { createCors } from '../http/cors.ts'
import { defaultLimits } from '../http/http-limits.ts'
import { createRateLimiter, rateLimitNames } from '../http/rate-limiter.ts'
import { createSigner } from '../http/signing.ts'
import type { PfContext, Route, RunPlace } from '../runs/context.ts'
import { createPresence } from '../runs/presence.ts'
import { cancelRun } from '../runs/start-run.ts'
import type { PfHandlerOptions } from './pf-handler-options.ts'
import { createResponder } from './responder.ts'
import { routeTable } from './route-table.ts'

const timerLimits = new Set(['orphanMs', 'leaveMs'])

/** Throws PfError `invalid_config` for invalid options. The message and `fields.faults` list every fault and how to correct it. */
function checkOptions(options: PfHandlerOptions): void {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const faults = [
    ...(typeof options.agent?.start === 'function' ? [] : ['agent must be an AgentPort, such as the result of createAgent()']),
    ...(typeof options.authenticate === 'function' ? [] : ['authenticate must be a function that returns the owner of a request']),
    ...given.flatMap(([name, value]) => checks.get(name)?.(value) ?? []),
  ]
  if (faults.length > 0) throw new PfError('invalid_config', `The handlers cannot be created: ${faults.join('; ')}.`, { fields: { faults } })
}

const checkFunction = (name: string) => (value: unknown) => (typeof value === 'function' ? [] : [`${name} must be a function`])

const checkPort = (name: string) => (value: unknown) => (typeof value === 'object' && value !== null ? [] : [`${name} must be a port or be omitted`])
const checkMilliseconds = (name: string, from: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= from && Number(value) <= maxTimerMs
    ? []
    : [`${name} must be an integer from ${from} to ${maxTimerMs}, in milliseconds`]

const checks = new Map<string, (value: unknown) => string[]>([
  ...['artifacts', 'pending', 'drafts', 'tasks', 'threads'].map((name) => [name, checkPort(name)] as const),
  ...['onError', 'onWarning', 'check'].map((name) => [name, checkFunction(name)] as const),
  ['logger', (value) => (isLogger(value) ? [] : ['logger must have the methods debug, info, warn and error'])],
  ['onDisconnect', (value) => (value === 'cancel' || value === 'continue' ? [] : ["onDisconnect must be 'cancel' or 'continue'"])],
  ['pingMs', checkMilliseconds('pingMs', 1)],
  ['retryMs', checkMilliseconds('retryMs', 0)],
  ['limits', limitFaults],
  ['rateLimits', rateLimitFaults],
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

function rateLimitFaults(given: unknown): string[] {
  if (!isRecord(given)) return ['rateLimits must be {requests?, runs?, store?}']
  const isLimit = (limit: unknown) => isRecord(limit) && [limit.burst, limit.perMinute].every((count) => Number.isFinite(count) && Number(count) >= 1)
  const hasTake = given.store === undefined || (isRecord(given.store) && typeof given.store.take === 'function')
  return [
    ...Object.keys(given).flatMap((name) => (name === 'store' || rateLimitNames.some((known) => known === name) ? [] : [`rateLimits has no option ${name}`])),
    ...rateLimitNames.flatMap((name) =>
      given[name] === undefined || isLimit(given[name]) ? [] : [`rateLimits.${name} must be {burst, perMinute}, two numbers of at least 1`],
    ),
    ...(hasTake ? [] : ['rateLimits.store must be a RateLimitStore, such as the rateLimits of a store']),
  ]
}

/** Fetch handlers for any framework. The paths of `routes` have parameters in braces. Mount each path for all methods, so that OPTIONS and 405 work. */
export interface PfHandlers {
  fetch(request: Request): Promise<Response>
  routes: readonly Route[]
  /** Aborts every open stream, so that pf's clients reconnect to another server, and responds 503 from then on. Runs are not cancelled. */
  close(): Promise<void>
}

/** Creates the HTTP routes of an agent. Throws PfError `invalid_config` for invalid options and `unsupported_runtime` on a Node that is too old. */
export function createPfHandlers(options: PfHandlerOptions): PfHandlers {
  requireNode()
  checkOptions(options)
  const basePath = readBasePath(options.basePath ?? '')
  const context = createContext(options, basePath)
  const stopListening = options.agent.onError?.((error, at) => reportError(options, error, at))
  const routes = routeTable(basePath, context)
  const responder = createResponder({
    context,
    routes,
    cors: createCors(options.cors),
    limitRate: options.rateLimits && createRateLimiter(options.rateLimits),
    authenticate: options.authenticate,
  })
  return {
    fetch: responder.respond,
    routes: routes.map(({ method, path }) => ({ method, path })),
    async close() {
      context.closed = true
      stopListening?.()
      for (const abort of context.openStreams) abort()
      context.presence.close()
    },
  }
}

function createContext(options: PfHandlerOptions, basePath: string): PfContext {
  const limits = { ...defaultLimits, ...Object.fromEntries(Object.entries(options.limits ?? {}).filter(([, value]) => value !== undefined)) }
  const reported = new Set<string>()
  const context: PfContext = {
    agent: options.agent,
    artifacts: options.artifacts,
    pending: options.pending,
    drafts: options.drafts,
    tasks: options.tasks,
    threads: options.threads,
    check: options.check,
    signer: options.signing && createSigner(options.signing),
    basePath,
    limits,
    cancelsOrphans: options.onDisconnect !== 'continue',
    presence: createPresence({ orphanMs: limits.orphanMs, onOrphan: (scope, run_id) => cancelRun(context, run_id, scope) }),
    closed: false,
    openStreams: new Set(),
    pingMs: options.pingMs ?? 15_000,
    retryMs: options.retryMs ?? 2_000,
    artifactUrl: (artifactId) => `${basePath}/artifacts/${encodeURIComponent(artifactId.toWellFormed())}`,
    onError: (error, place) => reportError(options, error, place),
    onWarning: (warning, place) => {
      if (reportedOnce.has(warning.code)) {
        if (reported.has(warning.text)) return
        reported.add(warning.text)
      }
      safeLogger(options.logger).warn({ ...placeFields(place), code: warning.code }, warning.text)
      options.onWarning?.(warning)
    },
  }
  return context
}

/** Codes of warnings that every request of an app would cause. Each text is reported once. */
const reportedOnce: ReadonlySet<string> = new Set(['state_ignored', 'forwarded_props_ignored', 'client_message_dropped', 'answers_not_withdrawn'])

/** Reports an error to the host. An error that the agent has logged is not logged again. */
function reportError({ onError, logger }: PfHandlerOptions, error: unknown, { logged = false, tool, ...place }: Partial<ErrorContext> = {}): void {
  const fields = { ...placeFields(place), ...(tool === undefined ? {} : { tool }), ...errorFields(error) }
  if (!logged) safeLogger(logger).error(fields, 'A request or a run failed.')
  onError?.(error)
}

/** Returns the run and the thread as fields of a log line. */
const placeFields = ({ runId, threadId }: RunPlace = {}) => ({
  ...(runId === undefined ? {} : { run_id: runId }),
  ...(threadId === undefined ? {} : { thread_id: threadId }),
})

function readBasePath(basePath: string): string {
  const trimmed = basePath.replace(/\/+$/, '')
  if (trimmed !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(trimmed))
    throw new PfError('invalid_config', 'basePath must be a path such as /api that consists of unreserved characters.')
  return trimmed
}
