/** Runs an agent once and records both the bytes on the wire and the resulting state of the client. */
export async function runOnce(agent, input, { legacy, timeout, extra }) {
  const wire = { status: 0, headers: {}, chunks: [], firstByte: 0, sent: undefined }
  const from = performance.now()
  agent.fetch = tapped(wire, { legacy, from })
  const hooks = { error: undefined, finished: 0 }
  const stop = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stop.abort()
  }, timeout)
  const { rejected, warnings } = await quietly(() => agent.runAgent(parameters(input, stop, extra), listeners(hooks)))
  clearTimeout(timer)
  const text = new TextDecoder().decode(Buffer.concat(wire.chunks))
  const { events, faults } = readFrames(text)
  return {
    ...wire,
    text,
    events,
    faults,
    hooks,
    rejected,
    warnings,
    timedOut,
    total: Math.round(performance.now() - from),
  }
}

function parameters({ runId, tools, context, forwardedProps }, abortController, extra) {
  return { runId, tools, context, forwardedProps, abortController, ...extra }
}

function listeners(hooks) {
  return {
    onRunErrorEvent: ({ event }) => {
      hooks.error = event
    },
    onRunFinishedEvent: () => {
      hooks.finished++
    },
  }
}

function tapped(wire, { legacy, from }) {
  return async (url, init) => {
    wire.sent = JSON.parse(init.body)
    if (legacy) delete wire.sent.protocolVersion
    const response = await fetch(url, { ...init, body: JSON.stringify(wire.sent) })
    wire.status = response.status
    wire.headers = Object.fromEntries(response.headers)
    if (!response.body) return response
    const tap = new TransformStream({
      transform(chunk, controller) {
        wire.firstByte ||= Math.round(performance.now() - from)
        wire.chunks.push(Buffer.from(chunk))
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(tap), { status: response.status, headers: response.headers })
  }
}

/** The client reports problems on the console only, so console output is recorded as a problem. */
async function quietly(run) {
  const warnings = []
  const { warn, error } = console
  console.warn = (...parts) => warnings.push(parts.map(String).join(' ').replace(/\s+/g, ' ').slice(0, 200))
  console.error = () => {}
  try {
    await run()
    return { warnings, rejected: undefined }
  } catch (rejected) {
    return { warnings, rejected }
  } finally {
    Object.assign(console, { warn, error })
  }
}

function readFrames(text) {
  const events = []
  const faults = []
  for (const frame of text.split('\n\n')) {
    const data = frame.split('\n').filter((line) => line.startsWith('data:'))
    if (data.length === 0) continue
    const event = parse(data.map((line) => line.slice(5).replace(/^ /, '')).join('\n'))
    if (event && typeof event === 'object' && typeof event.type === 'string') events.push(event)
    else faults.push(`frame ${JSON.stringify(frame).slice(0, 60)}`)
  }
  return { events, faults }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
