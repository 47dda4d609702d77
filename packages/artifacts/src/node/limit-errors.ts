import { PfError } from '@pf/core'

/** The error of an artifact over its limit of bytes. */
export function artifactTooLarge(limit: number): PfError<'too_large'> {
  return new PfError('too_large', `The artifact is over ${limit} bytes. Store less, or raise maxArtifactBytes.`, { fields: { limit } })
}

/** The error of an artifact with which its owner would have too many bytes. */
export function ownerTooLarge(limit: number): PfError<'too_large'> {
  return new PfError('too_large', `The artifacts of this owner would pass ${limit} bytes. Delete some, or raise maxOwnerBytes.`, { fields: { limit } })
}
