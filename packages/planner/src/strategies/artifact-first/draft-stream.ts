import { type BlockContractReason, type BlockDelta, createBlockFilter, parseBlocks } from '@pf/core'
import { type ActionStream, createActionStream } from '../../model-calls/action-stream.ts'
import type { Run } from '../../run/run.ts'

/** Thrown into a model call whose reply has broken its form: nothing of it can count any more, so the rest is not waited for. */
export class BrokenForm extends Error {
  readonly reason: BlockContractReason

  constructor(reason: BlockContractReason) {
    super(reason)
    this.reason = reason
  }
}

/** One attempt as it is written: what of it may be shown, and the two texts when it is whole. */
export interface DraftStream extends ActionStream {
  /** The blocks of the whole reply. Throws BrokenForm. */
  finish(): { artifact: string; user: string }
}

/** What a stream is made of. */
export interface DraftStreamOptions {
  nonce: string
  attempt: number
  show: (delta: BlockDelta) => void
  /** Shows what waits. */
  pass: () => Promise<void>
}

/** Filters the raw text of a model call: the thinking goes its usual way, text only through the filter. */
export function createDraftStream(run: Run, { nonce, attempt, show, pass }: DraftStreamOptions): DraftStream {
  const inner = createActionStream(run)
  const filter = createBlockFilter({ nonce, attempt })
  const parts: string[] = []
  return {
    get thought() {
      return inner.thought
    },
    reasoning: inner.reasoning,
    feed: () => undefined,
    complete: inner.complete,
    withdraw: inner.withdraw,
    pass,
    raw: (text) => {
      parts.push(text)
      for (const delta of filter.feed(text)) show(delta)
      const { reason } = filter.state
      if (reason !== undefined) throw new BrokenForm(reason)
    },
    finish: () => {
      const { parse_ok, reason = 'missing_block' } = filter.finish()
      if (!parse_ok) throw new BrokenForm(reason)
      return parseBlocks(parts.join(''), nonce)
    },
  }
}
