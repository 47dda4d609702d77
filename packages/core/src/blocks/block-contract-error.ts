import { PfError } from '../errors/pf-error.ts'
import { type BlockContractReason, blockReasons } from './block-reasons.ts'

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
