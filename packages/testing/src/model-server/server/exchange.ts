import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request with its response and a signal that is aborted when the client disconnects or the server closes. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  signal: AbortSignal
  /** Returns the reason for which the signal was aborted. */
  why(): 'client_gone' | 'server_closed' | undefined
}

/** Watches a connection until its response has ended. */
export function openExchange(request: IncomingMessage, response: ServerResponse, serverClosing: AbortSignal): Exchange {
  const controller = new AbortController()
  let reason: 'client_gone' | 'server_closed' | undefined
  const stop = (why: 'client_gone' | 'server_closed') => {
    reason ??= why
    controller.abort()
  }
  const onServerClose = () => stop('server_closed')
  serverClosing.addEventListener('abort', onServerClose, { once: true })
  response.once('close', () => {
    serverClosing.removeEventListener('abort', onServerClose)
    if (!response.writableFinished) stop('client_gone')
  })
  return { request, response, signal: controller.signal, why: () => reason }
}
