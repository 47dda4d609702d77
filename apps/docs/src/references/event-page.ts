import ts from 'typescript'
import { events } from './events.ts'

const source = 'packages/core/src/contracts/events.ts'

/** Returns the reference of the events. Throws if the contract and the table differ. */
export function eventPage(text: string): string {
  const members = membersOf(text)
  const wrong = [...[...members.keys()].filter((name) => !(name in events)), ...Object.keys(events).filter((name) => !members.has(name))]
  if (wrong.length > 0) throw new Error(`apps/docs/src/references/events.ts and ${source} differ in ${wrong.join(', ')}`)
  return `# Events

A run is a log of events. Each is committed before it is sent, has a number \`seq\` that counts from 1, and is never changed. \`@pf/agui-adapter\` maps the log to AG-UI; the mapping is pure, so every node sends the same bytes. An event that AG-UI has no type for goes out as CUSTOM with the name of the event.

"Other clients" are those that are not the client of \`@pf/agui-adapter/client\`. They get components and tasks as activities too, which AG-UI front ends can draw.

Every event also has \`type\`, \`run_id\`, \`thread_id\`, \`seq\`, \`ts\` in milliseconds, and, where they apply, \`step\` and \`parent_run_id\`.

${Object.entries(events)
  .map(([name, { when, wire }]) => `## \`${name}\`\n\n${when}\n\n**On the wire:** ${wire}.\n\n\`\`\`ts\n${members.get(name)}\n\`\`\``)
  .join('\n\n')}
`
}

/** The fields of each event as they are declared. */
function membersOf(text: string): Map<string, string> {
  const file = ts.createSourceFile(source, text, ts.ScriptTarget.Latest, true)
  const body = file.statements.find((statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'PlannerEventBody')
  if (!body || !ts.isInterfaceDeclaration(body)) throw new Error(`${source} has no PlannerEventBody`)
  return new Map(
    body.members.flatMap((member) => (ts.isPropertySignature(member) && member.type ? [[member.name.getText(), dedent(member.type.getText())] as const] : [])),
  )
}

/** A declaration on several lines loses the indentation of its interface. */
const dedent = (text: string) => text.replaceAll('\n  ', '\n')
