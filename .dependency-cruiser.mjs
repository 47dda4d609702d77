import { readdirSync } from 'node:fs'
import { folders, programs, roots } from './tooling/folders.mjs'
import { layers, neutral, onlyIn } from './tooling/layers.mjs'

const tests = '(\\.test\\.tsx?$|/__fixtures__/|/test-support/)'
const npm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'undetermined', 'unknown']
const inPackage = (name) => `^packages/${name}/src/`

const table = Object.entries(layers).flatMap(([name, { inside, outside }]) => [
  {
    name: `${name}-layer`,
    severity: 'error',
    from: { path: inPackage(name), pathNot: tests },
    to: { path: '^(packages|apps|examples)/', pathNot: `^packages/(${[name, ...inside].join('|')})/src/` },
  },
  {
    name: `${name}-npm`,
    severity: 'error',
    from: { path: inPackage(name), pathNot: tests },
    to: { dependencyTypes: npm, pathNot: `^(packages|apps)/|node_modules/(${['@types/[^/]+', ...outside].join('|')})/` },
  },
])

const confined = onlyIn.map(([name, library, files]) => ({
  name: `${name}-${library}-confined`,
  severity: 'error',
  from: { path: inPackage(name), pathNot: `^${files}|${tests}` },
  to: { path: `node_modules/${library}/` },
}))

/** The files that stand directly in one of these folders of a root. */
const filesIn = (path, list) => `^${path}/(${list.map((folder) => (folder === '.' ? '' : `${folder}/`)).join('|')})[^/]+$`

for (const name of Object.keys(layers)) if (!folders[name]) throw new Error(`tooling/folders.mjs does not list the folders of packages/${name}`)
for (const group of ['apps', 'examples'])
  for (const { name } of readdirSync(new URL(`./${group}`, import.meta.url), { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    if (!Object.keys(programs).some((path) => `${path}/`.startsWith(`${group}/${name}/`)))
      throw new Error(`tooling/folders.mjs does not list the folders of ${group}/${name}`)

const folderOrder = roots.flatMap(({ name, path, order }) => [
  ...order.slice(0, -1).map((folder, at) => ({
    name: `${name}-folder-order`,
    severity: 'error',
    from: { path: filesIn(path, [folder]), pathNot: tests },
    to: { path: filesIn(path, order.slice(at + 1)), pathNot: tests },
  })),
  {
    name: `${name}-folder-listed`,
    severity: 'error',
    from: { path: `^${path}/`, pathNot: [filesIn(path, order), tests] },
    to: {},
  },
])

export default {
  forbidden: [
    ...table,
    ...confined,
    ...folderOrder,
    {
      name: 'neutral',
      severity: 'error',
      from: { path: `^packages/(${neutral.join('|')})/src/`, pathNot: `^packages/[^/]+/src/(node|s3)(\\.ts$|/)|${tests}` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'node-is-an-entry',
      severity: 'error',
      from: { path: `^packages/(${neutral.join('|')})/src/`, pathNot: `^packages/[^/]+/src/(node|s3)(\\.ts$|/)|${tests}` },
      to: { path: '^packages/[^/]+/src/(node|s3)(\\.ts$|/)' },
    },
    {
      name: 'store-without-react',
      severity: 'error',
      from: { path: '^packages/react-renderers/src/(store|kits|conversation|run)', pathNot: tests },
      to: { path: 'node_modules/(@types/)?react' },
    },
    {
      name: 'index-is-for-others',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: tests },
      to: { path: '^packages/$1/src/(index|internal)\\.tsx?$' },
    },
    {
      name: 'entry-only',
      severity: 'error',
      from: { path: '^(apps|examples)/' },
      to: { path: '^packages/[^/]+/src/[^/]+/', pathNot: '^packages/react-renderers/src/renderers/[^/]+\\.tsx$|^packages/react-renderers/src/styles' },
    },
    {
      name: 'internal-is-for-packages',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^packages/[^/]+/src/internal\\.ts$' },
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    // The peers of the benchmark are installed by bench/install.mjs.
    { name: 'resolvable', severity: 'error', from: { pathNot: '^bench/peers/libraries\\.mjs$' }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The templates of apps are compiled where an app is made of them (tooling/gates/made-apps.mjs). The generator of the documentation has
    // packages of its own, which apps/docs/src/main.ts installs. A stylesheet as text (`?inline`) is resolved by the bundlers.
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/|^packages/create-pf-app/(templates|\\.made)/|^apps/docs/site/|\\?inline$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['pf-source', 'types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
