// (i) The filter of a reply in blocks, beside a scan of its characters.
import { createBlockFilter } from '../../packages/core/src/index.ts'
import { scan } from '../core/scan.mjs'
import { interleave } from '../lib/interleave.mjs'
import { printRatios } from '../lib/print-ratios.mjs'

const limit = 'scan (limit)'
const nonce = 'k7Qx92AbCd13EfGh'
const bound = 4

const replyOf = (chars) =>
  `[ARTIFACT:${nonce}]\n${'All work [1] and no play.\n'.repeat(Math.ceil(chars / 26))}[/ARTIFACT:${nonce}]\n[USER:${nonce}]\nFine?\n[/USER:${nonce}]`
const cut = (text, size) => Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))

/** Replies of 20 KB and 2 MB in pieces as models send them, and one character at a time. */
export async function blocks(bench) {
  const cells = {}
  for (const [title, chunks] of [
    ['20 KB in 16s', cut(replyOf(20_000), 16)],
    ['2 MB in 16s', cut(replyOf(2_000_000), 16)],
    ['200 KB in 1s', cut(replyOf(200_000), 1)],
  ]) {
    bench.progress(`blocks: ${title}`)
    const ways = {
      [limit]: () => scan(chunks),
      createBlockFilter: () => {
        const filter = createBlockFilter({ nonce, attempt: 1 })
        for (const chunk of chunks) filter.feed(chunk)
        if (!filter.finish().parse_ok) throw new Error('the reply is refused')
      },
    }
    cells[title] = await interleave(ways, {}, { rounds: bench.rounds })
  }
  console.log(`\n(i) filter of blocks: times ${limit}, fastest rounds`)
  printRatios({ section: 'blocks', cells, limit, boundOf: (name, cell) => (name === limit || cell?.endsWith('1s') ? undefined : bound), bench })
}
