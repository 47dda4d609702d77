import { PfError } from '../errors/pf-error.ts'
import { BlockScanner } from './block-scanner.ts'
import type { BlockContractReason } from './block-stages.ts'

/** What a filter reads with. */
export interface BlockFilterOptions {
  /** The nonce of this attempt, 4 to 128 characters; a fresh one for each attempt. */
  nonce: string
  /** From 1; stands on every delta. */
  attempt: number
}

/** The verdict on a whole reply. */
export interface BlockVerdict {
  /** Only then may the draft be kept. */
  parse_ok: boolean
  /** Deltas that only the end set free; there are none, since text of a block that was not closed goes. */
  events: BlockDelta[]
  /** Why `parse_ok` is false. */
  reason?: BlockContractReason
}

/** Where a reply stands; `reason` is known as soon as the contract is broken, so the model can be stopped. */
export interface BlockFilterState {
  readonly mode: 'outside' | 'artifact' | 'user'
  readonly reason?: BlockContractReason
}

/** Turns one reply, as it arrives, into what its reader may see. */
export interface BlockFilter {
  /**
   * Takes the next piece, cut anywhere, and returns at most one delta a block. Nothing comes any more once the contract is broken.
   * Throws PfError `invalid_input` for what is no string; the reply goes on as if it had not come.
   */
  feed(chunk: string): BlockDelta[]
  /** Ends the reply; later calls return the same, later pieces nothing. */
  finish(): BlockVerdict
  readonly state: BlockFilterState
}

/** A streaming filter for one attempt (spec 002, §3). It holds no more than a tag and its line break. Throws PfError `invalid_input`. */
export function createBlockFilter(options: BlockFilterOptions): BlockFilter {
  const { nonce, attempt } = Object(options) as BlockFilterOptions
  if (!Number.isSafeInteger(attempt) || attempt < 1) throw new PfError('invalid_input', 'attempt is a whole number from 1.')
  let deltas: BlockDelta[] = []
  const scanner = new BlockScanner(nonce, (block, text) => deltas.push({ type: `${block}_delta`, text, attempt }))
  let verdict: BlockVerdict | undefined
  return {
    feed: (chunk) => {
      deltas = []
      if (verdict === undefined) scanner.feed(chunk)
      return deltas
    },
    finish: () => {
      verdict ??= verdictOf(scanner.end())
      return verdict
    },
    get state() {
      return stateOf(scanner)
    },
  }
}

function stateOf({ block, reason }: BlockScanner): BlockFilterState {
  const mode = block ?? 'outside'
  return reason === undefined ? { mode } : { mode, reason }
}

const verdictOf = (reason: BlockContractReason | undefined): BlockVerdict =>
  reason === undefined ? { parse_ok: true, events: [] } : { parse_ok: false, events: [], reason }

/** Text of a block as it may be shown: no tag, no half of a pair. A higher `attempt` (from 1) clears what was shown before. */
export interface BlockDelta {
  type: 'artifact_delta' | 'user_delta'
  /** Never empty. */
  text: string
  attempt: number
}
