import { planStream } from '../reply/stream-plan.ts'
import { completionBody } from '../wire/completion-steps.ts'
import { bodySteps, type WireStep } from '../wire/wire-steps.ts'
import { defineFaults, type FaultContext, type FaultMode } from './fault-mode.ts'

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

/** Faults of the connection and of the response as a whole. */
export const connectionFaults = defineFaults({
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
