// Options, contexts and infos of the public API have no snake_case members: those are for values on the wire and in stores. See docs/naming.md.
import { readdirSync, readFileSync } from 'node:fs'
import { casingFaults } from './casing-faults.mjs'

const faults = readdirSync('api')
  .filter((name) => name.endsWith('.api.md'))
  .flatMap((name) => casingFaults(readFileSync(`api/${name}`, 'utf8')).map((fault) => `api/${name}: ${fault}`))
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)
