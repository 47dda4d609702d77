import { PfError } from '@pf/core'

/** Creates the error of an artifact that exceeds its maximum size. */
export function artifactTooLarge(limit: number): PfError<'too_large'> {
  return new PfError('too_large', `The artifact exceeds ${limit} bytes. Store less, or raise maxArtifactBytes.`, { fields: { limit } })
}

/** Creates the error of an artifact with which its owner would exceed the limit. */
export function ownerTooLarge(limit: number): PfError<'too_large'> {
  return new PfError('too_large', `The artifacts of this owner would exceed ${limit} bytes. Delete some, or raise maxOwnerBytes.`, { fields: { limit } })
}
