import { type BlockContractReason, type BlockDelta, createBlockFilter, parseBlocks } from '@pf/core'
import { type ActionStream, createActionStream } from '../../model-calls/action-stream.ts'
import type { Run } from '../../run/run.ts'

/** Ends a model call whose reply does not have the required form, without waiting for the rest of it. */
export class BrokenForm extends Error {
  readonly reason: BlockContractReason

  constructor(reason: BlockContractReason) {
    super(reason)
    this.reason = reason
  }
}

/** The stream of one attempt: shows the allowed parts while they arrive, and returns both texts at the end. */
export interface DraftStream extends ActionStream {
  /** Returns the blocks of the complete reply. Throws BrokenForm. */
  finish(): { artifact: string; user: string }
}

/** Options of a draft stream. */
export interface DraftStreamOptions {
  nonce: string
  attempt: number
  show: (delta: BlockDelta) => void
  /** Shows the text that waits for a hook. */
  pass: () => Promise<void>
}

/** Filters the raw text of a model call. Reasoning is shown as usual; text is shown only after the filter. */
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
