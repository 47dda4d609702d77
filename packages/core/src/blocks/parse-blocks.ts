import { BlockContractError } from './block-contract-error.ts'
import { BlockScanner } from './block-scanner.ts'

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
