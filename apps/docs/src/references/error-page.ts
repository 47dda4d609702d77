import { errorCodes } from '@pf/core'

const source = 'packages/core/src/errors/codes.ts'

/** Returns the reference of the error codes, from the table that the packages themselves use. */
export function errorPage(text: string): string {
  const groups = groupsOf(text)
  const known = groups.flatMap(({ codes }) => codes)
  const missing = Object.keys(errorCodes).filter((code) => !known.includes(code))
  if (missing.length > 0 || known.length !== Object.keys(errorCodes).length) throw new Error(`${source}: the groups do not cover ${missing.join(', ')}`)
  return [
    '# Error codes',
    `Every error of pf is a \`PfError\` with one of these ${known.length} codes as its \`code\`. The same codes are the \`code\` of an HTTP error response, of a \`RUN_ERROR\` event, and of the error with which a run finishes. [Handling errors](../../../../apps/docs/pages/guides/errors.md) shows where each of them arrives.`,
    'In code, `errorCodes` of `@pf/core` has the same sentences: `errorCodes[error.code].remedy` can be shown to an operator.',
    ...groups.flatMap(({ title, codes }) => [`## ${title}`, ...codes.map(entry)]),
  ].join('\n\n')
}

/** The comments of the table are its groups. */
function groupsOf(text: string): { title: string; codes: string[] }[] {
  const groups: { title: string; codes: string[] }[] = []
  for (const line of text.slice(0, text.indexOf('} as const')).split('\n')) {
    const title = /^ {2}\/\/ ([^(]+)/.exec(line)?.[1]?.trim()
    if (title) groups.push({ title, codes: [] })
    const code = /^ {2}([a-z_]+): \{/.exec(line)?.[1]
    if (code) groups.at(-1)?.codes.push(code)
  }
  return groups
}

function entry(code: string): string {
  const { cause, remedy } = errorCodes[code as keyof typeof errorCodes]
  return `### \`${code}\`\n\n**Cause.** ${escapeMarkup(cause)}\n\n**Remedy.** ${escapeMarkup(remedy)}`
}

/** Keeps braces and angle brackets outside code as text. */
function escapeMarkup(text: string): string {
  return text.replaceAll(/[<>{}]/g, (character) => `&#${character.charCodeAt(0)};`)
}
