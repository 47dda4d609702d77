import { PfError } from '../errors/pf-error.ts'
import { BlockScanner } from './block-scanner.ts'
import { type BlockContractReason, blockReasons } from './block-stages.ts'

/** The two texts of a reply, without the tags and the one line break at each. Both may be empty. */
export interface Blocks {
  artifact: string
  user: string
}

/**
 * Reads a whole reply strictly: exactly one ARTIFACT block, then one USER block, nothing but white space around them. Nothing is repaired.
 * Throws BlockContractError with the reason, PfError `invalid_input` for an unusable nonce (spec 002, §4).
 */
export function parseBlocks(text: string, nonce: string): Blocks {
  const blocks: Blocks = { artifact: '', user: '' }
  const scanner = new BlockScanner(nonce, (block, piece) => {
    blocks[block] += piece
  })
  scanner.feed(text)
  const reason = scanner.end()
  if (reason !== undefined) throw new BlockContractError(reason)
  return blocks
}

/** Thrown by `parseBlocks` for a reply that is not exactly one ARTIFACT and then one USER block. The message never holds the reply. */
export class BlockContractError extends PfError<'block_contract'> {
  readonly reason: BlockContractReason

  constructor(reason: BlockContractReason) {
    super('block_contract', `The reply is not one ARTIFACT and then one USER block. ${blockReasons[reason]} Ask again with correctivePrompt.`, {
      fields: { reason },
    })
    this.name = 'BlockContractError'
    this.reason = reason
  }
}
