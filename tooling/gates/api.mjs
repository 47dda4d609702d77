// Compares the public types of every entry of every package with its report in api/; `--update` writes the reports.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'
import { packages } from '../packages.mjs'
import { exportsOf, forgottenIn, withoutForgotten } from './forgotten-exports.mjs'
import { steadyReport } from './steady-report.mjs'

const root = process.cwd()
const update = process.argv.includes('--update')
const reports = join(root, 'api')
const fresh = join(root, 'node_modules/.cache/pf/api')
const faults = []
/** Exports of each package's root, by package folder. The root is the first entry of each package. */
const roots = new Map()
for (const folder of [reports, fresh, join(fresh, 'temp')]) mkdirSync(folder, { recursive: true })

const names = packages().flatMap(entriesOf).map(report)
for (const left of readdirSync(reports)) if (left.endsWith('.api.md') && !names.includes(left)) faults.push(`api/${left} belongs to no entry; delete it`)
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)

function entriesOf({ name, folder, manifest }) {
  return Object.entries(manifest.exports).flatMap(([key, target]) => {
    const types = target.import?.types ?? target.types
    if (!types || key.endsWith('.css')) return []
    return [{ folder, types: join(folder, types), title: `${manifest.name}${key.slice(1)}`, file: `${name}${key.slice(1).replaceAll('/', '.')}` }]
  })
}

function report({ folder, types, title, file }) {
  const result = Extractor.invoke(configOf({ folder, types, file }), { localBuild: true, showVerboseMessages: false, messageCallback: quiet })
  if (!result.succeeded) faults.push(`${title}: its types cannot be read`)
  const name = `${file}.api.md`
  const reported = readFileSync(join(fresh, name), 'utf8')
  if (!roots.has(folder)) roots.set(folder, exportsOf(reported))
  const now = steadyReport(withoutForgotten(reported, roots.get(folder)))
  for (const type of forgottenIn(now)) faults.push(`${title} refers to ${type}, which neither it nor the root of its package exports; export the type`)
  const kept = join(reports, name)
  if (update) writeFileSync(kept, now)
  else if (!existsSync(kept) || readFileSync(kept, 'utf8') !== now)
    faults.push(`${title} changed; run: npm run pf -- node tooling/gates/api.mjs --update\n${firstChange(kept, now)}`)
  return name
}

function firstChange(kept, now) {
  const before = existsSync(kept) ? readFileSync(kept, 'utf8').split('\n') : []
  const after = now.split('\n')
  const at = after.findIndex((line, index) => line !== before[index])
  return `  line ${at + 1}\n  - ${before[at] ?? ''}\n  + ${after[at] ?? ''}`
}

function quiet(message) {
  if (message.logLevel !== 'error') message.handled = true
}

function configOf({ folder, types, file }) {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2024', 'DOM'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    strict: true,
    skipLibCheck: true,
    types: [],
    jsx: 'react-jsx',
  }
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      compiler: { overrideTsconfig: { compilerOptions, files: [types] } },
      apiReport: { enabled: true, reportFileName: file, reportFolder: fresh, reportTempFolder: join(fresh, 'temp') },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        extractorMessageReporting: { 'ae-missing-release-tag': { logLevel: 'none' }, 'ae-forgotten-export': { logLevel: 'none', addToApiReportFile: true } },
        compilerMessageReporting: { default: { logLevel: 'error' } },
      },
    },
  })
}
