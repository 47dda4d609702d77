import { planStream } from '../reply/stream-plan.ts'
import { completionBody } from '../wire/completion-steps.ts'
import { bodySteps, type WireStep } from '../wire/wire-steps.ts'
import { chunkFaults } from './chunk-faults.ts'
import { defineFaults, type FaultContext, type FaultMode } from './fault-mode.ts'
import { frameFaults } from './frame-faults.ts'
import { replyFaults } from './reply-faults.ts'
import { statusFaults } from './status-faults.ts'
import { toolFaults } from './tool-faults.ts'

const page = '<!doctype html><html><head><title>Sign in</title></head><body><p>Please sign in to the network.</p></body></html>'
const reset: WireStep[] = [{ do: 'reset' }]
const defaultWaitMs = 2000

function jsonInsteadOfStream({ request, head }: FaultContext): WireStep[] {
  const reply = { content: 'A whole completion although a stream was asked for.' }
  return bodySteps(completionBody(planStream(reply, request, head), request, head))
}

function waitBefore(kind: 'head' | 'write'): NonNullable<FaultMode['steps']> {
  return (steps, { options }) => {
    const at = steps.findIndex((step) => step.do === kind) + (kind === 'write' ? 1 : 0)
    return [...steps.slice(0, at), { do: 'wait', ms: options.waitMs ?? defaultWaitMs }, ...steps.slice(at)]
  }
}

/** Faults of the connection and of the entire response. */
const connectionFaults = defineFaults({
  reset: { instead: () => reset },
  'reset-then-ok': { times: 1, instead: () => reset },
  'stall-headers': { instead: () => [{ do: 'hang' }] },
  'html-200': { instead: () => bodySteps(page, { type: 'text/html; charset=utf-8' }) },
  'json-200': { instead: jsonInsteadOfStream },
  'empty-body': { instead: ({ request }) => bodySteps('', { type: request.stream ? 'text/event-stream' : 'application/json' }) },
  'slow-start': { steps: waitBefore('head') },
  'slow-first-token': { steps: waitBefore('write') },
  'wrong-content-type': {
    steps: (steps) => steps.map((step) => (step.do === 'head' ? { ...step, headers: { ...step.headers, 'content-type': 'text/plain' } } : step)),
  },
})

/** Names of all faults. `ok` applies none. */
export const faultNames = [
  'ok',
  '400',
  '401',
  '403',
  '404',
  '408',
  '409',
  '429',
  '500',
  '502',
  '503',
  '504',
  '429-then-ok',
  '500-then-ok',
  '503-then-ok',
  'quota',
  'html-502',
  'context-overflow',
  'context-overflow-text',
  'unsupported-parameter',
  'unsupported-parameter-text',
  'json-word',
  'strict-roles',
  'reset',
  'reset-then-ok',
  'stall-headers',
  'html-200',
  'json-200',
  'empty-body',
  'slow-start',
  'slow-first-token',
  'wrong-content-type',
  'refusal',
  'empty-content',
  'reasoning-only',
  'whitespace',
  'think-tags',
  'fenced',
  'huge',
  'flood',
  'slow',
  'cut-tool',
  'tool-length',
  'tool-bad-json',
  'tool-unknown',
  'tool-no-id',
  'tool-no-index',
  'tool-double-id',
  'cut',
  'cut-clean',
  'stall',
  'no-done',
  'length',
  'content_filter',
  'empty-choices',
  'no-choices',
  'null-delta',
  'null-content',
  'only-empty-choices',
  'parts-content',
  'null-finish',
  'finish-with-content',
  'after-finish',
  'two-choices',
  'role-each',
  'half-pairs',
  'reasoning-field',
  'reasoning-late',
  'no-usage',
  'usage-each',
  'malformed',
  'in-stream-error',
  'error-event',
  'dup',
  'crlf',
  'cr',
  'comments',
  'bom',
  'id-retry',
  'no-space',
  'many-data-lines',
  'no-last-newline',
] as const

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number]

const modes = { ok: {}, ...statusFaults, ...connectionFaults, ...replyFaults, ...toolFaults, ...chunkFaults, ...frameFaults } satisfies Record<
  FaultName,
  FaultMode
>

/** All faults by name. */
export const faultModes: ReadonlyMap<string, FaultMode> = new Map<string, FaultMode>(Object.entries(modes))
