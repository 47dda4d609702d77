import { PfError } from '@pf/core'
import { errorResponse, jsonResponse, serverClosing } from '../http/response.ts'
import type { ProbeHandler } from '../runs/context.ts'

/** GET /healthz: reports that the process responds. It does not check the store, because a restart of the process would not repair the store. */
export const getHealth: ProbeHandler = async () => jsonResponse({ status: 'ok' })

/** Maximum duration of a check in milliseconds. Load balancers send a probe every few seconds. */
const checkMs = 3_000

/** GET /readyz: reports whether this server should receive new requests. Responds 503 while the server is closing and while its store cannot be written. */
export const getReadiness: ProbeHandler = async ({ closed, check, onError }) => {
  if (closed) return serverClosing()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PfError('unavailable', `The store did not answer a check within ${checkMs} ms.`)), checkMs)
  })
  try {
    await Promise.race([check?.(), late])
    return jsonResponse({ status: 'ready' })
  } catch (error) {
    onError(error)
    return errorResponse({ status: 503, code: 'unavailable', error: 'The store cannot be written.', headers: { 'retry-after': '1' } })
  } finally {
    clearTimeout(timer)
  }
}
