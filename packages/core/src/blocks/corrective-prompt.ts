import { blockForm } from './block-prompt.ts'
import { type BlockContractReason, blockReasons } from './block-reasons.ts'

/**
 * The short message for the one retry (spec 002, Failure handling). `nonce` is a fresh one: the reply that failed may stand in the
 * conversation, and its tags must not count. A reason that is none of ours is left out. Throws PfError `invalid_input`.
 */
export function correctivePrompt(nonce: string, reason?: BlockContractReason): string {
  const fault = reason !== undefined && Object.hasOwn(blockReasons, reason) ? ` ${blockReasons[reason]}` : ''
  return [
    `Your last reply was not in the required format.${fault}`,
    'Write it again, complete. Return only in the required format, no extra text. The tags are new; earlier ones no longer count:',
    '',
    blockForm(nonce),
  ].join('\n')
}
