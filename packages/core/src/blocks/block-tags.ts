import { PfError } from '../errors/pf-error.ts'

/** The four tags of a reply in blocks. */
export type BlockTag = 'artifact_open' | 'artifact_close' | 'user_open' | 'user_close'

/** The four tags as a model must write them. */
export type BlockTags = Readonly<Record<BlockTag, string>>

/** No bracket, colon, slash or line break: a tag then has its only `[` in front, so no tag can begin inside another one. */
const usable = /^[A-Za-z0-9_-]{4,128}$/

/** The tags of a nonce of 4 to 128 letters, digits, `_` or `-`. Throws PfError `invalid_input` for any other. */
export function blockTags(nonce: string): BlockTags {
  if (typeof nonce !== 'string' || !usable.test(nonce)) {
    throw new PfError('invalid_input', 'A nonce is 4 to 128 letters, digits, "_" or "-". Make one with newNonce().')
  }
  return {
    artifact_open: `[ARTIFACT:${nonce}]`,
    artifact_close: `[/ARTIFACT:${nonce}]`,
    user_open: `[USER:${nonce}]`,
    user_close: `[/USER:${nonce}]`,
  }
}
