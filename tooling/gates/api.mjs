// Public types of every entry of every package, one report an entry in api/; `--update` writes them.

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor'

const root = process.cwd()
const update = process.argv.includes('--update')
mkdirSync(join(root, 'api'), { recursive: true })
let bad = 0
for (const name of readdirSync('packages')) {
  const folder = join(root, 'packages', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const [key, target] of Object.entries(manifest.exports)) {
    const types = target.import?.types ?? target.types
    if (!types || key.endsWith('.css')) continue
    const reportFileName = `${name}${key.slice(1).replaceAll('/', '.')}`
    mkdirSync(join(root, 'node_modules/.cache/pf/api'), { recursive: true })
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(folder, 'package.json'),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: join(folder, types),
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              target: 'ES2022',
              lib: ['ES2023', 'DOM'],
              module: 'ESNext',
              moduleResolution: 'Bundler',
              strict: true,
              skipLibCheck: true,
              types: [],
              jsx: 'react-jsx',
            },
            files: [join(folder, types)],
          },
        },
        apiReport: { enabled: true, reportFileName, reportFolder: join(root, 'api'), reportTempFolder: join(root, 'node_modules/.cache/pf/api') },
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
    const result = Extractor.invoke(config, {
      localBuild: update,
      showVerboseMessages: false,
      printApiReportDiff: true,
      messageCallback: (m) => {
        if (['console-preamble', 'console-compiler-version-notice'].includes(m.messageId) || m.logLevel === 'info' || m.logLevel === 'verbose') m.handled = true
      },
    })
    if (!result.succeeded && !update) {
      bad++
      console.error(`api: ${manifest.name}${key.slice(1)} changed; run: npm run pf -- node tooling/gates/api.mjs --update`)
    }
  }
}
process.exit(bad ? 1 : 0)
