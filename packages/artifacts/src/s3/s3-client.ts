import { createHash } from 'node:crypto'
import { PfError } from '@pf/core'
import { AwsV4Signer } from 'aws4fetch'
import { isTransient, S3Refusal, s3Failure } from './s3-failure.ts'
import type { CompleteS3Options } from './s3-options.ts'
import { textOf } from './s3-xml.ts'

/** One request. */
export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Name of the object; empty for the bucket. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer>
  /** Description of the request for the error message: "store an artifact". */
  doing: string
}

/** A successful response whose body is read by `pieces` or `text`. */
export interface S3Response {
  status: number
  headers: Headers
  text(): Promise<string>
  /** Rejects with a TimeoutError if the next bytes do not arrive in time. */
  pieces(): AsyncGenerator<Uint8Array>
}

/** Sends requests, and repeats those that may succeed later. */
export interface S3Client {
  /** Throws PfError `store_failed` or `storage_full`; `allow` lists statuses that resolve instead, with an empty body. */
  send(request: S3Request, allow?: readonly number[]): Promise<S3Response>
  /** Sends once: for downloads, which the caller continues after an interruption. Throws S3Refusal, and the errors of `fetch`. */
  attempt(request: S3Request, allow?: readonly number[]): Promise<S3Response>
  /** Calls `work` until it resolves or fails with a permanent error. */
  retry<Value>(doing: string, work: () => Promise<Value>): Promise<Value>
}

const maxErrorBytes = 64 * 1024

/** Creates a client that signs requests with aws4fetch (AWS Signature Version 4), including the hash of the body. */
export function createS3Client({ bucketUrl, region, credentials, timeoutMs, maxAttempts }: CompleteS3Options): S3Client {
  async function attempt({ method, key, query, headers, body }: S3Request, allow: readonly number[] = []): Promise<S3Response> {
    const url = `${bucketUrl}${key === '' ? '' : `/${key}`}${query ? `?${new URLSearchParams(query)}` : ''}`
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const keys = typeof credentials === 'function' ? await credentials() : credentials
    const signer = new AwsV4Signer({ ...keys, service: 's3', region, method, url, headers: { ...headers, 'x-amz-content-sha256': hash } })
    const signed = await signer.sign()
    const timer = createTimer(timeoutMs)
    try {
      const init = { method, headers: signed.headers, signal: timer.signal, redirect: 'manual' as const }
      const response = await fetch(signed.url, body ? { ...init, body } : init)
      if (response.ok) return method === 'GET' ? readable(response, timer) : await alreadyRead(readable(response, timer))
      const allowed = allow.includes(response.status)
      const text = await limitedText(response)
      timer.stop()
      if (allowed) return { status: response.status, headers: response.headers, text: async () => '', pieces: async function* () {} }
      throw new S3Refusal(response.status, textOf(text, 'Code') ?? '')
    } catch (thrown) {
      timer.stop()
      throw thrown
    }
  }
  async function retry<Value>(doing: string, work: () => Promise<Value>): Promise<Value> {
    for (let count = 1; ; count += 1) {
      try {
        return await work()
      } catch (thrown) {
        if (PfError.isInstance(thrown)) throw thrown
        if (count >= maxAttempts || !isTransient(thrown)) throw s3Failure(doing, thrown)
        await sleep(100 * 2 ** (count - 1) * (0.5 + Math.random() / 2))
      }
    }
  }
  return { attempt, retry, send: (request, allow) => retry(request.doing, () => attempt(request, allow)) }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Timer {
  signal: AbortSignal
  restart(): void
  stop(): void
}

/** Creates a timer that aborts unless it is restarted or stopped in time. */
function createTimer(ms: number): Timer {
  const controller = new AbortController()
  const expire = () => controller.abort(new DOMException('The object storage did not answer in time.', 'TimeoutError'))
  let timer = setTimeout(expire, ms)
  return {
    signal: controller.signal,
    restart() {
      clearTimeout(timer)
      timer = setTimeout(expire, ms)
    },
    stop: () => clearTimeout(timer),
  }
}

function readable(response: Response, timer: Timer): S3Response {
  async function* pieces() {
    try {
      for await (const piece of response.body ?? []) {
        // The time that the reader takes is not measured.
        timer.stop()
        yield piece as Uint8Array
        timer.restart()
      }
    } finally {
      timer.stop()
    }
  }
  const text = async () => {
    const parts: Uint8Array[] = []
    for await (const piece of pieces()) parts.push(piece)
    return Buffer.concat(parts).toString('utf8')
  }
  return { status: response.status, headers: response.headers, text, pieces }
}

/** Reads the entire body immediately, so that the connection is free for the next request. */
async function alreadyRead({ status, headers, text }: S3Response): Promise<S3Response> {
  const body = await text()
  return { status, headers, text: async () => body, pieces: async function* () {} }
}

/** Returns the beginning of an error's body; the rest is not read. */
async function limitedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    parts.push(piece as Uint8Array)
    bytes += piece.byteLength
    if (bytes > maxErrorBytes) break
  }
  return Buffer.concat(parts).toString('utf8')
}
