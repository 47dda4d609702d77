import type { BlockTag } from './block-tags.ts'

/** The position of the reader in a reply. */
export type BlockStage = 'before' | 'artifact' | 'between' | 'user' | 'after'

interface StageRules {
  /** The block that text belongs to. Text outside the blocks breaks the contract. */
  readonly block?: 'artifact' | 'user'
  /** The next stage for each tag, or how the tag breaks the contract. */
  readonly tags: Readonly<Record<BlockTag, BlockStage | BlockContractReason>>
  /** Why the reply must not end in this stage. */
  readonly end?: BlockContractReason
}

/** The meaning of each tag in each stage. In all stages but the last, one tag leads to the next stage and the other three break the contract. */
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

/** The ways in which a reply can break the contract, as sentences for developers and models. */
export const blockReasons: Readonly<Record<BlockContractReason, string>> = {
  text_outside: 'There was text outside the two blocks.',
  wrong_order: 'The USER block came before the ARTIFACT block.',
  missing_block: 'A block was missing.',
  unclosed_block: 'A block was not closed.',
  nested_block: 'A block was opened inside a block.',
  repeated_block: 'A block came twice.',
  stray_close: 'A closing tag stood where no such block was open.',
}

/** Why a reply breaks the contract of the two blocks. */
export type BlockContractReason = 'text_outside' | 'wrong_order' | 'missing_block' | 'unclosed_block' | 'nested_block' | 'repeated_block' | 'stray_close'
