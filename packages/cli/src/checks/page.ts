import type { Finding } from './finding.ts'
import type { SourceFile } from './source-files.ts'

/** Entries of the React package that draw. `./store`, for example, does not. */
const drawing = ['', '/chat', '/conversation', '/tasks', '/drafts', '/timeline', '/copilotkit', '/lab']

const isQuoted = ({ text }: SourceFile, name: string) => isInCode(text, `'${name}'`) || isInCode(text, `"${name}"`)

/** True if a line that is not a comment contains the text. */
function isInCode(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
    if (!/^\s*(?:\/\/|\/?\*|<!--)/.test(line)) return true
  }
  return false
}

/** Checks that a page which draws components imports their stylesheet. */
export function checkStylesheet(files: readonly SourceFile[], scope: string): Finding {
  const react = `${scope}/react-renderers`
  const page = files.find((file) => drawing.some((entry) => isQuoted(file, `${react}${entry}`)))
  if (!page) return { check: 'stylesheet', level: 'ok', message: 'No file draws components.' }
  const sheet = files.find(({ text }) => isInCode(text, `${react}/styles.css`))
  if (sheet) return { check: 'stylesheet', level: 'ok', message: `${sheet.path} imports the stylesheet.` }
  return {
    check: 'stylesheet',
    level: 'problem',
    message: `${page.path} draws components, and no file imports their stylesheet, so they have no layout and no colours.`,
    remedy: `Add import '${react}/styles.css' beside it.`,
  }
}

const kitPath = /(?:^|\/)generated\/kits\/([\w-]+)\.[cm]?js$/

/** Checks that the generated kits of the app's own components are used. A component without a kit is not drawn. */
export function checkKits(files: readonly SourceFile[]): Finding[] {
  const sources = files.filter(({ path }) => !kitPath.test(path))
  const names = files.flatMap(({ path }) => kitPath.exec(path)?.[1] ?? [])
  if (names.length === 0) return [{ check: 'kits', level: 'ok', message: 'The app has no components of its own.' }]
  const unused = names.filter((name) => !sources.some(({ text }) => new RegExp(`generated/kits/${name}(?:\\.[cm]?js)?['"]`).test(text)))
  const isPassed = sources.some(({ text }) => /\bkits\s*[=:}]|\bkits,/.test(text))
  const findings: Finding[] = unused.map((name) => ({
    check: 'kits',
    level: 'problem',
    message: `The kit of the component "${name}" is generated and no file imports it, so the component is not drawn.`,
    remedy: `Import generated/kits/${name}.js and pass it on: <PfProvider kits={[…]}>.`,
  }))
  if (findings.length === 0 && !isPassed)
    findings.push({
      check: 'kits',
      level: 'problem',
      message: 'The kits of the components are imported and never passed on, so the components are not drawn.',
      remedy: 'Pass them on: <PfProvider kits={[…]}>.',
    })
  return findings.length > 0 ? findings : [{ check: 'kits', level: 'ok', message: `The kits of ${names.join(', ')} are used.` }]
}
