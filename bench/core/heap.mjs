// Peak heap while a 2 MB answer is read in pieces of 4 characters. Each reader runs in its own process, and the bound is that of only passing the pieces on.
import { fork } from 'node:child_process'
import { table } from '../lib/table.mjs'

const slackMiB = 1
const ours = ['createAnswerExtractor', 'createActionReader']
const limit = 'copy through'
const flags = ['--conditions=pf-source', '--expose-gc', '--max-semi-space-size=1', '--disable-warning=ExperimentalWarning']

export async function heap(bench) {
  const names = await ask('names')
  const peaks = {}
  for (const name of names) {
    bench.progress(`heap: ${name}`)
    peaks[name] = await ask(name)
  }
  const allowed = peaks[limit].mib + slackMiB
  const lines = names.map((name) => {
    const { mib, share } = peaks[name]
    const bounded = ours.includes(name)
    bench.report({ section: 'heap', name, mib, share, ...(bounded ? { bound: allowed, ok: mib <= allowed } : {}) })
    const verdict = !bounded ? '' : mib <= allowed ? 'ok' : 'OVER'
    return { name, cells: [mib.toFixed(2), share < 1 ? `after ${(share * 100).toPrecision(2)} %` : '', verdict] }
  })
  console.log(`\npeak heap above the start, 2 MB answer in pieces of 4 (bound: copy through + ${slackMiB} MiB)`)
  console.log(table(['MiB', '', ''], lines))
}

function ask(name) {
  const child = fork(new URL('peak.mjs', import.meta.url), [name], { execArgv: flags })
  return new Promise((done, fail) => {
    child.once('message', done)
    child.once('error', fail)
    child.once('close', (code) => fail(new Error(`peak.mjs ${name} ended with ${code}`)))
  })
}
