import ts from 'typescript'

/** Names of types that are options, contexts or infos, and so in camelCase. */
const inCamelCase = /(Options|Context|Info|Hooks)$/

/** Types that are named like options and hold values in snake_case, with the reason. */
const exceptions = {
  ClientInfo: 'a part of the event run_start and of the stored state',
  ConfigFileOptions: 'the content of a configuration file',
}

/**
 * Members in snake_case, as `Type.member`, of types that are named like options, and of objects that functions take with their types written
 * in place.
 */
export function casingFaults(report) {
  const code = report.match(/```ts\n([\s\S]*?)\n```/)?.[1] ?? ''
  const file = ts.createSourceFile('api.ts', code, ts.ScriptTarget.Latest, true)
  const faults = new Set()
  for (const statement of file.statements) {
    const name = statement.name?.text ?? statement.declarationList?.declarations[0]?.name.text
    if (!name || name in exceptions) continue
    const bases = statement.heritageClauses?.flatMap(({ types }) => types.map((type) => type.expression.getText())) ?? []
    if ([name, ...bases].some((each) => inCamelCase.test(each))) membersIn(statement, (member) => faults.add(`${name}.${member}`))
    parametersIn(statement, (parameter) => membersIn(parameter.type, (member) => faults.add(`${name}(${parameter.name.getText()}).${member}`)))
  }
  return [...faults]
}

/** Members in snake_case of the object types that are written in this node. Types of other names have entries of their own. */
function membersIn(node, report) {
  if (!node) return
  const name = (ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isPropertyDeclaration(node)) && node.name.getText()
  if (name && /[a-z0-9]_[a-z0-9]/.test(name)) report(name)
  ts.forEachChild(node, (child) => membersIn(child, report))
}

/** Parameters of functions and methods whose type is an object type, or a union of such, written in place. */
function parametersIn(node, report) {
  if (ts.isParameter(node) && node.type && (ts.isUnionTypeNode(node.type) ? node.type.types : [node.type]).some(ts.isTypeLiteralNode)) report(node)
  ts.forEachChild(node, (child) => parametersIn(child, report))
}
