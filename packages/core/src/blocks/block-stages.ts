import type { BlockContractReason } from './block-reasons.ts'
import type { BlockTag } from './block-tags.ts'

/** Where in a reply the reader stands. */
export type BlockStage = 'before' | 'artifact' | 'between' | 'user' | 'after'

interface StageRules {
  /** The block that text belongs to; text outside the blocks breaks the contract. */
  readonly block?: 'artifact' | 'user'
  /** Where each tag leads, or how it breaks the contract. */
  readonly tags: Readonly<Record<BlockTag, BlockStage | BlockContractReason>>
  /** Why the reply may not end here. */
  readonly end?: BlockContractReason
}

/** What each tag means at each place: in all of them but the last, one tag leads on and the other three break the contract (spec 002, §2). */
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

/** True where a tag leads on. */
export const isStage = (step: BlockStage | BlockContractReason): step is BlockStage => step in blockStages
