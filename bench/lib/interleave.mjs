const warmUps = 4
const heavyMs = 60
const heavyRounds = 3
const windowMs = 2

/**
 * Runs all candidates in turn, round by round, so that load on the machine hits them alike. `ours` and the limits are run for every
 * round; a peer whose run takes longer than 60 ms gets three. A candidate may be async, and may return `{ estimate }` in microseconds
 * when it stopped early. A peer that throws is noted as failed. Gives median and minimum in microseconds; `estimated` where no run was whole.
 */
export async function interleave(own, peers = {}, { rounds = 15, minMs = 8 } = {}) {
  const entries = [...Object.entries(own).map(([name, run]) => ({ name, run, own: true })), ...Object.entries(peers).map(([name, run]) => ({ name, run }))]
  const lanes = entries.map((entry) => ({ ...entry, times: [], estimates: [], heavy: false, failed: undefined }))
  for (let round = 0; round < rounds + warmUps; round++) {
    for (const lane of lanes) {
      if (lane.failed || (lane.heavy && lane.times.length + lane.estimates.length >= Math.min(heavyRounds, rounds))) continue
      await takeTurn(lane, { minMs, warmUp: round < warmUps })
    }
  }
  return Object.fromEntries(lanes.map((lane) => [lane.name, summary(lane)]))
}

async function takeTurn(lane, { minMs, warmUp }) {
  try {
    const { us, ms, estimated } = await timeOf(lane.run, minMs)
    lane.heavy ||= !lane.own && ms > heavyMs
    if (estimated) lane.estimates.push(us)
    else if (!warmUp || lane.heavy) lane.times.push(us)
  } catch (error) {
    if (lane.own) throw error
    lane.failed = error
  }
}

/** The fastest of several short windows: a busy machine takes the processor away for longer than one of them. */
async function timeOf(run, minMs) {
  const start = performance.now()
  let best = await windowOf(run)
  while (performance.now() - start < minMs) {
    const next = await windowOf(run)
    if (next.us < best.us) best = next
  }
  return best
}

async function windowOf(run) {
  const start = performance.now()
  let runs = 0
  let found
  do {
    found = run()
    if (found instanceof Promise) found = await found
    runs++
  } while (performance.now() - start < windowMs)
  const ms = (performance.now() - start) / runs
  const estimated = found?.estimate !== undefined
  return { us: estimated ? found.estimate : ms * 1000, ms, estimated }
}

/** Whole runs count where there are any; an estimate is only as good as its middle. */
function summary({ times, estimates, failed }) {
  if (failed || times.length + estimates.length === 0) return { failed: String(failed?.message ?? 'no round').slice(0, 80) }
  if (times.length === 0) return { median: middle(estimates), min: middle(estimates), estimated: true }
  return { median: middle(times), min: Math.min(...times), estimated: false }
}

function middle(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1]
}
