import { PfError } from '../errors/pf-error.ts'
import { BlockScanner } from './block-scanner.ts'
import type { BlockContractReason } from './block-stages.ts'

/** Options of `createBlockFilter`. */
export interface BlockFilterOptions {
  /** The nonce of this attempt, 4 to 128 characters. Use a new one for each attempt. */
  nonce: string
  /** The number of the attempt, counted from 1. It is part of every delta. */
  attempt: number
}

/** The result of an entire reply. */
export interface BlockVerdict {
  /** True if the reply follows the contract and the draft may be kept. */
  parse_ok: boolean
  /** Always empty: text that is held back at the end belongs to an unclosed block and is dropped. */
  events: BlockDelta[]
  /** The violation, if `parse_ok` is false. */
  reason?: BlockContractReason
}

/** The current position in a reply. `reason` is set as soon as the contract is broken, so that the model can be stopped. */
export interface BlockFilterState {
  readonly mode: 'outside' | 'artifact' | 'user'
  readonly reason?: BlockContractReason
}

/** Filters one reply while it arrives and returns the text of its blocks that may be shown. */
export interface BlockFilter {
  /**
   * Takes the next piece, cut at any position, and returns at most one delta for each block. Returns no deltas after the contract was
   * violated. Throws PfError `invalid_input` for a piece that is not a string; the piece is then ignored.
   */
  feed(chunk: string): BlockDelta[]
  /** Ends the reply. Later calls return the same verdict; later pieces have no effect. */
  finish(): BlockVerdict
  readonly state: BlockFilterState
}

/** Creates a streaming filter for one attempt. It holds back at most a tag and its line break. Throws PfError `invalid_input` for unusable options. */
export function createBlockFilter(options: BlockFilterOptions): BlockFilter {
  const { nonce, attempt } = Object(options) as BlockFilterOptions
  if (!Number.isSafeInteger(attempt) || attempt < 1) throw new PfError('invalid_input', 'attempt must be an integer of at least 1.')
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

/** Text of a block that may be shown. It contains no tag and no lone surrogate. A higher `attempt`, counted from 1, replaces everything shown before. */
export interface BlockDelta {
  type: 'artifact_delta' | 'user_delta'
  /** Never empty. */
  text: string
  attempt: number
}
