import type { Page } from '../pages/page.ts'
import { apiEntries } from './api-entries.ts'
import { type ApiExport, apiExports } from './api-exports.ts'

/** Returns one page for each entry of the packages, and an overview. */
export function apiPages(): Page[] {
  const entries = [...apiExports(apiEntries())]
  const overview = entries.map(([{ name }, list]) => `| [\`${name}\`](${slugOf(name)}.md) | ${list.length} |`)
  return [
    {
      slug: 'api',
      source: 'api/index.md',
      alsoFor: ['api'],
      label: 'Overview',
      text: `# API reference

The exports of every entry, with the declarations as an editor shows them. The entries \`@pf/react-renderers/renderers/…\` and \`@pf/registry/components/…\` have one component each; [Components](../packages/registry/docs/components/README.md) describes these. \`@pf/core/internal\` is for the other packages only.

| entry | exports |
| --- | --- |
${overview.join('\n')}
`,
    },
    ...entries.map(([{ name, folder }, list]) => ({
      slug: `api/${slugOf(name)}`,
      source: `api/${slugOf(name)}.md`,
      ...(name === '@pf/core' ? { alsoFor: ['packages/core/src/contracts', 'packages/core/src/contracts/ports.ts'] } : {}),
      label: name,
      text: entryPage(name, folder, list),
    })),
  ]
}

const slugOf = (name: string) => name.replace(/^@pf\//, '').replaceAll('/', '-')
const anchorOf = (name: string) => name.toLowerCase()

function entryPage(name: string, folder: string, list: readonly ApiExport[]): string {
  const own = list.filter(({ declaration }) => declaration !== undefined)
  const others = list.filter(({ declaration }) => declaration === undefined)
  return [
    `# ${name}`,
    `Import from \`${name}\`. [The page of the package](../packages/${folder}/README.md) shows how it is used.`,
    ...(own.length > 0 ? [`| export | kind | |\n| --- | --- | --- |\n${own.map(row).join('\n')}`] : []),
    ...own.map(section),
    ...(others.length > 0 ? ['## Exports of other entries', others.map((entry) => `- \`${entry.name}\`${sourceOf(entry)}`).join('\n')] : []),
  ].join('\n\n')
}

const row = ({ name, kind, text }: ApiExport) => `| [\`${name}\`](#${anchorOf(name)}) | ${kind} | ${firstSentence(text).replaceAll('|', '\\|')} |`

const sourceOf = ({ from }: ApiExport) => (from ? `, described with [\`${from}\`](${slugOf(from)}.md)` : ', of a library')

function section({ name, text, declaration }: ApiExport): string {
  return [`## ${name}`, ...(text ? [escapeMarkup(text)] : []), `\`\`\`ts\n${shorten(declaration ?? '')}\n\`\`\``].join('\n\n')
}

const maxLines = 150

/** Tables of hundreds of lines, such as the type of all error codes, are cut. */
function shorten(declaration: string): string {
  const lines = declaration.split('\n')
  return lines.length <= maxLines ? declaration : [...lines.slice(0, maxLines), `// … ${lines.length - maxLines} more lines`].join('\n')
}

const firstSentence = (text: string) => escapeMarkup((/^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).replaceAll('\n', ' '))

/** Keeps braces and angle brackets outside code as text. */
function escapeMarkup(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<>]/g, (character) => `&#${character.charCodeAt(0)};`)))
    .join('')
}
