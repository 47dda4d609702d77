// Checks that the size of the code that a page loads is within the limits of sizes.list.mjs, measured on the built files.
import { join } from 'node:path'
import { measureSize } from './measure-size.mjs'
import { sizes } from './sizes.list.mjs'

const kib = (bytes) => (bytes / 1024).toFixed(1)
let over = 0
for (const { name, from, limit, why, ...row } of sizes) {
  const bytes = await measureSize({ ...row, folder: join('packages', from) })
  console.log(`${name}  ${kib(bytes)} of ${limit.toFixed(1)} KiB`)
  if (bytes <= limit * 1024) continue
  over++
  console.error(`FAIL ${name}: ${bytes} bytes gzip, ${bytes - limit * 1024} over; ${why}`)
}
process.exit(over ? 1 : 0)
