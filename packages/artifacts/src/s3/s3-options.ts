import { PfError } from '@pf/core'
import { requireNode } from '@pf/core/internal'

/** A key of an account. */
export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  /** Of temporary credentials. */
  sessionToken?: string
}

/** What an S3 store needs; sizes are in bytes, times in milliseconds. */
export interface S3StoreOptions {
  /** The address of the bucket, which must exist: `https://s3.eu-central-1.amazonaws.com/bucket`, or `https://bucket.s3.eu-central-1.amazonaws.com`. */
  bucketUrl: string
  /** Default `us-east-1`. */
  region?: string
  /** Or a function that is called before each request, for credentials that change. It should keep what it fetched. */
  credentials: S3Credentials | (() => Promise<S3Credentials>)
  /** Begins the name of every object: letters, digits, `_`, `-`, `.` and `/`. Default `pf/`. Stores with different prefixes can share a bucket. */
  prefix?: string
  /** Default 64 MiB. */
  maxArtifactBytes?: number
  /** All artifacts of one owner. Default 1 GiB. */
  maxOwnerBytes?: number
  /** How long an artifact is known. Default: until it is deleted or collected. */
  ttlMs?: number
  /** Larger bodies are sent in parts of this size. From 5 MiB, which S3 demands. Default 8 MiB: what one upload holds in memory. */
  partBytes?: number
  /** How long a request may wait for its answer, and a download for its next bytes. Default 30,000. */
  timeoutMs?: number
  /** How often a request is sent at most when the server cannot be reached, is overloaded or fails. Default 4. */
  maxAttempts?: number
  /** How long the bytes of an upload that never ended stay before `gc` removes them. Default one day: it may be in progress. */
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

/** Fills in the defaults. Throws PfError `invalid_config` for what cannot be used, and `unsupported_runtime` on a Node that is too old. */
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
  if (!(Number.isSafeInteger(options.maxAttempts) && options.maxAttempts >= 1)) faults.push('maxAttempts must be a whole number from 1')
  if (!(options.timeoutMs > 0)) faults.push('timeoutMs must be above 0')
  if (faults.length > 0) throw new PfError('invalid_config', `The S3 store cannot be created: ${faults.join('; ')}.`, { fields: { faults } })
  return { ...options, bucketUrl: options.bucketUrl.replace(/\/+$/, '') }
}
