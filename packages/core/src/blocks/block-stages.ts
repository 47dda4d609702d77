import type { BlockContractReason } from './block-reasons.ts'
import type { BlockTag } from './block-tags.ts'

/** Where in a reply the reader stands. */
export type BlockStage = 'before' | 'artifact' | 'between' | 'user' | 'after'

interface StageRules {
  /** The block that text belongs to; text outside the blocks breaks the contract. */
  readonly block?: 'artifact' | 'user'
  readonly tags: Readonly<Record<BlockTag, { readonly to: BlockStage } | { readonly reason: BlockContractReason }>>
  /** Why the reply may not end here. */
  readonly end?: BlockContractReason
}

const stray = { reason: 'stray_close' } as const
const repeated = { reason: 'repeated_block' } as const
const nested = { reason: 'nested_block' } as const

/** What each tag means at each place: in all of them but the last, one tag leads on and the other three break the contract (spec 002, §2). */
export const blockStages: Readonly<Record<BlockStage, StageRules>> = {
  before: {
    tags: { artifact_open: { to: 'artifact' }, artifact_close: stray, user_open: { reason: 'wrong_order' }, user_close: stray },
    end: 'missing_block',
  },
  artifact: {
    block: 'artifact',
    tags: { artifact_open: nested, artifact_close: { to: 'between' }, user_open: { reason: 'unclosed_block' }, user_close: stray },
    end: 'unclosed_block',
  },
  between: {
    tags: { artifact_open: repeated, artifact_close: stray, user_open: { to: 'user' }, user_close: stray },
    end: 'missing_block',
  },
  user: {
    block: 'user',
    tags: { artifact_open: nested, artifact_close: stray, user_open: nested, user_close: { to: 'after' } },
    end: 'unclosed_block',
  },
  after: {
    tags: { artifact_open: repeated, artifact_close: stray, user_open: repeated, user_close: stray },
  },
}
