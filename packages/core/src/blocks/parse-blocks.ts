import { PfError } from '../errors/pf-error.ts'
import { BlockScanner } from './block-scanner.ts'
import { type BlockContractReason, blockReasons } from './block-stages.ts'

/** The texts of the two blocks of a reply, without the tags and the line break next to each tag. Both may be empty. */
export interface Blocks {
  artifact: string
  user: string
}

/**
 * Parses a complete reply strictly: one ARTIFACT block, then one USER block, with only white space around them. Throws BlockContractError
 * with the reason for any other reply, and PfError `invalid_input` for an unusable nonce.
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

/** Thrown by `parseBlocks` for a reply that is not one ARTIFACT block followed by one USER block. The message never contains the reply. */
export class BlockContractError extends PfError<'block_contract'> {
  readonly reason: BlockContractReason

  constructor(reason: BlockContractReason) {
    super('block_contract', `The reply is not one ARTIFACT block followed by one USER block. ${blockReasons[reason]} Ask again with correctivePrompt.`, {
      fields: { reason },
    })
    this.name = 'BlockContractError'
    this.reason = reason
  }
}
