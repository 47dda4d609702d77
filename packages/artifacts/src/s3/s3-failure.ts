import { PfError } from '@pf/core'

/** An error response: its status and the code in its body, such as `NoSuchKey`. */
export class S3Refusal extends Error {
  readonly status: number
  readonly s3Code: string

  constructor(status: number, s3Code: string) {
    super(`${status} ${s3Code}`)
    this.status = status
    this.s3Code = s3Code
  }
}

const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])

const remedies: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: 'Check the secret key and the region.',
  InvalidAccessKeyId: 'Check the access key.',
  AccessDenied: 'The key needs s3:GetObject, s3:PutObject, s3:DeleteObject, s3:ListBucket and s3:AbortMultipartUpload.',
  NoSuchBucket: 'Create the bucket, or correct bucketUrl.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  ExpiredToken: 'Pass credentials as a function that renews them.',
  PermanentRedirect: 'Use the address of the region of the bucket.',
}

/** True if the same request may succeed later: the server could not be reached, was overloaded or failed. */
export function isTransient(thrown: unknown): boolean {
  if (!(thrown instanceof S3Refusal)) return true
  return thrown.status === 429 || (thrown.status >= 500 && thrown.status !== 501 && thrown.status !== 507) || thrown.s3Code === 'RequestTimeout'
}

/** Converts the error of a request to one that contains no key, bucket or address: `storage_full` for a full store, otherwise `store_failed`. */
export function s3Failure(doing: string, thrown: unknown): PfError<'store_failed' | 'storage_full'> {
  if (!(thrown instanceof S3Refusal)) {
    const reason = thrown instanceof Error && thrown.name === 'TimeoutError' ? 'it did not answer in time' : 'it could not be reached'
    return new PfError('store_failed', `The object storage could not ${doing}: ${reason}.`, { cause: thrown })
  }
  const { status, s3Code } = thrown
  const said = s3Code === '' ? `status ${status}` : `status ${status}, ${s3Code}`
  if (status === 507 || full.has(s3Code))
    return new PfError('storage_full', `The object storage could not ${doing}: it is full (${said}). Free space, or raise the quota.`, { cause: thrown })
  const remedy = Object.hasOwn(remedies, s3Code) ? ` ${remedies[s3Code]}` : ''
  return new PfError('store_failed', `The object storage could not ${doing} (${said}).${remedy}`, { cause: thrown })
}
