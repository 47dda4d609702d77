// (h) A list that grows by JSON Patch, as artifact_update does it, beside appending by hand.
import { applyPatch } from '../../packages/core/src/index.ts'
import { rows } from '../lib/data.mjs'
import { interleave } from '../lib/interleave.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { loadPeers } from '../peers/libraries.mjs'

const limit = 'a copied list each (limit)'
const counts = [100, 800]

export async function patch(bench) {
  const { 'fast-json-patch': peer } = await loadPeers('fast-json-patch')
  const cells = {}
  for (const count of counts) {
    bench.progress(`patch: ${count} appends`)
    const items = rows(count)
    const operations = items.map((value) => [{ op: 'add', path: '/rows/-', value }])
    const own = {
      [limit]: () => items.reduce((document, row) => ({ rows: [...document.rows, row] }), { rows: [] }),
      applyPatch: () => operations.reduce((document, patch) => applied(document, patch), { rows: [] }),
    }
    const peers = !peer
      ? {}
      : {
          'fast-json-patch, changes the document': () =>
            operations.reduce((document, patch) => peer.applyPatch(document, patch, true).newDocument, { rows: [] }),
          'fast-json-patch, leaves it': () => operations.reduce((document, patch) => peer.applyPatch(document, patch, true, false).newDocument, { rows: [] }),
        }
    cells[`${count} appends`] = await interleave(own, peers, { rounds: bench.rounds })
  }
  console.log('\n(h) JSON Patch, one append at a time: times copying the list by hand, fastest rounds (medians)')
  printRatios({ section: 'patch', cells, limit, bench })
}

function applied(document, patch) {
  const result = applyPatch(document, patch)
  if (!result.ok) throw new Error('the patch did not apply')
  return result.value
}
