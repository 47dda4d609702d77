// Runs in a package after tsup, whose bundler drops directives: node ../../tooling/mark-client-entries.mjs [server entry …]
// Entries for pages begin with 'use client', so that server components of React may import them. Those that are named are for servers too:
// they hold no React, and a server component or a route handler calls what they export.
import { readFileSync, writeFileSync } from 'node:fs'

const server = process.argv.slice(2)
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const [entry, target] of Object.entries(exports)) {
  const file = target.import?.default ?? target.default
  if (!file?.endsWith('.js') || server.includes(entry.slice(2))) continue
  writeFileSync(file, `'use client';\n${readFileSync(file, 'utf8')}`)
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  // One line more at the start.
  writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: `;${map.mappings}` }))
}
