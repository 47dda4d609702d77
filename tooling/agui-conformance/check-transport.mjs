import { protocol } from './protocol.mjs'

/** Checks the HTTP and SSE binding. */
export function checkTransport({ sent, status, headers, timedOut, text, events, faults }, rules) {
  const type = headers['content-type'] ?? ''
  const cache = headers['cache-control'] ?? ''
  const valid = protocol.RunAgentInputSchema.safeParse(sent ?? {}).success
  rules.add('request: the body sent is a valid RunAgentInput', valid ? '' : 'input rejected by RunAgentInputSchema')
  rules.add('http: status 200', status === 200 ? '' : `status ${status}`)
  rules.add('http: content-type text/event-stream', /^text\/event-stream(;|$)/.test(type) ? '' : `content-type "${type}"`)
  rules.add('http: no caching', /no-cache|no-store/.test(cache) ? '' : `cache-control "${cache}"`)
  rules.add('http: run ended inside the time limit', timedOut ? 'it did not' : '')
  rules.add('sse: LF line ends (clients split on two LF only)', text.includes('\r') ? 'found CR' : '')
  rules.add('sse: stream ends on a frame boundary', text === '' || text.endsWith('\n\n') ? '' : `last bytes ${JSON.stringify(text.slice(-30))}`)
  rules.add('sse: valid UTF-8', text.includes('\uFFFD') ? 'replacement character in the stream' : '')
  rules.add('sse: each data frame is one JSON object with a type')
  for (const fault of faults) rules.add('sse: each data frame is one JSON object with a type', fault)
  rules.add('stream: carries events', events.length > 0 ? '' : 'no event at all')
}
