import { foldersIn, read } from '../pages/sources.ts'

interface Manifest {
  name: string
  engines?: { node?: string }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

const manifestOf = (path: string) => JSON.parse(read(path)) as Manifest

/** Returns the matrix of versions, from the manifests of the packages and of the apps that the tests build. `packages` are their folder names. */
export function versionsPage(packages: readonly string[]): string {
  const manifests = packages.map((name) => manifestOf(`packages/${name}/package.json`))
  const root = manifestOf('package.json')
  return `# Versions

The tables come from the manifests of the packages and of the apps that the tests install and build, so they are those of this version.

## Needed

| | version |
| --- | --- |
${nodeOf(manifests).join('\n')}
${peersOf(manifests)
  .map(([name, range, users]) => `| \`${name}\`, for ${users.map((user) => `\`${user}\``).join(', ')} | \`${range.replaceAll('|', '\\|')}\` |`)
  .join('\n')}

A peer dependency is installed by the app, and only for the packages that name it. The page of each package begins with its install line.

## Tested

| | version | where |
| --- | --- | --- |
| Node | \`${/NODE = '([^']+)'/.exec(read('scripts/run.mjs'))?.[1]}\` | every test |
| TypeScript | \`${root.devDependencies?.typescript}\` | every package and every snippet |
| Vite | \`${root.devDependencies?.vite}\` | the demo, and the apps below |
| Chromium | \`${root.devDependencies?.['@sparticuz/chromium']}\` (\`@sparticuz/chromium\`), or the installed one | every browser test |
${frontEnds().join('\n')}
| Next.js | \`${nextVersion()}\` | the template \`next\` of create-pf-app |

The slow suite installs the apps of \`tooling/front-ends\` from packed packages and uses them in a browser. [Testing](../../../../docs/testing.md#apps-of-other-templates) has the results with the templates of Vite, Next and webpack, with npm, pnpm and yarn.

## Models

Each protocol is tested with the client of the provider's maker against recorded servers, not against paid endpoints: [Model providers](../../../../docs/model-providers.md).

| client | version |
| --- | --- |
${['openai', '@anthropic-ai/sdk', '@google/genai', '@ai-sdk/provider'].map((name) => `| \`${name}\` | \`${catalogVersion(name)}\` |`).join('\n')}
`
}

/** The versions of Node that the packages need. */
function nodeOf(manifests: readonly Manifest[]): string[] {
  const ranges = [...new Set(manifests.map(({ engines }) => engines?.node ?? ''))].sort().reverse()
  const users = (range: string) => manifests.filter(({ engines }) => engines?.node === range).map(({ name }) => `\`${name}\``)
  return ranges.map((range, index) => `| Node, ${index === 0 ? 'on a server' : `to run ${users(range).join(', ')}`} | \`${range}\` |`)
}

/** Each peer with its range and the packages that need it in this range. */
function peersOf(manifests: readonly Manifest[]): [string, string, string[]][] {
  const found = new Map<string, [string, string, string[]]>()
  for (const { name: user, peerDependencies = {} } of manifests)
    for (const [name, range] of Object.entries(peerDependencies)) {
      if (name.startsWith('@pf/')) continue
      const key = `${name} ${range}`
      found.set(key, [name, range, [...(found.get(key)?.[2] ?? []), user]])
    }
  return [...found.values()].sort(([one], [other]) => one.localeCompare(other, 'en'))
}

const shown = ['react', '@ag-ui/client', '@copilotkit/react-core', '@assistant-ui/react', '@assistant-ui/react-ag-ui']

/** A row for each library and version in the apps that the slow suite installs. */
function frontEnds(): string[] {
  const rows = new Map<string, string[]>()
  for (const app of foldersIn('tooling/front-ends')) {
    const { dependencies = {} } = manifestOf(`tooling/front-ends/${app}/package.json`)
    for (const name of shown.filter((each) => each in dependencies)) {
      const row = `| \`${name}\` | \`${dependencies[name]}\` |`
      rows.set(row, [...(rows.get(row) ?? []), `\`${app}\``])
    }
  }
  return [...rows].sort().map(([row, apps]) => `${row} ${apps.length === 1 ? 'the app' : 'the apps'} ${apps.join(', ')} |`)
}

function nextVersion(): string {
  const version = /next: '([^']+)'/.exec(read('packages/create-pf-app/src/project/manifest.ts'))?.[1]
  if (!version) throw new Error('create-pf-app has no version of Next.js')
  return version
}

function catalogVersion(name: string): string {
  const escaped = name.replaceAll('/', '\\/')
  const version = new RegExp(`^ {2}"?${escaped}"?: (\\S+)$`, 'm').exec(read('pnpm-workspace.yaml'))?.[1]
  if (!version) throw new Error(`the catalog of pnpm-workspace.yaml has no ${name}`)
  return version
}
