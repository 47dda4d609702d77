import { createPartialJson } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type ActionStream, createActionStream } from '../../model-calls/action-stream.ts'
import type { Run } from '../../run/run.ts'
import { planningName } from './planning-tool.ts'

/** Shows the planning call while it is written: its reasoning, and the answer when no tools are needed. Calls are shown when they run. */
export function createPlanningStream(run: Run): ActionStream {
  const inner = createActionStream(run)
  let args = newReader()
  let node = ''
  return {
    get thought() {
      return inner.thought
    },
    reasoning: inner.reasoning,
    complete: inner.complete,
    withdraw: inner.withdraw,
    feed: (events) => {
      for (const event of events) {
        if (event.type === 'node') {
          node = event.node
          args = newReader()
        } else if (event.type === 'args_delta') {
          if (node === planningName) run.segment.answer.append(args(event.text))
        } else inner.feed([event])
      }
    },
  }
}

/** Reads the arguments in chunks and returns the text that each chunk adds to the content of a direct response. */
function newReader(): (delta: string) => string {
  const json = createPartialJson()
  let shown = 0
  return (delta) => {
    try {
      json.feed(delta)
    } catch {
      return ''
    }
    const { value } = json
    if (!isRecord(value) || value.type !== 'direct_response' || typeof value.content !== 'string') return ''
    const added = value.content.slice(shown)
    shown += added.length
    return added
  }
}
