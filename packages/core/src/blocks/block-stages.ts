import type { BlockTag } from './block-tags.ts'

/** The position of the reader in a reply. */
export type BlockStage = 'before' | 'artifact' | 'between' | 'user' | 'after'

interface StageRules {
  /** The block to which text belongs. Text outside the blocks violates the contract. */
  readonly block?: 'artifact' | 'user'
  /** For each tag, the next stage or the violation of the contract. */
  readonly tags: Readonly<Record<BlockTag, BlockStage | BlockContractReason>>
  /** The violation if the reply ends in this stage. */
  readonly end?: BlockContractReason
}

/** The effect of each tag in each stage. In all stages but the last, one tag leads to the next stage and the other three violate the contract. */
export const blockStages: Readonly<Record<BlockStage, StageRules>> = {
  before: {
    tags: { artifact_open: 'artifact', artifact_close: 'stray_close', user_open: 'wrong_order', user_close: 'stray_close' },
    end: 'missing_block',
  },
  artifact: {
    block: 'artifact',
    tags: { artifact_open: 'nested_block', artifact_close: 'between', user_open: 'unclosed_block', user_close: 'stray_close' },
    end: 'unclosed_block',
  },
  between: {
    tags: { artifact_open: 'repeated_block', artifact_close: 'stray_close', user_open: 'user', user_close: 'stray_close' },
    end: 'missing_block',
  },
  user: {
    block: 'user',
    tags: { artifact_open: 'nested_block', artifact_close: 'stray_close', user_open: 'nested_block', user_close: 'after' },
    end: 'unclosed_block',
  },
  after: {
    tags: { artifact_open: 'repeated_block', artifact_close: 'stray_close', user_open: 'repeated_block', user_close: 'stray_close' },
  },
}

/** True for a stage, false for a violation. */
export const isStage = (step: BlockStage | BlockContractReason): step is BlockStage => step in blockStages

/** Descriptions of the violations, for developers and models. */
export const blockReasons: Readonly<Record<BlockContractReason, string>> = {
  text_outside: 'There was text outside the two blocks.',
  wrong_order: 'The USER block came before the ARTIFACT block.',
  missing_block: 'A block was missing.',
  unclosed_block: 'A block was not closed.',
  nested_block: 'A block was opened inside a block.',
  repeated_block: 'A block occurred twice.',
  stray_close: 'A closing tag occurred where no such block was open.',
}

/** The violation of the contract of the two blocks by a reply. */
export type BlockContractReason = 'text_outside' | 'wrong_order' | 'missing_block' | 'unclosed_block' | 'nested_block' | 'repeated_block' | 'stray_close'
