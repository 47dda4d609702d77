import { PfError } from '@pf/core'
import { requireNode } from '@pf/core/internal'

/** Credentials of an account. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  /** Session token of temporary credentials. */
  sessionToken?: string
}

/** Options of an S3 store. Sizes are in bytes, times in milliseconds. */
export interface S3StoreOptions {
  /** Address of the bucket, which must exist: `https://s3.eu-central-1.amazonaws.com/bucket`, or `https://bucket.s3.eu-central-1.amazonaws.com`. */
  bucketUrl: string
  /** Default `us-east-1`. */
  region?: string
  /** Credentials, or a function that is called before each request, for credentials that change. The function should cache its result. */
  credentials: S3Credentials | (() => Promise<S3Credentials>)
  /** Prefix of the name of every object: letters, digits, `_`, `-`, `.` and `/`. Default `pf/`. Stores with different prefixes can share a bucket. */
  prefix?: string
  /** Maximum size of one artifact. Default 64 MiB. */
  maxArtifactBytes?: number
  /** Maximum size of all artifacts of one owner. Default 1 GiB. */
  maxOwnerBytes?: number
  /** Lifetime of an artifact. Default: until it is deleted or collected. */
  ttlMs?: number
  /** Size of the parts in which larger bodies are sent, at least 5 MiB as S3 requires. An upload holds one part in memory. Default 8 MiB. */
  partBytes?: number
  /** Maximum time that a request waits for its response, and a download for its next bytes. Default 30,000. */
  timeoutMs?: number
  /** Maximum number of attempts if the server cannot be reached, is overloaded or fails. Default 4. */
  maxAttempts?: number
  /** Minimum age of the bytes of an upload that never ended before `gc` removes them. Default one day, because the upload may be in progress. */
  leftoverMs?: number
  now?: () => number
  newId?: () => string
}

/** Options with their defaults. */
export type CompleteS3Options = Required<S3StoreOptions>

const defaults = {
  region: 'us-east-1',
  prefix: 'pf/',
  maxArtifactBytes: 64 * 1024 ** 2,
  maxOwnerBytes: 1024 ** 3,
  ttlMs: Number.POSITIVE_INFINITY,
  partBytes: 8 * 1024 ** 2,
  timeoutMs: 30_000,
  maxAttempts: 4,
  leftoverMs: 86_400_000,
}

const minPartBytes = 5 * 1024 ** 2

/** Adds the defaults. Throws PfError `invalid_config` for invalid options, and `unsupported_runtime` on a Node that is too old. */
export function completeS3Options(given: S3StoreOptions): CompleteS3Options {
  requireNode()
  const options = { ...defaults, now: Date.now, newId: () => globalThis.crypto.randomUUID(), ...given }
  const faults: string[] = []
  const url = URL.parse(options.bucketUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    faults.push('bucketUrl must be the http or https address of a bucket, without credentials')
  if (!/^[\w./-]*$/.test(options.prefix) || options.prefix.startsWith('/') || /(^|\/)\.{0,2}\/|\/\.{1,2}$/.test(options.prefix))
    faults.push('prefix must be letters, digits, "_", "-", "." and "/", without empty parts')
  if (!(options.partBytes >= minPartBytes)) faults.push(`partBytes must be at least ${minPartBytes}`)
  if (!(Number.isSafeInteger(options.maxAttempts) && options.maxAttempts >= 1)) faults.push('maxAttempts must be an integer of at least 1')
  if (!(options.timeoutMs > 0)) faults.push('timeoutMs must be above 0')
  if (faults.length > 0) throw new PfError('invalid_config', `The S3 store cannot be created: ${faults.join('; ')}.`, { fields: { faults } })
  return { ...options, bucketUrl: options.bucketUrl.replace(/\/+$/, '') }
}
